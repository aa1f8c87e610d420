/** Receives the file of a request: its body, or the file of a form. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '@curp-service/contract/envelope';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../access/gate.js';
import { isCompressed, queryOf, readParameters } from '../http/request.js';
import { Stream, StreamCut } from '../http/stream.js';
import { FileRefused } from './failure.js';
import { Form, isForm } from './form.js';
import { FILE_PARAMETERS, type RequestOptions, isFileType, readFileType, readOptions } from './options.js';

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

export function receiveFile(
  request: IncomingRequest,
  reply: FastifyReply,
  stream: Stream,
): AsyncGenerator<Uint8Array, void> {
  if (request.form !== undefined) return request.form.form.file();
  askForFile(request, reply);
  return stream.pieces();
}

/**
 * Returns the headers of the request with the type of its file. Many programs send a file in a form without a type, or with the
 * type of the program that opens it: then the extension of its name decides.
 */
export function fileHeaders({ headers, form: incoming }: IncomingRequest): IncomingHttpHeaders {
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

/** Returns the options of a received file. Throws `FileRefused` if the fields after the file are wrong. */
export function givenOptions(request: IncomingRequest): RequestOptions {
  const options = fileOptions(request);
  if ('length' in options) throw new FileRefused(options);
  return options;
}

/** Returns the options of a file, or every problem with them. The options of a form are complete once its file was received. */
export function fileOptions(request: IncomingRequest): RequestOptions | readonly Problem[] {
  const fields = request.form?.form.fields;
  const body = fields === undefined ? undefined : { type: 'form' as const, bytes: Buffer.from(fields) };
  const { values, problems } = readParameters(queryOf(request.raw.url), body, FILE_PARAMETERS);
  return problems.length > 0 ? problems : readOptions(fileHeaders(request), values);
}
