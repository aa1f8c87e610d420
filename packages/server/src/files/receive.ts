/** Receives the file of a request, its body or the file of a form, into the bytes that are kept. */
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Problem } from '@curp-service/contract/envelope';
import { MEDIA_TYPES, type WorkbookFormat } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import { type LoteOptions, jsonLines } from '@curp-service/lote';
import { Dicer } from '@fastify/busboy';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../access/gate.js';
import { isCompressed, queryOf, readParameters } from '../http/request.js';
import { Stream, StreamCut } from '../http/stream.js';
import {
  FILE_PARAMETERS,
  type RequestOptions,
  isFileType,
  jobName,
  readFileType,
  readOptions,
  workbookFormatOf,
} from './options.js';
import type { FileExchange } from './send.js';
import { FileRefused, type StoredBytes } from './task.js';

/** The maximum bytes of a form besides its file. */
const MAX_FIELD_BYTES = 16_384;
/** The maximum bytes of a boundary (RFC 2046). Searching for a longer one could take quadratic time. */
const MAX_BOUNDARY = 70;

const MALFORMED: Problem = { cause: 'lote_formulario' };
const ONE_FILE: Problem = { cause: 'lote_formulario_archivo' };
const LONG_FIELDS: Problem = { cause: 'lote_formulario_campos', parts: { limite: String(MAX_FIELD_BYTES) } };

const isForm = (contentType = ''): boolean => /^\s*multipart\/form-data\s*(;|$)/i.test(contentType);

interface PartHeaders {
  readonly 'content-disposition'?: readonly string[];
  readonly 'content-type'?: readonly string[];
}

/** Reads a form (`multipart/form-data`, RFC 7578) as it arrives: its fields, and its one file in pieces. */
export class Form {
  /** The fields read so far, URL-encoded. */
  fields = '';
  /** The name of the file, without folders. */
  fileName = '';
  fileType = '';
  readonly #read: () => Promise<Uint8Array | null>;
  readonly #parser: Dicer;
  readonly #finished: Promise<unknown>;
  /** The fields whose values are not in `fields` yet. */
  readonly #values: (readonly [name: string, value: Readable])[] = [];
  #file: Readable | null = null;
  #problem: Problem | null = null;
  #room = MAX_FIELD_BYTES;

  /** `read` returns the next bytes of the body, or `null` at the end. */
  constructor(contentType: string, read: () => Promise<Uint8Array | null>) {
    const boundary = parametersOf(contentType).get('boundary') ?? '';
    if (boundary === '' || boundary.length > MAX_BOUNDARY) this.#problem = MALFORMED;
    // A part takes every piece whole, so that a piece is parsed when its `write` returns.
    const options = { boundary, partHwm: Number.MAX_SAFE_INTEGER, maxHeaderSize: MAX_FIELD_BYTES };
    this.#parser = new Dicer(options).on('error', () => undefined);
    this.#parser.on('part', (part) =>
      part.on('error', () => undefined).on('header', (headers: PartHeaders) => this.#begin(part, headers)),
    );
    this.#finished = once(this.#parser, 'finish').catch(() => (this.#problem = MALFORMED));
    this.#read = read;
  }

  /** Reads the fields before the file. Throws `FileRefused` if the form is unusable. */
  async open(): Promise<void> {
    for (let goesOn = true; this.#file === null; goesOn = await this.#more()) {
      this.#check();
      if (!goesOn) throw new FileRefused([ONE_FILE]);
    }
  }

  /** Yields the bytes of the file, then reads the fields after it. Throws `FileRefused` if the form is unusable. */
  async *file(): AsyncGenerator<Uint8Array, void> {
    for (let goesOn = true; goesOn;) {
      this.#check();
      const piece: Buffer | null = this.#file?.read();
      if (piece === null) goesOn = await this.#more();
      else yield piece;
    }
    this.#check();
  }

