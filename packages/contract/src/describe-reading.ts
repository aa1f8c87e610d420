/** Describes how a file is read: one sentence for each convention, with its evidence. */
import { CONVENTION_NAMES, type StoredReading, describeConvention } from './conventions/table.js';
import type { Language } from './language.js';
import { messageInWords } from './words/in-words.js';
import { type Surface, WIRE } from './words/message.js';
import type { SentenceId } from './words/sentences.js';
import type { Basis, ConventionName } from './reading.js';

/** One convention in words. */
export interface DescribedConvention {
  readonly convencion: ConventionName;
  readonly origen: Basis;
  readonly texto: string;
}

/** How a file is read, in words. */
export type DescribedReading = readonly DescribedConvention[];

/** The words for a CSV with each delimiter. */
const SEPARATIONS: Readonly<Partial<Record<string, SentenceId>>> = {
  ',': 'separado_por_comas',
  ';': 'separado_por_punto_y_coma',
  '\t': 'separado_por_tabuladores',
  '|': 'separado_por_barras',
  '^': 'separado_por_circunflejos',
  '~': 'separado_por_tildes',
};

/** Says what separates the cells of a row; `null` if no sign of the list does. */
export function delimiterInWords(delimiter: string, language: Language): string | null {
  const id = SEPARATIONS[delimiter];
  return id === undefined ? null : messageInWords({ id }, WIRE, language);
}

/**
 * Describes the conventions that matter for this file. `isSheet`: the encoding of a workbook is no convention. If several
 * sheets are read, each sentence about one of them begins with its name. An absent convention has no sentence.
 */
export function describeReading(
  reading: StoredReading,
  language: Language,
  isSheet = false,
  surface: Surface = WIRE,
): DescribedConvention[] {
  const { hojas } = reading;
  if (hojas === undefined) return describeSheet(reading, language, isSheet, surface);
  return [reading, ...hojas].flatMap((each) => {
    const { value = null, otras = [] } = each.hoja ?? {};
    return describeSheet(each, language, isSheet, surface).flatMap((described) => {
      if (described.convencion === 'hoja') return otras.length > 0 ? [described] : [];
      const parts = { hoja: [value ?? ''], frase: described.texto };
      return [{ ...described, texto: messageInWords({ id: 'hoja_de_la_frase', parts }, surface, language) }];
    });
  });
}

function describeSheet(
  reading: StoredReading,
  language: Language,
  isSheet: boolean,
  surface: Surface,
): DescribedConvention[] {
  return CONVENTION_NAMES.flatMap((convencion) => {
    const convention = isSheet && convencion === 'codificacion' ? undefined : reading[convencion];
    const message = describeConvention(convencion, convention);
    if (convention === undefined || message === null) return [];
    return [{ convencion, origen: convention.basis, texto: messageInWords(message, surface, language) }];
  });
}

/** The bytes of the sentences in `Lote-Lectura`: with the sentence about others and the totals, the headers `Lote-*` have at most 3 kB. */
const MAX_TOLD = 2500;

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Writes a described reading as the value of the header `Lote-Lectura`: JSON in ASCII. HTTP clients bound the headers of an answer,
 * so sentences that do not fit are left out, and the last one, with the convention of the first of them, says where they are.
 */
export function readingHeader(described: DescribedReading, language: Language): string {
  const told: DescribedConvention[] = [];
  const left: DescribedConvention[] = [];
  let length = 0;
  for (const each of described) {
    const withThis = length + asciiJson(each).length + 1;
    (withThis <= MAX_TOLD ? told : left).push(each);
    if (withThis <= MAX_TOLD) length = withThis;
  }
  const [first] = left;
  if (first !== undefined) {
    const message = { id: 'frases_que_no_caben', parts: { n: left.length } } as const;
    told.push({ ...first, texto: messageInWords(message, WIRE, language) });
  }
  return asciiJson(told);
}
