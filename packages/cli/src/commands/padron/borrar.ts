/** `curp padron borrar`: erases every record, and what an import has left. */
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import { type Entorno, enJson, json } from '../../environment.js';
import { Falla, SALIDA } from '../../failure.js';
import { enMiles } from '../lote/report.js';
import { hayTerminal, preguntar } from '../../terminal/questions.js';

interface Opciones {
  readonly si?: true;
  readonly json?: true;
}

/** To empty a table that others read, and for whoever else holds the lock. */
const ESPERA_MS = 60_000;

export function borrar(grupo: Command, { texto, print, withStore }: Entorno): void {
  comando(grupo, 'borrar', texto, texto('borra todos los registros', 'erases all records'), ['curp padron borrar'])
    .option('--si', texto('sin preguntar', 'without asking'))
    .option('--json', enJson(texto))
    .action(async ({ si, json: comoJson }: Opciones, command: Command) => {
      if (!si && !hayTerminal())
        command.error(texto('Falta --si: borra sin preguntar.', '--si is missing: it erases without asking.'));
      const borrados = await withStore(
        async ({ padron }) => {
          const { rows: filas } = await padron.status();
          if (!si) await confirmar(filas, { texto });
          await padron.erase();
          return filas;
        },
        { statementTimeoutMs: ESPERA_MS },
      );
      print(
        comoJson
          ? json({ borrados })
          : texto(`Registros borrados: ${enMiles(borrados)}.`, `Records erased: ${enMiles(borrados)}.`),
      );
    });
}

async function confirmar(filas: number, { texto }: Pick<Entorno, 'texto'>): Promise<void> {
  const cuantos = enMiles(filas);
  const [respuesta = ''] = await preguntar([
    {
      pregunta: texto(
        `Registros: ${cuantos}. ¿Borrarlos todos? (si/no)`,
        `Records: ${cuantos}. Erase them all? (yes/no)`,
      ),
      problemas: (dicho) =>
        /^(s[ií]|yes|no)$/i.test(dicho.trim()) ? [] : [texto('Conteste si o no.', 'Answer yes or no.')],
    },
  ]);
  if (/^no$/i.test(respuesta.trim())) throw new Falla(SALIDA.NO, texto('No se borró nada.', 'Nothing was erased.'));
}
