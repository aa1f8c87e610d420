/** The service on databases that earlier builds made: it keeps their jobs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobList, JobStatus } from '@curp-service/contract/jobs';
import { csvFromXlsx } from '@curp-service/lote/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../lote/test/bytes-of.js';
import { STEPS } from '../src/store/schema.js';
import { VERSION } from '../src/version.js';
import { newDatabase, query as queryPostgres } from './postgres.js';
import { query } from './databases.js';
import { EARLIER_DATABASES, readDatabase, readMade } from './earlier-builds.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';

afterAll(cleanUp);

/** The build that stored the files of jobs in pieces: its workbooks are answered again. */
const IN_PIECES = '90a703c4';
/** What the sentences of a finished job are about: the conventions of today that its build knew. */
const DESCRIBED = ['codificacion', 'sexo', 'fechas'];

const rowsOf = async (book: Uint8Array): Promise<string> => (await bytesOf(csvFromXlsx(book))).toString();

async function load(name: string): Promise<string> {
  const bytes = readDatabase(name);
  if (name.endsWith('.sql')) {
    const url = await newDatabase();
    await queryPostgres(url, bytes.toString());
    return url;
  }
  const path = join(newFolder(), 'curp.db');
  writeFileSync(path, bytes, { mode: 0o600 });
  return `sqlite:${path}`;
}

class Client {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ port }: ServiceProcess, token: string) {
    this.#base = `http://127.0.0.1:${port}/curp/lotes`;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  async fetch(path: string, method = 'GET'): Promise<Response> {
    return fetch(this.#base + path, { method, headers: this.#headers });
  }

  async ask<T = JobStatus>(path: string, method?: string): Promise<T> {
    const answer = await this.fetch(path, method);
    const { response } = (await answer.json()) as { readonly response: T };
    expect(answer.status).toBe(200);
    return response;
  }

  async download(id: string): Promise<{ readonly status: number; readonly lectura: string[]; readonly bytes: Buffer }> {
    const answer = await this.fetch(`/${id}/resultado`);
    const described = JSON.parse(answer.headers.get('lote-lectura') ?? '[]') as { readonly convencion: string }[];
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, lectura: described.map(({ convencion }) => convencion), bytes };
  }
}

describe.each(EARLIER_DATABASES)('%s', (name) => {
  const { token, jobs } = readMade(name);
  const [csv, , , workbook, running, waiting] = jobs.map(({ id }) => id) as [string, ...string[]];
  const isInPieces = name.startsWith(IN_PIECES);

  it('lists, describes, answers, sends and erases the jobs of that build', async () => {
    const url = await load(name);
    const service = await ServiceProcess.start({ DATABASE_URL: url });
    const client = new Client(service, token);
    const { lotes } = await client.ask<JobList>('?por_pagina=100');
    expect(lotes.map(({ id }) => id).toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
    expect((await client.ask(`/${csv}`)).lectura.map(({ convencion }) => convencion)).toEqual(
      expect.arrayContaining(DESCRIBED),
    );
    for (const { id } of jobs) {
      const ended = async (): Promise<string> => (await client.ask(`/${id}`)).estado;
      await expect.poll(ended).toBe('terminado');
    }
    for (const { id, result = '' } of jobs.slice(0, 4)) {
      const { status, lectura, bytes } = await client.download(id);
      expect(status).toBe(200);
      const before = Buffer.from(result, 'base64');
      // The rows of a workbook that is answered again are the same, but for the sign that preceded a reason, and a second problem.
      const told = '. «Primer apellido» trae una palabra que se leyó como «sin dato»: escriba el primer apellido.';
      const rows = async (book: Buffer): Promise<string> =>
        (await rowsOf(book)).replaceAll('⚠ ', '').replaceAll(told, '.');
      if (isInPieces && id === workbook) expect(await rows(bytes)).toBe(await rows(before));
      else expect(bytes.equals(before)).toBe(true);
      expect(lectura).toEqual((await client.ask(`/${id}`)).lectura.map(({ convencion }) => convencion));
    }
    const first = await client.ask(`/${csv}`);
    const again = await client.download(waiting ?? '');
    expect(again.bytes.toString()).toBe(Buffer.from(jobs[0]?.result ?? '', 'base64').toString());
    expect((await client.ask(`/${waiting}`)).lectura).toEqual(first.lectura);
    expect((await client.ask(`/${running}`)).filas_hechas).toBe(60_000);
    // The list of steps says which version applied those that the build did not know.
    const programs = await query(url, 'SELECT programa FROM esquema ORDER BY version');
    expect(programs).toEqual(STEPS.map((_, i) => ({ programa: i < (isInPieces ? 1 : 2) ? null : VERSION })));
    for (const { id } of jobs) expect((await client.ask(`/${id}`, 'DELETE')).estado).toBe('cancelado');
    expect(await query(url, 'SELECT * FROM lote_chunks')).toEqual([]);
    expect(await service.stop('SIGTERM')).toBe(0);
  });
});

it('a stored row that nobody can read breaks neither the list nor the other jobs, and can be erased', async () => {
  const name = '73239692.sqlite.db';
  const url = await load(name);
  const { token, jobs } = readMade(name);
  const [broken, odd, good] = jobs.map(({ id }) => id) as [string, string, string];
  await query(url, "UPDATE lotes SET opciones = 'no es JSON', errores = 'null' WHERE id = $1 RETURNING id", [broken]);
  const reading = {
    sexo: { value: 'de otra versión', basis: 'vista' },
    fechas: null,
    rangos: { value: ['de otra versión'], basis: 'vista' },
    codificacion: { value: 'utf-8', basis: 'declarada' },
  };
  const opciones = JSON.stringify({ formato: 'csv', language: 'es', reading });
  await query(url, 'UPDATE lotes SET opciones = $2 WHERE id = $1 RETURNING id', [odd, opciones]);
  const service = await ServiceProcess.start({ DATABASE_URL: url });
  const client = new Client(service, token);
  expect((await client.ask<JobList>('')).lotes).toHaveLength(jobs.length);
  expect(await client.ask(`/${broken}`)).toMatchObject({ id: broken, estado: 'terminado', lectura: [], errores: [] });
  expect(await client.ask(`/${odd}`)).toMatchObject({ id: odd, estado: 'terminado', lectura: [] });
  expect((await client.fetch(`/${broken}/resultado`)).status).toBe(500);
  for (const id of [odd, good]) expect((await client.download(id)).status).toBe(200);
  for (const id of [broken, odd, good]) expect((await client.ask(`/${id}`, 'DELETE')).estado).toBe('cancelado');
  expect(await service.stop('SIGTERM')).toBe(0);
});
