/** Reads the id of a request and, from its query string and body, one value per parameter or a list of problems. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Problem } from '@curp-service/contract/envelope';
import { repeatedNames } from '@curp-service/contract/columns/repeated-names';

export const MAX_URL_LENGTH = 8192;

/** Every parameter of the contract. All operations share this one object shape, which keeps reading values fast. */
export const NO_PARAMETER_VALUES = {
  token: undefined,
  nombres: undefined,
  apellido_paterno: undefined,
  apellido_materno: undefined,
  anio_nacimiento: undefined,
  mes_nacimiento: undefined,
  dia_nacimiento: undefined,
  sexo: undefined,
  entidad: undefined,
  detalle: undefined,
  curp: undefined,
  rfc: undefined,
};
export type Parameter = keyof typeof NO_PARAMETER_VALUES;

/** The value that the client sent for each known parameter; `undefined` if it sent none. */
export type ParameterValues<P extends string = Parameter> = Readonly<Record<P | 'token', string | undefined>>;
type WritableValues<P extends string> = Record<P | 'token', string | undefined>;

export interface KnownParameters<P extends string = Parameter> {
  readonly names: ReadonlyMap<string, P | 'token'>;
  /** The values before anything is read. */
  readonly empty: ParameterValues<P>;
  /** True if the query string is ignored. */
  readonly bodyOnly?: true;
}

/** Returns the known parameters of an operation: its own, and the token, which every operation knows. */
export function knowParameters<P extends string>(
  parameters: readonly P[],
  empty: ParameterValues<P>,
): KnownParameters<P> {
  const all = ['token', ...parameters] as const;
  return { names: new Map(all.map((parameter) => [parameter, parameter])), empty };
}

/** The values that a yes-or-no parameter accepts. */
export const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);

/** Returns whether a body is not compressed and in UTF-8, as its headers say. ASCII is UTF-8, too. */
export const isPlainUtf8 = (headers: IncomingHttpHeaders): boolean =>
  !isCompressed(headers) &&
  Array.from((headers['content-type'] ?? '').matchAll(/;\s*charset\s*=\s*"?([^\s";]*)/gi)).every(([, charset = '']) =>
    /^(utf-?8|us-ascii)$/i.test(charset),
  );

export const isCompressed = ({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): boolean =>
  !/^(\s*identity\s*)?$/i.test(encoding);

/** A body of a type that the service accepts, not yet parsed. */
export interface RequestBody {
  readonly type: 'json' | 'form';
  readonly bytes: Buffer;
}

export function queryOf(url = ''): string {
  const questionMark = url.indexOf('?');
  return questionMark === -1 ? '' : url.slice(questionMark + 1);
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });
const BAD_ENCODING: Problem = { cause: 'codificacion' };
const BAD_JSON: Problem = { cause: 'json' };

/** Reads one value per known parameter. Unknown names are ignored; a known name sent twice is a problem. */
export function readParameters<P extends string>(
  query: string,
  body: RequestBody | undefined,
  { names, empty, bodyOnly }: KnownParameters<P>,
): { readonly values: ParameterValues<P>; readonly problems: readonly Problem[] } {
  const found: FoundParameters<P> = { names, values: { ...empty }, problems: [] };
  if (bodyOnly !== true) readForm(query, found);
  if (body !== undefined) (body.type === 'json' ? readJson : readFormBytes)(body.bytes, found);
  return found;
}

interface FoundParameters<P extends string> {
  readonly names: KnownParameters<P>['names'];
  readonly values: WritableValues<P>;
  readonly problems: Problem[];
}

function reportRepeated<P extends string>({ problems }: FoundParameters<P>, parametro: string): void {
  if (!problems.some((problem) => problem.parametro === parametro)) problems.push({ cause: 'repetido', parametro });
}

/** Reads the pairs of `a=1&b=2`, which are percent-encoded UTF-8 with `+` for a space. */
function readForm<P extends string>(raw: string, found: FoundParameters<P>): void {
  const { names, values, problems } = found;
  const text = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand === -1 ? text.length : ampersand;
    const sign = text.indexOf('=', start);
    const equals = sign === -1 || sign > end ? end : sign;
    const name = decodePercent(text.slice(start, equals));
    const value = decodePercent(text.slice(equals + 1, end));
    if (name === null || value === null) {
      problems.push(BAD_ENCODING);
      return;
    }
    const parameter = names.get(name);
    if (parameter !== undefined) {
      if (values[parameter] !== undefined) reportRepeated(found, parameter);
      values[parameter] = value;
    }
    start = end + 1;
  }
}

/** Decodes percent-encoded UTF-8. Returns `null` if the text is malformed. */
function decodePercent(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Returns `null` if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Buffer): string | null {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return null;
  }
}

function readFormBytes<P extends string>(bytes: Buffer, found: FoundParameters<P>): void {
  const text = decodeUtf8(bytes);
  if (text === null) found.problems.push(BAD_ENCODING);
  else readForm(text, found);
}

/** Reads the members of a JSON object. Numbers and booleans count as the text that a form would send; `null` counts as absent. */
function readJson<P extends string>(bytes: Buffer, found: FoundParameters<P>): void {
  const { names, values, problems } = found;
  if (bytes.length === 0) return;
  const text = decodeUtf8(bytes);
  const object = text === null ? null : parseJson(text);
  if (text === null || typeof object !== 'object' || object === null || Array.isArray(object)) {
    problems.push(BAD_JSON);
    return;
  }
  for (const { name, depth } of repeatedNames(text)) {
    const parameter = names.get(name);
    if (parameter !== undefined && depth === 1) reportRepeated(found, parameter);
  }
  for (const [name, value] of Object.entries(object)) {
    const parameter = names.get(name);
    if (value === null || parameter === undefined) continue;
    if (values[parameter] !== undefined) reportRepeated(found, parameter);
    if (typeof value === 'object') problems.push({ cause: 'valor', parametro: parameter });
    else values[parameter] = typeof value === 'boolean' ? String(Number(value)) : String(value);
  }
}

/** Returns `null` if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The id of a proxy: a UUID or 32 hexadecimal digits. No other text may reach the log. */
const PROXY_ID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/** Returns a function that numbers the requests of this process, but keeps the id of a trusted proxy. */
export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  const prefix = randomBytes(5).toString('hex');
  let number = 0;
  return (request) => {
    const given = trustProxy ? request.headers['x-request-id'] : undefined;
    return typeof given === 'string' && PROXY_ID.test(given) ? given : `${prefix}-${++number}`;
  };
}
