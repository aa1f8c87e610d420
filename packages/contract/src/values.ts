/** A person's date, sex and entity as people write them in files and forms: into the contract's values. */
import { ENTIDADES, buscarEntidad } from '@curp-service/core';

/** The parts of a date, as the contract has them. */
export interface DateParts {
  readonly anio: string;
  readonly mes: string;
  readonly dia: string;
}

/** An hour and its zone, as databases and spreadsheets write them: `00:00:00-06`, `12:00:00 a. m.`. */
const HORA = '(?:[T ][\\d:.,]+(?:\\s?[ap]\\.?\\s?m\\.?)?(?:Z|[+-]\\d\\d(?::?\\d\\d)?)?)?';
/** `1990-05-17`, `1990/5/17`, `19900517`, with or without an hour behind, as databases write them. */
const ANIO_PRIMERO = new RegExp(`^(\\d{4})(?:([-/. ])(\\d\\d?)\\2(\\d\\d?)|(\\d\\d)(\\d\\d))${HORA}$`, 'i');
/** `17/05/1990`, `17-5-1990`, `17.05.1990`, `17 05 1990`: in Mexico the day comes first. */
const DIA_PRIMERO = new RegExp(`^(\\d\\d?)([-/. ])(\\d\\d?)\\2(\\d{4})${HORA}$`, 'i');
/** `17 de mayo de 1990`, `17-may-1990`, `17/May/1990`. */
const CON_MES = /^(\d\d?)(?:[-/. ]| de )([a-z]{3,10})\.?(?:[-/. ]| del? )(\d{4})$/i;
/** The months, to be written in full or by their first letters, three at least. */
const MESES =
  'enero/january febrero/february marzo/march abril/april mayo/may junio/june julio/july agosto/august septiembre/september octubre/october noviembre/november diciembre/december'.split(
    ' ',
  );

/** `null`: it cannot be understood. Whether the day exists is not judged here. */
export function readDate(texto: string): DateParts | null {
  const limpio = texto.trim();
  const [, anio, , mes, dia, mm, dd] = ANIO_PRIMERO.exec(limpio) ?? [];
  if (anio !== undefined) return fecha(anio, mes ?? mm, dia ?? dd);
  const [, d, , m, a] = DIA_PRIMERO.exec(limpio) ?? [];
  return a === undefined ? conMes(limpio) : fecha(a, m, d);
}

function conMes(texto: string): DateParts | null {
  const [, dia, nombre = '', anio] = CON_MES.exec(texto) ?? [];
  if (anio === undefined) return null;
  const escrito = nombre.toLowerCase();
  const mes = MESES.findIndex((nombres) => nombres.split('/').some((uno) => uno.startsWith(escrito))) + 1;
  return mes === 0 ? null : fecha(anio, String(mes), dia);
}

const fecha = (anio: string, mes = '', dia = ''): DateParts => ({
  anio,
  mes: mes.padStart(2, '0'),
  dia: dia.padStart(2, '0'),
});

const SEXOS: ReadonlyMap<string, 'H' | 'M' | 'X'> = new Map([
  ['h', 'H'],
  ['hombre', 'H'],
  ['masculino', 'H'],
  ['m', 'M'],
  ['mujer', 'M'],
  ['femenino', 'M'],
  ['x', 'X'],
  ['no binario', 'X'],
  ['no binaria', 'X'],
]);

/** The keys and abbreviations as the catalogue has them: most need no closer look. */
const CLAVES: ReadonlyMap<string, string> = new Map(
  ENTIDADES.flatMap(({ claveEntidad, abreviaturaEntidad }) => [
    [claveEntidad, claveEntidad],
    [abreviaturaEntidad, claveEntidad],
  ]),
);

/** `H`, `M` or `X` of a letter or a word; anything else as it is. There is no `F`: with it, `M` would be a man. */
export function readSex(texto: string): string {
  return (
    SEXOS.get(
      texto
        .trim()
        .toLowerCase()
        .replace(/[-_\s]+/g, ' '),
    ) ?? texto
  );
}

/** The key of an entity, an abbreviation or a name (`NL`, `Nuevo León`); anything else as it is. */
export function readEntity(texto: string): string {
  return CLAVES.get(texto) ?? buscarEntidad(texto)?.claveEntidad ?? texto;
}
