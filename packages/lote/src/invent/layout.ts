/** Writes invented people in the layout of an office, as a payroll program does: capitals without accents, a sign for Ñ. */
import { type Layout, positionsOf } from '@curp-service/contract/layouts';
import type { InventedPerson } from './people.js';

const LINE_BREAK = '\r\n';
/** The letters of a sex under each convention; H, M and X if none is named. */
const SEX_CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fm: { H: 'M', M: 'F' },
  vh: { H: 'V', M: 'H' },
  '12': { H: '1', M: '2' },
  '123': { H: '1', M: '2', X: '3' },
};
/** The width of a cell in a table, in characters. */
const CELL_WIDTH = 11;

export interface LayoutWriter {
  /** The first line; empty if the layout has none. */
  readonly start: string;
  /** Returns the line of a person. `ownKey` is her key without a slip, from which her RFC is made. */
  readonly line: (person: InventedPerson, ownKey: string) => string;
  /** Returns the last line; empty if the layout has none. */
  readonly end: (count: number) => string;
}

export function layoutWriter(layout: Layout): LayoutWriter {
  const { campos, delimitador, columnas = 0, largo, muestra = {}, inicio, final, enie = 'Ñ', nombre_completo } = layout;
  const places = Object.entries(campos).map(([name, place]) => {
    const [first, last] = positionsOf(place) ?? [1, 1];
    return { name, first, width: delimitador === undefined ? last + 1 - first : CELL_WIDTH };
  });
  const [, longest] = positionsOf(largo ?? '') ?? [1, Math.max(...places.map(({ first, width }) => first + width - 1))];
  const plain = (text: string): string =>
    text
      .toUpperCase()
      .replaceAll(/[ÁÉÍÓÚÜ]/g, (letter) => letter.normalize('NFD').charAt(0))
      .replaceAll('Ñ', enie);
  const dateWidth = places.find(({ name }) => name.endsWith('_nacimiento'))?.width ?? CELL_WIDTH;
  const textsOf = (person: InventedPerson, ownKey: string): Readonly<Record<string, string>> => {
    const { nombres, apellidoPaterno: first, apellidoMaterno: second, fechaNacimiento: date, sexo } = person;
    const whole = nombre_completo === 'apellidos' ? [first, second, nombres] : [nombres, first, second];
    return {
      curp: person.curp,
      rfc: `${ownKey.slice(0, 10)}XX0`,
      nombres: plain(nombre_completo === undefined ? nombres : whole.join('$')),
      segundo_nombre: '',
      apellido_paterno: plain(first),
      apellido_materno: plain(second),
      apellidos: plain(`${first} ${second}`),
      fecha_nacimiento: dateIn(date, layout.fechas, dateWidth),
      anio_nacimiento: date.slice(0, 4).slice(-dateWidth),
      mes_nacimiento: date.slice(5, 7),
      dia_nacimiento: date.slice(8),
      sexo: SEX_CODES[layout.sexo ?? '']?.[sexo] ?? sexo,
      entidad: person.entidad,
    };
  };
  /** Returns a field that is no datum of a person. Numbers that an office assigns are zeros, which belong to no person. */
  const other = (name: string, width: number): string =>
    muestra[name]?.[0]?.replace('99/99/9999', '02/01/2024') ?? '0'.repeat(width);
  const line = (person: InventedPerson, ownKey: string): string => {
    const data = textsOf(person, ownKey);
    const texts = places.map(({ name, first, width }) => {
      const text = data[name] ?? other(name, width);
      return [first, delimitador === undefined ? text.slice(0, width) : text] as const;
    });
    if (delimitador === undefined) return put(texts, longest);
    const cells = new Map(texts);
    return Array.from({ length: columnas }, (_, i) => cells.get(i + 1) ?? '').join(delimitador) + LINE_BREAK;
  };
  const end = (count: number): string => {
    if (final === undefined) return '';
    const [first, last] = positionsOf(final.cuenta ?? '') ?? [1, 0];
    const figures = last === 0 ? '' : String(count).padStart(last + 1 - first, '0');
    return put(
      [
        [1, final.empieza],
        [first, figures],
      ],
      longest,
    );
  };
  return {
    start: inicio === undefined || delimitador !== undefined ? '' : put([[1, inicio.empieza]], longest),
    line,
    end,
  };
}

/** Returns a line of this length with the texts at their positions. */
function put(texts: readonly (readonly [position: number, text: string])[], length: number): string {
  let line = ' '.repeat(length);
  for (const [position, text] of texts) {
    line = line.slice(0, position - 1) + text + line.slice(position - 1 + text.length);
  }
  return line + LINE_BREAK;
}

/** Returns a date in the order of the layout, with separators if they fit. */
function dateIn(date: string, order: string | undefined, width: number): string {
  if (order === undefined && width >= 10) return date;
  const [year = '', month = '', day = ''] = date.split('-');
  const parts = { dma: [day, month, year], mda: [month, day, year] }[order ?? ''] ?? [year, month, day];
  return parts.join(width < 10 ? '' : '/');
}
