/** Words findings and notices for people: a message names the datum as a sentence does, and its positions are ranges. */
import { type Hallazgo, hallazgo } from '@curp-service/core';
import { WIRE_NAMES } from './answers.js';
import { type RowError, type RowProblem, errorInWords, rowProblemInWords, toRowError } from './codes/file.js';
import { CORE_OPTIONS, type Language, quote } from './language.js';
import { messageInWords } from './words/in-words.js';
import type { Surface } from './words/message.js';
import type { Reason } from './words/reasons.js';
import * as en from './textos/en.js';
import * as es from './textos/es.js';
import { CELL, fieldName } from './people-words.js';

/** A finding as data. */
interface Finding extends Pick<Hallazgo, 'codigo' | 'dato' | 'esperado' | 'partes'> {
  /** The names that a doubtful name would be, which only a file shows. */
  readonly seria?: readonly string[];
}

export function findingMessage({ codigo, dato, esperado, partes }: Finding, language: Language): string {
  const key = [codigo, dato, language, esperado, ...Object.values(partes ?? {})].join(' ');
  const known = messagesBefore.get(key);
  if (known !== undefined) return known;
  const asuntos = language === 'en' ? en.asuntos : es.asuntos;
  const gaps = { ...partes, esperado, dato: asuntos[dato] };
  const { mensaje } = hallazgo(codigo, dato, CORE_OPTIONS[language], undefined, gaps);
  const message = mensaje.charAt(0).toUpperCase() + mensaje.slice(1);
  if (messagesBefore.size < MOST_REMEMBERED) messagesBefore.set(key, message);
  return message;
}

/** The first messages, because many rows have the same. Parts are signs and usual words, never a name. */
const messagesBefore = new Map<string, string>();
const MOST_REMEMBERED = 1000;

/** Why a row with a key needs a review, as data. */
export type Notice = Reason | Finding;

/** Notices are for people, who read the same words everywhere. */
const NOTICE: Surface = { ...CELL, datum: fieldName };

/** An error or a notice of a row: its id, which is public and never changes, its datum and its sentence. */
export interface Motivo {
  readonly id: string;
  readonly campo: string | null;
  readonly texto: string;
}

/** Words the notices of a row, each once: several positions may have the same finding. */
export const noticesInWords = (notices: readonly Notice[], language: Language): string[] =>
  motivosOf(notices, language).map(({ texto }) => texto);

/** Returns the notices of a row with their ids, each once. */
export function motivosOf(notices: readonly Notice[], language: Language): Motivo[] {
  const all = notices.map((notice): Motivo => {
    if ('codigo' in notice)
      return { id: notice.codigo, campo: WIRE_NAMES[notice.dato], texto: noticeOfFinding(notice, language) };
    const { id, campo, parts = {} } = notice;
    return { id, campo, texto: messageInWords({ id, parts }, NOTICE, language) };
  });
  return all.length < 2 ? all : all.filter(({ texto }, i) => all.findIndex((each) => each.texto === texto) === i);
}

/** Returns the error of a row, its other problems, then its doubts, each with its id. Of a datum, only the first is told. */
export function motivosOfError(
  error: RowError,
  others: readonly (RowProblem | Notice)[],
  surface: Surface,
  language: Language,
): Motivo[] {
  const { id, parametro } = error;
  const first = { id, campo: parametro, texto: errorInWords(error, surface, language) };
  const problems = others.flatMap((each): Motivo[] =>
    'cause' in each
      ? [{ id: each.cause, campo: toRowError(each).parametro, texto: rowProblemInWords(each, surface, language) }]
      : [],
  );
  const notices = others.flatMap((each) => ('cause' in each ? [] : motivosOf([each], language)));
  const all = [first, ...problems, ...notices];
  return all.filter(({ campo }, i) => all.findIndex((each) => each.campo === campo) === i);
}

/** Words the error of a row, its other problems and its doubts. */
export const errorsInWords = (...told: Parameters<typeof motivosOfError>): string =>
  motivosOfError(...told)
    .map(({ texto }) => texto)
    .join(' ');

function noticeOfFinding(finding: Finding, language: Language): string {
  const frase = findingMessage(finding, language);
  if (finding.seria === undefined) return frase;
  const nombres = finding.seria.map((name) => quote(name, language)).join(' ');
  return messageInWords({ id: 'seria', parts: { frase, nombres } }, NOTICE, language);
}

/** Writes ordered positions as ranges: `5-10, 17`. */
export function positionRanges(posiciones: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const posicion of posiciones) {
    const last = runs.at(-1);
    if (last?.[1] === posicion - 1) last[1] = posicion;
    else runs.push([posicion, posicion]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
