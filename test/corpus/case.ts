/** Reads the cases of `corpus`: small files with what is to come of each row. `corpus/README.md` describes how they are written. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const corpus = fileURLToPath(new URL('../../corpus/', import.meta.url));

/** The ways that a case can go. */
export const WAYS = ['core', 'file', 'ndjson', 'xlsx', 'page', 'http'] as const;
export type Way = (typeof WAYS)[number];

/** What is expected of a row, or what a way made of it. */
export interface Verdict {
  /** `?`: the case is not finished. */
  readonly pile: 'lista' | 'revisar' | 'error' | '?';
  /** The key that the row gets; `undefined` if the case does not say. */
  readonly key: string | undefined;
  /** The ids of the reasons; `undefined` if the case, or the way, does not tell them. */
  readonly ids: readonly string[] | undefined;
  /** What the reasons say, or parts of it. */
  readonly said: readonly string[];
}

/** Why a file is refused: ids, as far as they are known. */
export interface Refused {
  readonly refused: readonly string[];
}

export interface Case {
  /** The file of the case and its title. */
  readonly name: string;
  readonly ways: readonly Way[];
  readonly options: Readonly<Record<string, string>>;
  /** The name of the stored file, or `caso.csv`. */
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The lines of the file as text; none if it is stored. */
  readonly lines: readonly string[];
  readonly expected: readonly Verdict[] | Refused;
  /** Sentences about how the file is read. */
  readonly told: readonly string[];
}

/** Settings of a case that are no options of its file. */
const OWN: ReadonlySet<string> = new Set(['file', 'ways', 'without', 'row', 'encoding', 'eol']);

/** One part of a corpus file: what stands above its first case, or a case. */
interface Part {
  title: string;
  readonly settings: Record<string, string>;
  readonly lines: { readonly text: string; readonly verdict: string | undefined }[];
  readonly told: string[];
}

/** Writes out `{U+00A0}`, and `{LF}`, `{CR}`, `{TAB}`, `{NUL}` and `{empty}`. */
const SIGNS: Readonly<Record<string, string>> = { LF: '\n', CR: '\r', TAB: '\t', NUL: '\0', empty: '' };
const unescaped = (text: string): string =>
  text
    .replaceAll(/\{U\+([\dA-F]{4,6})\}/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/\{(LF|CR|TAB|NUL|empty)\}/g, (_, sign: string) => SIGNS[sign] ?? '');

function partsOf(source: string, file: string): Part[] {
  const parts: Part[] = [{ title: '', settings: {}, lines: [], told: [] }];
  for (const [i, line] of source.split('\n').entries()) {
    const part = parts.at(-1);
    if (part === undefined || line.trim() === '' || /^#( |$)/.test(line)) continue;
    if (line.startsWith('== ')) parts.push({ title: line.slice(3).trim(), settings: {}, lines: [], told: [] });
    else if (line.startsWith('-> ')) part.told.push(line.slice(3).trim());
    else if (line.startsWith('-- ')) {
      const [, name, value] = /^-- (\w+)=(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`corpus/${file}:${i + 1}: no \`-- name=value\``);
      part.settings[name] = unescaped(value.trim());
    } else {
      const [, text = '', verdict] = /^(?:(.*?) *)??(?:=> (.*))?$/s.exec(line) ?? [];
      part.lines.push({ text, verdict: verdict?.trim() });
    }
  }
  return parts;
}

/** Reads `revisar OETR900517MDFLNN05 nombre_abreviado «lo usual es»`. */
function verdictOf(written: string, place: string): Verdict {
  const said = Array.from(written.matchAll(/«([^»]*)»/g), ([, text = '']) => text);
  const [pile, ...words] = written
    .replaceAll(/«[^»]*»/g, '')
    .split(/\s+/)
    .filter(Boolean);
  if (pile !== 'lista' && pile !== 'revisar' && pile !== 'error' && pile !== '?')
    throw new Error(`${place}: «${written}» begins neither with lista, revisar, error nor ?`);
  const isKey = (word: string): boolean => /^[A-ZÑ\d]{18}$/.test(word);
  const ids = words.filter((word) => !isKey(word)).toSorted();
  const key = pile === 'error' ? '' : words.find(isKey);
  return { pile, key, ids: ids.length === 0 && pile !== 'lista' ? undefined : ids, said };
}

function encoded(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-16be') return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16());
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  return new Uint8Array(Buffer.from(text, encoding === 'windows-1252' ? 'latin1' : 'utf8'));
}

/** Returns the date of birth of the person in a row, each another. */
const birth = (row: number): string => new Date(Date.UTC(1980, 0, 13 + 29 * row)).toISOString().slice(0, 10);

function caseOf({ title, settings, lines: own, told }: Part, shared: Part, source: string): Case {
  const name = `${source}: ${title}`;
  const all = { ...shared.settings, ...settings };
  const isStored = all['file'] !== undefined;
  const header = own[0]?.verdict === undefined || isStored ? [] : shared.lines;
  const { row = '*', eol = 'lf', encoding = 'utf-8' } = all;
  const written = own.filter(({ text, verdict }) => text !== '' || verdict === undefined);
  const lines = [...header, ...written].map(({ text, verdict }, i) =>
    unescaped(verdict === undefined ? text : row.replace('*', () => text).replace('{date}', () => birth(i))),
  );
  const verdicts = own.flatMap(({ verdict }) => verdict ?? []);
  const refused = verdicts.find((verdict) => verdict.startsWith('refused'));
  const { file = 'caso.csv' } = all;
  const left = (all['without'] ?? '').split(/\s+/);
  const ways = all['ways']?.split(/\s+/) ?? (isStored ? ['file', 'page', 'http'] : WAYS);
  const bytes = isStored
    ? new Uint8Array(readFileSync(`${corpus}files/${file}`))
    : encoded(lines.map((line) => `${line}${eol === 'crlf' ? '\r\n' : eol === 'cr' ? '\r' : '\n'}`).join(''), encoding);
  return {
    name,
    ways: WAYS.filter((way) => ways.includes(way) && !left.includes(way)),
    options: Object.fromEntries(Object.entries(all).filter(([setting]) => !OWN.has(setting))),
    file,
    bytes,
    lines: isStored ? [] : lines,
    told,
    expected:
      refused === undefined
        ? verdicts.map((verdict) => verdictOf(verdict, name))
        : { refused: refused.split(/\s+/).slice(1).toSorted() },
  };
}

/** Returns all cases. */
export function readCorpus(): Case[] {
  return globSync('*.txt', { cwd: corpus })
    .toSorted()
    .flatMap((file) => {
      const source = basename(file);
      const [shared, ...parts] = partsOf(readFileSync(`${corpus}${file}`, 'utf8'), source);
      return shared === undefined ? [] : parts.map((part) => caseOf(part, shared, source));
    });
}
