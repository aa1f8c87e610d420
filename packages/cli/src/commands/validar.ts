/** `curp validar`: everything that can be said of a key by looking at it. */
import { type DatosLeidos, type Hallazgo, validar as examinar } from '@curp-service/core';
import { validationAnswer } from '@curp-service/contract/answers';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { comando } from '../terminal/help.js';
import { caracteres, marcas, noPruebaRegistro, rangos } from '../person/key.js';
import { pintar } from '../terminal/color.js';
import { nombreDe } from '../person/data.js';
import { type Entorno, type Texto, enJson, json } from '../environment.js';
import { SALIDA } from '../failure.js';
import { obtenerClave } from '../person/ask.js';
import { ficha, parrafo } from '../terminal/table.js';

export function validar(program: Command, entorno: Entorno): void {
  const { idioma, texto, print } = entorno;
  const command = comando(
    program,
    'validar',
    texto,
    texto(
      'dice si una CURP está bien formada, y qué se lee en ella',
      'tells whether a CURP is well formed, and what it says',
    ),
    ['curp validar OETR900517MDFLNN05'],
  )
    .argument('[CURP]', texto('la clave; si falta, se pregunta', 'the key; if absent, it is asked for'))
    .option('--json', enJson(texto))
    .action(async (argumento: string | undefined, opciones: { readonly json?: true }) => {
      const curp = await obtenerClave(argumento, opciones, entorno, command);
      const validacion = examinar(curp, CORE_OPTIONS[idioma]);
      const { valido, hallazgos, datos } = validacion;
      if (!valido) process.exitCode = SALIDA.NO;
      if (opciones.json) {
        print(json(validationAnswer(validacion)));
        return;
      }
      print(
        valido
          ? pintar('green', texto('Es válida.', 'It is valid.'))
          : pintar('red', texto('No es válida.', 'It is not valid.')),
      );
      print(`\n  ${pintar('bold', caracteres(curp).join(''))}`);
      if (hallazgos.length > 0) print(enLineas(hallazgos, texto));
      if (Object.keys(datos).length > 0) print(`\n${ficha(enPalabras(datos, texto))}`);
      print(`\n${noPruebaRegistro(texto)}`);
    });
}

/** Marks under the positions, and each finding with its own. */
function enLineas(hallazgos: readonly Hallazgo[], texto: Texto): string {
  const senaladas = hallazgos.flatMap(({ posiciones }) => (posiciones.length < 18 ? posiciones : []));
  const sitios = hallazgos.map(({ posiciones }) => rangos(posiciones));
  const ancho = Math.max(...sitios.map((sitio) => sitio.length));
  return [
    ...(senaladas.length === 0 ? [] : [`  ${pintar('red', marcas(senaladas))}`]),
    '',
    ...hallazgos.map(({ severidad, mensaje, regla }, i) => {
      const aviso = severidad === 'aviso' ? `${texto('aviso', 'notice')}: ` : '';
      const sitio = pintar(aviso === '' ? 'red' : 'yellow', (sitios[i] ?? '').padStart(ancho));
      return parrafo(`  ${sitio}  ${pintar('dim', regla.padEnd(8))}  `, aviso + mensaje);
    }),
  ].join('\n');
}

function enPalabras(datos: DatosLeidos, texto: Texto): [string, string][] {
  const { fechaNacimiento, sexo, claveEntidad, abreviaturaEntidad, nombreEntidad, homonimo } = datos;
  const pares: [string, string | undefined][] = [
    [nombreDe('fecha_nacimiento', texto), fechaNacimiento],
    [nombreDe('sexo', texto), sexo],
    [
      nombreDe('entidad', texto),
      claveEntidad === undefined ? undefined : [claveEntidad, abreviaturaEntidad, nombreEntidad].join(' '),
    ],
    [texto('homónimo', 'homonym'), homonimo === undefined ? undefined : homonimo ? texto('sí', 'yes') : 'no'],
  ];
  return pares.flatMap(([nombre, valor]) => (valor === undefined ? [] : [[nombre, valor]]));
}
