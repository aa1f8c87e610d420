/** Decides how a file is read, by what the user declares and by what its rows show. The order of the rows does not matter. */
import type { ReadingOptions } from '@curp-service/contract/file-options';
import { type Convention, type Encoding, NULL_WORDS, type Reading } from '@curp-service/contract/reading';
import { KNOWN_IN_HEADER } from '../read/header.js';
import type { Evidence, SightName } from './evidence.js';

export interface DeclaredOptions extends ReadingOptions {
  readonly formato: 'csv' | 'ndjson';
  readonly codificacion?: Encoding | undefined;
}

/** One of two conventions prevails over the other if it is seen so many times as often. */
const TIMES = 10;

/** The value of a convention as it is decided from the rows. */
type Decided<T> = readonly [value: T, basis: 'vista' | 'supuesta'];

export function decideReading(evidence: Evidence, options: DeclaredOptions): Reading {
  const header = decideHeader(evidence, options);
  const { formato, codificacion, sexo, fechas, siglo, nulos, nombre_completo } = options;
  const by = <T, E extends SightName = never>(
    declared: T | undefined,
    [value, basis]: Decided<T>,
    ...names: readonly E[]
  ): Convention<T, E> => {
    const seen = names.map((name) => {
      const { count, row } = evidence.sights[name];
      return [name, { count, row: count > 0 ? Math.max(row + header[0], 0) : 0 }];
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which `Object.fromEntries` forgets
    const shown = Object.fromEntries(seen) as Convention<T, E>['evidence'];
    if (declared !== undefined) return { value: declared, basis: 'declarada', evidence: shown };
    return { value, basis, evidence: shown };
  };
  return {
    codificacion: withMark(by(codificacion, decideEncoding(evidence), 'notUtf8', 'utf8'), evidence),
    encabezado: by(formato === 'csv' ? options.encabezado : undefined, header),
    sexo: by<Reading['sexo']['value'], 'H' | 'F' | 'M' | 'digits'>(sexo, decideSex(evidence), 'H', 'F', 'M', 'digits'),
    fechas: by<Reading['fechas']['value'], 'dayFirst' | 'monthFirst' | 'unproven'>(
      fechas,
      decideOrder(evidence),
      'dayFirst',
      'monthFirst',
      'unproven',
    ),
    siglo: by<number | null, 'shortYears'>(siglo, [null, 'supuesta'], 'shortYears'),
    nulos: by(nulos, [NULL_WORDS, 'supuesta'], 'surnames'),
    nombre_completo: by<'apellidos' | 'nombres' | null>(nombre_completo, [null, 'supuesta']),
  };
}

const withMark = (
  { evidence, ...decided }: Convention<Encoding, 'notUtf8' | 'utf8'>,
  { mark }: Evidence,
): Reading['codificacion'] => ({
  ...decided,
  evidence: { ...evidence, mark: mark === null ? { count: 0, row: 0 } : { count: 1, row: 1 } },
});

function decideHeader({ header }: Evidence, { formato, encabezado }: DeclaredOptions): Decided<number> {
  if (formato === 'ndjson') return [0, 'supuesta'];
  return [encabezado ?? Math.max(header.row, 1), header.count >= KNOWN_IN_HEADER ? 'vista' : 'supuesta'];
}

function decideEncoding({ mark, sights }: Evidence): Decided<Encoding> {
  const { notUtf8, utf8 } = sights;
  if (mark !== null) return [mark, 'vista'];
  if (notUtf8.count > 0 && utf8.count * TIMES <= notUtf8.count) return ['windows-1252', 'vista'];
  return ['utf-8', notUtf8.count + utf8.count > 0 ? 'vista' : 'supuesta'];
}

function decideSex({ sights }: Evidence): Decided<'hm' | 'fm' | 'mixta'> {
  const h = sights.H.count;
  const f = sights.F.count;
  if (h === 0 && f === 0) return ['hm', 'supuesta'];
  if (h >= f * TIMES) return ['hm', 'vista'];
  return f >= h * TIMES ? ['fm', 'vista'] : ['mixta', 'vista'];
}

function decideOrder({ sights }: Evidence): Decided<'dma' | 'mda' | 'mixta'> {
  const { dayFirst, monthFirst } = sights;
  if (dayFirst.count > 0 && monthFirst.count > 0) return ['mixta', 'vista'];
  if (monthFirst.count > 0) return ['mda', 'vista'];
  return ['dma', dayFirst.count > 0 ? 'vista' : 'supuesta'];
}

/** Whether two readings read every row alike. Their evidence may differ. */
export function sameReading(a: Reading, b: Reading): boolean {
  return JSON.stringify(essence(a)) === JSON.stringify(essence(b));
}

/** Everything that the meaning of a row depends on. */
const essence = ({ codificacion, encabezado, sexo, fechas, siglo, nulos, nombre_completo }: Reading): unknown => [
  codificacion.value,
  hasOneEncoding(codificacion),
  encabezado.value,
  sexo.value,
  isUnexpected(sexo, 'H'),
  isUnexpected(sexo, 'F'),
  fechas.value,
  siglo.value,
  nulos.value,
  nombre_completo.value,
];

/** Whether a row that looks like another encoding contradicts the reading. */
export const hasOneEncoding = ({ value, basis, evidence }: Reading['codificacion']): boolean =>
  basis !== 'declarada' && evidence.mark.count === 0 && (value === 'utf-8' || evidence.utf8.count === 0);

/** Whether a letter of the sexes would have changed the reading, had it been seen in time. */
export function isUnexpected({ value, basis, evidence }: Reading['sexo'], letter: 'H' | 'F'): boolean {
  return basis !== 'declarada' && evidence[letter].count === 0 && value === (letter === 'F' ? 'hm' : 'fm');
}
