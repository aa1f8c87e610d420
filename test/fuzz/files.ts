/** Files of people: good ones, broken ones, and bytes that are no file. */
import { anyKey, anyPerson, anyText } from './values.js';
import type { Random } from './random.js';

const NAMES =
  'nombres apellido_paterno apellido_materno anio_nacimiento mes_nacimiento dia_nacimiento sexo entidad curp';
const COLUMNS = NAMES.split(' ');
const SYNONYMS = [
  'Nombre(s)',
  'paterno',
  'MATERNO',
  'fecha_nacimiento',
  'sexo',
  'estado',
  'lugar de nacimiento',
  'Sexo (M/F)',
  'calle',
  'curp',
  '__proto__',
  '',
];
/** The most bytes of a row. */
const LONG = 1_048_576;

export interface AnyFile {
  readonly format: 'csv' | 'ndjson';
  readonly bytes: Buffer;
}

/** Returns a file of at most `most` rows. */
export function anyFile(random: Random, most: number): AnyFile {
  const format = random.pick(['csv', 'ndjson'] as const);
  if (random.oneIn(12)) return { format, bytes: random.bytes(random.below(5000)) };
  const text = format === 'csv' ? csv(random, most) : ndjson(random, most);
  const bytes = encode(random, text);
  return { format, bytes: random.oneIn(3) ? random.mutate(bytes) : bytes };
}

/** Returns a CSV in UTF-8 that every reader can read, and the number of its rows. */
export function goodFile(random: Random, most: number): AnyFile & { readonly rows: number } {
  const rows = random.some(most, () => anyPerson(random));
  const quoted = (text = ''): string => `"${text.toWellFormed().replaceAll('"', '""')}"`;
  const lines = rows.map((row) => COLUMNS.map((column) => quoted(row[column])).join(','));
  return {
    format: 'csv',
    rows: rows.length,
    bytes: Buffer.from([NAMES.replaceAll(' ', ','), ...lines, ''].join('\n')),
  };
}

function csv(random: Random, most: number): string {
  const names = random.oneIn(4) ? random.some(12, () => random.pick([...SYNONYMS, ...COLUMNS])) : COLUMNS;
  const wide = random.oneIn(60) ? Array.from({ length: random.below(3000) }, (_, i) => `c${i}`) : [];
  const separator = random.pick([',', ',', ';', '\t', '|', '^']);
  const end = random.pick(['\n', '\n', '\r\n', '\r']);
  const cell = (text: string): string => {
    if (random.oneIn(20_000)) return 'a'.repeat(LONG - 100 + random.below(200));
    return random.oneIn(3) ? `"${text.replaceAll('"', random.oneIn(9) ? '"' : '""')}"` : text;
  };
  const row = (): string => {
    if (random.oneIn(15))
      return random.pick([
        '',
        '"',
        'a,b',
        'TOTAL',
        names.join(separator),
        separator.repeat(random.below(40)),
        anyText(random),
      ]);
    const person = new Map(Object.entries({ ...anyPerson(random), curp: anyKey(random) }));
    return names.map((column) => cell(person.get(column) ?? anyText(random))).join(separator);
  };
  const rows = repeated(random, most, row);
  return [[...names, ...wide].join(separator), ...rows].join(end) + random.pick(['', end, end + end]);
}

function ndjson(random: Random, most: number): string {
  const line = (): string => {
    const person: Record<string, unknown> = { ...anyPerson(random), curp: anyKey(random) };
    if (random.oneIn(8)) person[anyText(random)] = random.pick([null, 5, true, [], {}, anyText(random)]);
    const text = JSON.stringify(person);
    if (random.oneIn(20))
      return random.pick(['', '[]', '{', 'null', '{"a":1,"a":2}', '['.repeat(random.below(5000)), text + text]);
    if (random.oneIn(30)) return `{${Array.from({ length: random.below(3000) }, (_, i) => `"k${i}":""`).join(',')}}`;
    return random.oneIn(15) ? text.replace('":"', '":"",":"') : text;
  };
  return repeated(random, most, line).join(random.pick(['\n', '\n', '\r\n'])) + random.pick(['', '\n']);
}

/** Returns up to `most` rows of a few kinds: files may be long, and each kind costs time to create. */
function repeated(random: Random, most: number, make: () => string): string[] {
  const kinds = Array.from({ length: 1 + random.below(5) }, make);
  return random.some(most, () => random.pick(kinds));
}

function encode(random: Random, text: string): Buffer {
  return random.pick<() => Buffer>([
    () => Buffer.from(text),
    () => Buffer.from(text),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'latin1'),
    () => Buffer.from(`\ufeff${text}`, 'utf16le'),
    () => Buffer.from(random.oneIn(2) ? text : `\ufeff${text}`, 'utf16le').swap16(),
    () => Buffer.concat([Buffer.from(text), Buffer.from(text, 'latin1')]),
  ])();
}
