/** One run of `curp padron importar`, from the name of the file to the summary. */
import { basename } from 'node:path';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { ImportTakenOver, type Padron, type ImportTurn } from '@curp-service/server/admin';
import type { Texto } from '../../environment.js';
import { Falla, SALIDA } from '../../failure.js';
import { type Entrada, abrirEntrada } from '../../files/input.js';
import { filasDe } from '../../files/stages.js';
import { atenderSenales } from '../../terminal/signals.js';
import { columnasDe } from './columns.js';
import { Importacion } from './import-work.js';
import { type Medios, type Opciones, type Plan, esElMismo, identidadDe, planDe } from './options.js';
import { Pantalla } from './screen.js';
import { Rechazadas } from './rejected.js';

/** For one batch, however slow the disk, and for whoever else holds the lock. */
const ESPERA_MS = 60_000;

export async function ejecutar(ruta: string, opciones: Opciones, medios: Medios): Promise<void> {
  const { texto, usoMal, withStore } = medios;
  const plan = planDe(ruta, opciones, medios);
  const entrada = abrirEntrada(ruta, texto);
  if (!entrada.stats.isFile()) usoMal(texto(`${ruta} no es un archivo.`, `${ruta} is no file.`));
  if (esElMismo(plan.rechazadas, entrada.stats)) {
    usoMal(texto('Las rechazadas no pueden ir a ARCHIVO mismo.', 'The rejected rows cannot go to ARCHIVO itself.'));
  }
  const pantalla = new Pantalla(plan, opciones, medios);
  const desatender = atenderSenales(() => {
    pantalla.interrumpir();
    return null;
  });
  try {
    await withStore(async ({ padron }) => importar(padron, entrada, plan, pantalla, medios), {
      statementTimeoutMs: ESPERA_MS,
    });
  } catch (error) {
    pantalla.borrar();
    throw enPalabras(error, pantalla, texto);
  } finally {
    desatender();
    entrada.cerrar();
  }
}

async function importar(
  padron: Padron,
  entrada: Entrada,
  plan: Plan,
  pantalla: Pantalla,
  { idioma, texto }: Medios,
): Promise<void> {
  const { formato, trozos } = await filasDe(entrada, plan.formatos, {}, texto);
  const rechazadas = new Rechazadas(plan.rechazadas, texto);
  const importacion = new Importacion({
    padron,
    rechazadas,
    idioma,
    formato: formato.tipo === 'ndjson' ? 'ndjson' : 'csv',
    alEmpezar: (cabeza) => {
      rechazadas.empezar(cabeza);
      const columnas = columnasDe(cabeza, texto);
      pantalla.entender(formato.tipo, cabeza, columnas);
      return columnas.indexes;
    },
    empezar: async () => {
      const turno = await tomarTurno(padron, entrada, plan, rechazadas, texto);
      pantalla.empezar(turno, entrada.avance, () => ({ filas: importacion.filas, rechazadas: rechazadas.cuantas }));
      return turno;
    },
  });
  try {
    await importacion.correr(trozos);
  } finally {
    rechazadas.cerrar();
  }
  await terminar(padron, importacion, texto);
  const { filas, nuevas, cambiadas } = importacion;
  const { rows: enElPadron } = await padron.status();
  pantalla.terminar({ filas, nuevas, cambiadas, rechazadas: rechazadas.cuantas, enElPadron });
  if (rechazadas.cuantas > 0) process.exitCode = SALIDA.NO;
}

/** Goes on where it was left, if what was rejected until then is still there. */
async function tomarTurno(
  padron: Padron,
  { stats }: Entrada,
  plan: Plan,
  rechazadas: Rechazadas,
  texto: Texto,
): Promise<ImportTurn> {
  const identidad = identidadDe(plan, stats);
  const { ongoing: importacion } = await padron.status();
  const seguir = importacion?.identity === identidad && rechazadas.tiene(importacion.rejectedBytes);
  if (!seguir) rechazadas.exigirLugar(plan.forzar, texto);
  const turno = await padron.begin(basename(plan.ruta), plan.modo, identidad, seguir);
  rechazadas.seguir(turno.rejected, turno.rejectedBytes);
  return turno;
}

async function terminar(padron: Padron, { turno, nuevas }: Importacion, texto: Texto): Promise<void> {
  if (turno === null) throw new Falla(SALIDA.USO, texto('El archivo no tiene filas.', 'The file has no rows.'));
  if (turno.mode === 'reemplazar' && nuevas === 0) {
    await padron.abandon(turno.turn);
    throw new Falla(
      SALIDA.NO,
      texto(
        'Todas las filas fueron rechazadas: el padrón queda como estaba.',
        'All rows were rejected: the padron stays as it was.',
      ),
    );
  }
  await padron.finish(turno.turn);
}

/** What went wrong, for the user; a fault of this program stays as it is. */
function enPalabras(error: unknown, pantalla: Pantalla, texto: Texto): unknown {
  if (error instanceof UnreadableFile) return new Falla(SALIDA.USO, error.message);
  if (error instanceof ImportTakenOver) {
    return new Falla(
      SALIDA.NO,
      texto(
        'Otro proceso siguió con esta importación, empezó otra o borró el padrón: esta termina aquí.',
        'Another process went on with this import, began another or erased the padron: this one ends here.',
      ),
    );
  }
  const seguible = error instanceof Falla && error.salida === SALIDA.IO && pantalla.empezada;
  return seguible ? new Falla(SALIDA.IO, `${error.message} ${comoSeguir(texto)}`) : error;
}

const comoSeguir = (texto: Texto): string =>
  texto('El mismo comando sigue donde se quedó.', 'The same command goes on where it stopped.');
