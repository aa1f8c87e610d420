/** Receives the file of a request, its body or the file of a form, into the bytes that are kept. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '@curp-service/contract/envelope';
import { MEDIA_TYPES, type WorkbookFormat } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import { type LoteOptions, jsonLines } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../access/gate.js';
import { isCompressed, queryOf, readParameters } from '../http/request.js';
import { Stream, StreamCut } from '../http/stream.js';
import { FileRefused } from './failure.js';
import { Form, isForm } from './form.js';
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
import type { StoredBytes } from './stored-bytes.js';

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

/** Returns the length of a body that its client declares, or 0 if unknown. */
export const declaredBytes = ({ headers }: IncomingRequest): number => Number(headers['content-length'] ?? 0);

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

/** Receives the file of a request. JSON becomes lines of NDJSON. Throws `FileRefused` if the fields after the file are wrong. */
export async function receiveFile(
  { request, reply, stream, language }: FileExchange,
  formato: LoteOptions['formato'],
  bytes: Pick<StoredBytes, 'append' | 'finish'>,
): Promise<ReceivedFile> {
  if (request.form === undefined) askForFile(request, reply);
  const pieces = request.form?.form.file() ?? stream.pieces();
  for await (const piece of formato === 'ndjson' ? jsonLines(pieces) : pieces) await bytes.append(piece);
  await bytes.finish();
  const given = fileOptions(request); // the options of a form may follow its file
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