  #begin(part: Readable, { 'content-disposition': [text = ''] = [], 'content-type': [type = ''] = [] }: PartHeaders) {
    const disposition = parametersOf(Buffer.from(text, 'latin1').toString());
    const name = disposition.get('name');
    const fileName = disposition.get('filename*') ?? disposition.get('filename');
    if (name === undefined) this.#problem ??= MALFORMED;
    else if (fileName === undefined) this.#values.push([name, part]);
    else if (this.#file !== null) this.#problem ??= ONE_FILE;
    else {
      this.#collect(); // the token is never behind the file
      if (this.#problem !== null) return;
      this.#file = part;
      this.fileName = fileName.replace(/^.*[/\\]/s, '');
      this.fileType = type.trim();
    }
  }

  /** Parses the next bytes of the body. Returns `false` at the end of the form. */
  async #more(): Promise<boolean> {
    const piece = await this.#read();
    if (piece === null) {
      this.#collect();
      this.#parser.end();
      await this.#finished;
    } else {
      this.#parser.write(piece);
      if (this.#file?.readableEnded !== false) this.#room -= piece.length;
      if (this.#room < 0) this.#problem ??= this.#values.length > 0 || this.#file !== null ? LONG_FIELDS : MALFORMED;
    }
    return piece !== null;
  }

  /** Adds the values to `fields`. */
  #collect(): void {
    for (const [name, value] of this.#values.splice(0)) {
      const bytes: Buffer = value.read() ?? Buffer.alloc(0);
      this.fields += `${percentEncode(Buffer.from(name))}=${percentEncode(bytes)}&`;
    }
    if (this.fields.length > MAX_FIELD_BYTES * '%xx'.length) this.#problem ??= LONG_FIELDS;
  }

  #check(): void {
    if (this.#problem !== null) throw new FileRefused([this.#problem]);
  }
}

/** Returns the parameters of a header like `form-data; name="archivo"; filename="lista.csv"`. */
function parametersOf(header: string): ReadonlyMap<string, string> {
  const found = header.matchAll(/;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g);
  return new Map(
    Array.from(found, ([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      name.endsWith('*') ? percentDecode(quoted ?? plain) : (quoted?.replaceAll('\\"', '"') ?? plain),
    ]),
  );
}

const percentEncode = (bytes: Buffer): string => bytes.toString('hex').replaceAll(/../g, '%$&');

/** Decodes a value like `UTF-8''N%C3%B3mina.csv`. */
function percentDecode(value: string): string {
  const encoded = value.replace(/^[^']*'[^']*'/, '');
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

interface IncomingForm {
  readonly form: Form;
  readonly stream: Stream;
  /** Why the form cannot be read; `null` if it can. */
  readonly problem: Problem | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The form that holds the file, already read up to the file. */
    form?: IncomingForm;
  }
}

/** The type of a file by the extension of its name. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['csv', MEDIA_TYPES.csv],
  ['tsv', MEDIA_TYPES.csv],
  ['txt', MEDIA_TYPES.csv],
  ['json', MEDIA_TYPES.ndjson],
  ['jsonl', MEDIA_TYPES.ndjson],
  ['ndjson', MEDIA_TYPES.ndjson],
  ['xlsx', MEDIA_TYPES.xlsx],
  ['xlsm', MEDIA_TYPES.xlsm],
]);

/** Returns the fewest bytes that a file has by the length of its body, or 0 if the client does not tell it. */
export const declaredBytes = ({ headers, form }: IncomingRequest): number =>
  Number(headers['content-length'] ?? 0) - (form === undefined ? 0 : MAX_FIELD_BYTES);

/** Asks a client that waits for `100 Continue` to send its file. */
function askForFile({ raw: { headers, httpVersionMinor } }: IncomingRequest, reply: FastifyReply): void {
  if (httpVersionMinor > 0 && /\b100-continue\b/i.test(headers.expect ?? '')) reply.raw.writeContinue();
}

/** Reads the fields of a form up to its file. Runs before all checks, because the token may be one of the fields. */
export async function openForm(request: IncomingRequest, reply: FastifyReply, maxIdleMs: number): Promise<void> {
  const { 'content-type': type = '' } = request.headers;
  if (!isForm(type)) return;
  askForFile(request, reply);
  const stream = new Stream(request.raw, reply.raw, maxIdleMs);
  const form = new Form(type, async () => stream.read());
  const problem: Problem | null = isCompressed(request.headers)
    ? { cause: 'lote_comprimido' }
    : await form.open().then(() => null, problemOf);
  request.form = { form, stream, problem };
  request.body = { type: 'form', bytes: Buffer.from(form.fields) };
}

function problemOf(error: unknown): Problem {
  if (error instanceof StreamCut) return { cause: error.reason };
  if (error instanceof FileRefused && error.problems[0] !== undefined) return error.problems[0];
  throw error;
}

/** A received file: how to answer it, its sheet and its name. */
export interface ReceivedFile {
  readonly options: LoteOptions & { readonly language: Language };
  /** The format of a workbook; absent for a text. */
  readonly libro?: { readonly formato: WorkbookFormat; readonly hoja?: string | undefined };
  readonly nombre: string | null;
}

/** Receives the file of a request. JSON becomes lines of NDJSON. Throws `FileRefused` if fields behind the file are wrong. */
export async function receiveFile(
  { request, reply, stream, language }: FileExchange,
  before: RequestOptions,
  bytes: Pick<StoredBytes, 'append' | 'finish'>,
): Promise<ReceivedFile> {
  if (request.form === undefined) askForFile(request, reply);
  const pieces = request.form?.form.file() ?? stream.pieces();
  for await (const piece of before.formato === 'ndjson' ? jsonLines(pieces) : pieces) await bytes.append(piece);
  await bytes.finish();
  const given = request.form === undefined ? before : fileOptions(request); // a form may have options behind its file
  if ('length' in given) throw new FileRefused(given);
  const { hoja, nombre = jobName(request.form?.form.fileName), ...options } = given;
  const workbook = workbookFormatOf(fileHeaders(request));
  return {
    options: { ...options, language },
    ...(workbook !== undefined && { libro: { formato: workbook, hoja } }),
    nombre,
  };
}

/**
 * Returns the headers of the request with the type of its file. Many programs send a file in a form without a type, or with the
 * type of the program that opens it: then the extension of its name decides.
 */
function fileHeaders({ headers, form: incoming }: IncomingRequest): IncomingHttpHeaders {
  if (incoming === undefined) return headers;
  const { fileType, fileName } = incoming.form;
  const extension = /\.(\w+)$/.exec(fileName.toLowerCase())?.[1] ?? '';
  return { ...headers, 'content-type': isFileType(fileType) ? fileType : (TYPES.get(extension) ?? fileType) };
}

export function checkFileType(request: IncomingRequest): Problem | null {
  if (request.form?.problem) return request.form.problem;
  const type = readFileType(fileHeaders(request));
  return 'cause' in type ? type : null;
}

/** Returns the options of a file, or every problem with them. The options of a form are complete once its file was received. */
export function fileOptions(request: IncomingRequest): RequestOptions | readonly Problem[] {
  const fields = request.form?.form.fields;
  const body = fields === undefined ? undefined : { type: 'form' as const, bytes: Buffer.from(fields) };
  const { values, problems } = readParameters(queryOf(request.raw.url), body, FILE_PARAMETERS);
  return problems.length > 0 ? problems : readOptions(fileHeaders(request), values);
}
