/** The services that the client is tested against, and a person whose key is known. */
import { expect, onTestFinished } from 'vitest';
import { newSqlite, query } from '../../server/test/databases.js';
import { openJobReplica } from '../../server/test/jobs.js';
import { PERSONA, openService } from '../../server/test/service.js';
import { distinct } from '../../server/test/upload.js';
import { CurpClient } from '../src/index.js';

export { PERSONA };
export const CURP = 'OETR900517MDFLNN05';
export const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo (H/M),entidad';
export const ROW = 'Renata,Olvera,Tinajero,1990-05-17,M,09';
export const ANSWERED_HEADER = `${HEADER},curp,aviso,code_error,error_message`;
export const ANSWERED_ROW = `${ROW},${CURP},,0,`;

/** Returns a service in this process, and a client of it. */
export async function startService(...parts: Parameters<typeof openService>) {
  const service = openService(...parts);
  const url = `http://127.0.0.1:${await service.listen()}`;
  return { service, url, client: new CurpClient({ url, token: 'pruebas', language: 'en' }) };
}

/** Returns a service on a database that keeps jobs. */
export async function startJobService() {
  const { url: database, remove } = newSqlite();
  onTestFinished(remove);
  const { base } = await openJobReplica(database);
  const url = new URL('/', base).href;
  return {
    url,
    client: new CurpClient({ url, token: 'pruebas', language: 'en' }),
    /** Returns the jobs that are not deleted. */
    liveJobs: async () => query(database, `SELECT id FROM lotes WHERE estado <> 'cancelado'`),
  };
}

/** Yields a file of `rows` rows, piece by piece. `onEnd` gets whether all of it was read. */
export async function* file(rows: number, onEnd?: (whole: boolean) => void): AsyncGenerator<Uint8Array, void> {
  const block = 1000;
  let whole = false;
  try {
    yield Buffer.from(`${HEADER}\n`);
    for (let from = 0; from < rows; from += block)
      yield Buffer.from(distinct(`${ROW}\n`.repeat(Math.min(block, rows - from)), from));
    whole = true;
  } finally {
    onEnd?.(whole);
  }
}

export const textOf = async (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();

/** Returns a client whose requests the test answers, in a time that passes only while the client waits. */
export function fakeClient(
  answer: (url: string, init: RequestInit, attempt: number) => Response | Promise<Response>,
  options: { readonly patienceMs?: number; readonly timeoutMs?: number } = {},
) {
  const waits: number[] = [];
  const requests: { readonly url: string; readonly init: RequestInit }[] = [];
  let now = 0;
  const client = new CurpClient({
    url: 'https://curp.example.mx/base/',
    token: 'secreto',
    fetch: async (url, init) => {
      requests.push({ url, init });
      return answer(url, init, requests.length);
    },
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
      now += ms;
    },
    ...options,
  });
  return { client, waits, requests };
}

export const envelope = (response: object): Response =>
  Response.json({ error: false, code_error: 0, error_message: null, response });

export const refusal = (status: number, code_error: number, headers: Record<string, string> = {}): Response =>
  Response.json({ error: true, code_error, error_message: 'No.', response: {} }, { status, headers });

/** Returns the error that a call fails with. */
export const failureOf = async <E>(call: Promise<unknown>): Promise<E> =>
  call.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error as E,
  );
