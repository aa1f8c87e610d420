/** `curp lote`: a file of people in, the same rows with their keys out. */
import { type Command, InvalidArgumentError } from 'commander';
import { comando } from '../../terminal/help.js';
import type { Entorno, Texto } from '../../environment.js';
import type { Opciones } from './options.js';

const MAXIMO_HILOS = 64;
const ALIAS: Readonly<Record<string, string>> = { latin1: 'windows-1252', utf8: 'utf-8' };

/** One of a few words. */
const una =
  (texto: Texto, ...palabras: readonly string[]) =>
  (valor: string): string => {
    const palabra = ALIAS[valor.toLowerCase()] ?? valor.toLowerCase();
    if (palabras.includes(palabra)) return palabra;
    const lista = palabras.join(', ');
    throw new InvalidArgumentError(texto(`debe ser una de: ${lista}.`, `must be one of: ${lista}.`));
  };

const leerHilos =
  (texto: Texto) =>
  (valor: string): number => {
    const hilos = /^\d{1,3}$/.test(valor) ? Number(valor) : 0;
    if (hilos >= 1 && hilos <= MAXIMO_HILOS) return hilos;
    throw new InvalidArgumentError(
      texto(`debe ser un número entero de 1 a ${MAXIMO_HILOS}.`, `must be a whole number from 1 to ${MAXIMO_HILOS}.`),
    );
  };

export function lote(program: Command, { idioma, texto, print }: Entorno): void {
  comando(
    program,
    'lote',
    texto,
    texto(
      'calcula, valida o coteja todas las filas de un archivo: CSV, NDJSON o XLSX',
      'calculates, validates or compares all rows of a file: CSV, NDJSON or XLSX',
    ),
    [
      'curp lote personas.csv -o con-curp.csv',
      'curp lote nomina.xlsx --operacion cotejar --columna curp=CLAVE -o cotejada.xlsx',
      'zcat personas.csv.gz | curp lote - -o - | gzip > con-curp.csv.gz',
    ],
  )
    .argument('<ENTRADA>', texto('el archivo, o - para una tubería', 'the file, or - for a pipe'))
    .option(
      '-o, --salida <SALIDA>',
      texto(
        'el archivo que se escribe, o - para la salida estándar (si falta: la salida estándar, si no es una terminal)',
        'the file to write, or - for standard output (if absent: standard output, unless it is a terminal)',
      ),
    )
    .option(
      '--operacion <OPERACION>',
      texto('calcular, validar o cotejar (si falta: calcular)', 'calcular, validar or cotejar (if absent: calcular)'),
      una(texto, 'calcular', 'validar', 'cotejar'),
    )
    .option(
      '--columna <CAMPO=COLUMNA>',
      texto(
        'en qué columna está un dato, por su nombre o su número; vacía: no hay; se repite',
        'in which column a datum stands, by name or number; empty: there is none; may be repeated',
      ),
      (valor: string, otras?: readonly string[]) => [...(otras ?? []), valor],
    )
    .option(
      '--formato <FORMATO>',
      texto('csv o ndjson, donde el nombre no lo dice', 'csv or ndjson, where the name does not tell'),
      una(texto, 'csv', 'ndjson'),
    )
    .option(
      '--codificacion <NOMBRE>',
      texto(
        'utf-8, windows-1252 (latin1), utf-16le o utf-16be (si falta: se reconoce)',
        'utf-8, windows-1252 (latin1), utf-16le or utf-16be (if absent: it is recognised)',
      ),
      una(texto, 'utf-8', 'windows-1252', 'utf-16le', 'utf-16be'),
    )
    .option(
      '--hoja <NOMBRE>',
      texto('la hoja de un .xlsx (si falta: la primera)', 'the sheet of an .xlsx (if absent: the first)'),
    )
    .option(
      '--hilos <N>',
      texto('cuántos hilos calculan (si falta: 1)', 'how many threads calculate (if absent: 1)'),
      leerHilos(texto),
    )
    .option(
      '--servidor <URL>',
      texto(
        'lo hace el servicio de esa dirección, con el token de CURP_TOKEN; necesita PostgreSQL',
        'the service at that address does it, with the token of CURP_TOKEN; it needs PostgreSQL',
      ),
    )
    .option(
      '--excel',
      texto('un CSV que Excel abre bien, y sin fórmulas', 'a CSV that Excel opens well, and without formulas'),
    )
    .option(
      '--homonimos',
      texto('marca las filas cuya raíz tuvo otra antes', 'marks the rows whose root an earlier one had'),
    )
    .option('--forzar', texto('reemplaza SALIDA si ya existe', 'replaces SALIDA if it exists already'))
    .option('--json', texto('el resumen como JSON, para programas', 'the summary as JSON, for programs'))
    .option('--silencio', texto('sin resumen', 'no summary'))
    .addHelpText('after', `\n${codigosDeSalida(texto)}`)
    .action(async (ruta: string, dichas: Partial<Opciones>, command: Command) => {
      const { ejecutar } = await import('./run.js');
      const opciones = { operacion: 'calcular', columna: [], hilos: 1, ...dichas } as const;
      await ejecutar(ruta, opciones, { idioma, texto, print, usoMal: (mensaje) => command.error(mensaje) });
    });
}

const codigosDeSalida = (texto: Texto): string =>
  texto(
    `Códigos de salida:
   0  todas las filas bien
   1  hay filas con error: SALIDA está completa y dice cuál en cada una
   2  el comando está mal escrito, o falta decir algo del archivo
  70  una falla de este programa
  74  no se puede leer ENTRADA o escribir SALIDA, o el servicio no contesta
  78  el servicio no admite el token
 130  interrumpido con Ctrl-C; 143, con SIGTERM`,
    `Exit codes:
   0  all rows good
   1  there are rows with errors: SALIDA is complete, and tells which in each
   2  the command is written wrong, or something about the file must be said
  70  a fault of this program
  74  ENTRADA cannot be read, SALIDA cannot be written, or the service does not answer
  78  the service does not take the token
 130  interrupted with Ctrl-C; 143, with SIGTERM`,
  );
