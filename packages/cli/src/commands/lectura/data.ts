/** The files of JSON that describe parts: the count of one part, and the reading that all parts share. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Reading } from '@curp-service/contract/reading';
import type { Evidence, FileFrame, LoteOptions, PartPlace } from '@curp-service/lote';
import { BUILD } from '@curp-service/server/version';
import { tell } from '../../environment.js';
import type { TextFacts } from '../../files/measured.js';
import { type CommandFailure, EXIT, commandFailure, systemReason } from '../../failure.js';
import { words } from '../../textos/words.js';

/** How the user says that a file is read. */
export type ReadingDeclared = Omit<
  LoteOptions,
  'language' | 'excel' | 'duplicates' | 'duplicateMemory' | 'onUnderstood' | 'onRow' | 'overrides' | 'reading' | 'part'
>;

/** A part, as it was counted. */
interface CountedPart extends TextFacts {
  /** The name of its file, without the folder. */
  readonly nombre: string;
  readonly filas: number;
  readonly repite_encabezado: boolean;
}

interface Made {
  /** The version of the program. */
  readonly curp: string;
  readonly opciones: ReadingDeclared;
  readonly marco: FileFrame;
}

export interface CountFile extends Made {
  readonly tipo: 'conteo';
  readonly parte: CountedPart;
  /** The first part, by whose header it was counted; `null` if it was counted by its own. */
  readonly primera: string | null;
  /** True if it ends inside quotes. */
  readonly abierta: boolean;
  /** The reading by which it was counted. */
  readonly supuesta: Reading;
  readonly evidencia: Evidence;
}

export interface ReadingFile extends Made {
  readonly tipo: 'lectura';
  readonly lectura: Reading;
  /** The key of the hashes of people. */
  readonly secreto: string;
  readonly partes: readonly (CountedPart & { readonly antes: number })[];
  /** The parts that must be counted again, because all of them prove another reading than that by which they were counted. */
  readonly por_contar: readonly string[];
}

export const partName = (path: string): string => basename(path);

/** The order of the parts of a file. */
const ORDER = new Intl.Collator('es', { numeric: true });
export const inOrder = <T>(parts: readonly T[], nameOf: (part: T) => string): T[] =>
  parts.toSorted((a, b) => ORDER.compare(nameOf(a), nameOf(b)) || (nameOf(a) < nameOf(b) ? -1 : 1));

/** Throws if two parts have the same name. */
export function requireDifferent(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw refusal(...words('lectura_la_misma_parte', { twice }));
}

export const refusal = (es: string, en: string): CommandFailure => commandFailure(EXIT.USAGE, es, en);

/** Returns the text of a file that the user names. */
export function readGiven(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = systemReason(error);
    throw commandFailure(EXIT.IO, ...words('lectura_no_se_puede', { path, reason }));
  }
}

/** Returns what a JSON file of this program holds; `null` if it is none. */
export function parseMade(written: string): CountFile | ReadingFile | null {
  try {
    const value: unknown = JSON.parse(written);
    const isMade = typeof value === 'object' && value !== null && 'tipo' in value && 'curp' in value;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever asks checks the kind and the version
    return isMade && (value.tipo === 'conteo' || value.tipo === 'lectura') ? (value as CountFile | ReadingFile) : null;
  } catch {
    return null;
  }
}

/** Reads a count or a reading. Throws if the file is none of this version. */
export function readMade<K extends 'conteo' | 'lectura'>(
  path: string,
  kind: K,
): Extract<CountFile | ReadingFile, { tipo: K }> {
  const made = parseMade(readGiven(path));
  if (made?.tipo !== kind) {
    throw kind === 'conteo'
      ? refusal(...words('lectura_no_es_un', { path }))
      : refusal(...words('lectura_no_es_una', { path }));
  }
  if (made.curp !== BUILD) {
    throw refusal(...words('lectura_es_de_otra', { path, curp: made.curp, build: BUILD }));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its kind was just compared
  return made as Extract<CountFile | ReadingFile, { tipo: K }>;
}

/** Reads a reading by which parts are answered. */
export function readLectura(path: string): ReadingFile {
  const lectura = readMade(path, 'lectura');
  const [again] = lectura.por_contar;
  if (again === undefined) return lectura;
  throw refusal(...words('lectura_no_esta_completa', { path, again }));
}

/** Returns where a part stands in its file; `undefined` for the first one. */
export function placeOf({ marco, partes }: ReadingFile, part: ReadingFile['partes'][number]): PartPlace | undefined {
  if (part === partes[0]) return undefined;
  return { ...marco, before: part.antes, repeatsHeader: part.repite_encabezado };
}

/** Finds a part by the name of its file. */
export function findPart(lectura: ReadingFile, path: string): ReadingFile['partes'][number] {
  const name = partName(path);
  const found = lectura.partes.find(({ nombre }) => nombre === name);
  if (found !== undefined) return found;
  throw refusal(...words('lectura_no_es_una_parte', { name, lectura: listed(lectura) }));
}

const MOST_LISTED = 3;

function listed({ partes }: ReadingFile): string {
  const names = partes.slice(0, MOST_LISTED).map(({ nombre }) => nombre);
  const more = partes.length - names.length;
  return more > 0 ? `${names.join(', ')} ${tell('lectura_y_mas', { more })}` : names.join(', ');
}
