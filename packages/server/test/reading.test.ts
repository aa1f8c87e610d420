/** Files over HTTP are read in one way, which the client may declare and the service reports, in an answer and in jobs. */
import { describe, expect, it } from 'vitest';
import { sexesIn } from '../../contract/test/people.js';
import { JobClient, openJobReplica } from './jobs.js';
import { newDatabase } from './postgres.js';
import { openService } from './service.js';
import { CSV, distinct, envelopeOf, uploadFile } from './upload.js';

const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\n';
const MAN = 'Tadeo,Escamilla,Wario,1990-02-17,M,15\n';
const WOMAN = 'Renata,Olvera,Tinajero,1990-05-17,F,09\n';
const FEMININE = { convencion: 'sexo', origen: 'vista', texto: expect.any(String) as string };

describe('POST /curp/lote', async () => {
  const port = await openService().listen();

  it('reads every row by the conventions of the whole file, and reports them before and after the rows', async () => {
    const { text, headers, trailers } = await uploadFile(port, HEADER + distinct(MAN.repeat(40_000) + WOMAN));
    expect(sexesIn(text)).toBe(`${'H'.repeat(40_000)}M`);
    expect(headers['lote-lectura']).toMatch(/^[\x20-\x7e]+$/);
    expect(trailers['lote-lectura']).toBe(headers['lote-lectura']);
    expect(JSON.parse(trailers['lote-lectura'] ?? '')).toContainEqual(FEMININE);
    expect(trailers).toMatchObject({ 'lote-errores': '0', 'lote-revisar': '0' });
  });

  it.each([
    ['sexo=fm', MAN, 'H'],
    ['sexo=fm&fechas=mda&siglo=1930', MAN.replace('1990-02-17', '02/17/90'), '900217'],
  ])('accepts %s from the query', async (query, row, part) => {
    const { text } = await uploadFile(port, HEADER + row, `token=pruebas&${query}`);
    expect(text.slice(text.indexOf('\n'))).toMatch(new RegExp(`,[A-Z]*\\d*${part}`));
  });

  it('refuses unknown values with code 8, all at once', async () => {
    const query = 'token=pruebas&sexo=mf&fechas=x&siglo=90&nulos=&encabezado=-1&nombre_completo=si';
    const refused = await uploadFile(port, HEADER + MAN, query);
    const { code_error, response } = envelopeOf(refused);
    expect([refused.status, code_error]).toEqual([400, 8]);
    expect(response.errores?.map(({ parametro }) => parametro)).toEqual([
      'sexo',
      'fechas',
      'siglo',
      'nulos',
      'encabezado',
      'nombre_completo',
    ]);
  });
});

describe('a job', () => {
  it('reads every piece by the conventions of the whole file, and reports them in its state and its result', async () => {
    const { base } = await openJobReplica(await newDatabase());
    const client = new JobClient(base);
    const body = HEADER + distinct(MAN.repeat(80_000) + WOMAN);
    const { sobre } = await client.request('', { method: 'POST', body, headers: CSV });
    const id = String(sobre.response['id']);
    const ended = await client.waitFor(id);
    expect(ended).toMatchObject({ filas_correctas: 80_001, revisar: 0 });
    expect(ended.lectura).toContainEqual(FEMININE);
    const { text, headers } = await client.download(id);
    expect(sexesIn(text)).toBe(`${'H'.repeat(80_000)}M`);
    expect(JSON.parse(headers.get('lote-lectura') ?? '')).toContainEqual(FEMININE);
  });

  it('follows the declared conventions, and counts the rows for review', async () => {
    const { base } = await openJobReplica(await newDatabase());
    const client = new JobClient(base);
    const declared = await client.request('?sexo=fm', { method: 'POST', body: HEADER + MAN, headers: CSV });
    expect(declared.sobre.response['lectura']).toContainEqual({ ...FEMININE, origen: 'declarada' });
    const refused = await client.request('?sexo=x', { method: 'POST', body: HEADER + MAN, headers: CSV });
    expect([refused.status, refused.sobre.code_error]).toEqual([400, 8]);
    const body = HEADER + MAN + MAN.replace('Tadeo', 'Lic. Tadeo') + MAN.replace('1990-02-17', '02/17/1990');
    const { sobre } = await client.request('?sexo=fm&fechas=dma', { method: 'POST', body, headers: CSV });
    const id = String(sobre.response['id']);
    expect(await client.waitFor(id)).toMatchObject({ filas_correctas: 1, revisar: 1 });
    const { text, headers } = await client.download(id);
    expect([headers.get('lote-revisar'), headers.get('lote-errores')]).toEqual(['1', '1']);
    expect(text.split('\n')[2]).toMatch(/,EAWL900217\w+,[^,].*,0,$/);
  });

  it('is refused if its only letter may be Mujer or Masculino, and nothing of it is stored', async () => {
    const { base } = await openJobReplica(await newDatabase());
    const client = new JobClient(base);
    const { status, sobre } = await client.request('', { method: 'POST', body: HEADER + MAN, headers: CSV });
    expect([status, sobre.code_error]).toEqual([400, 8]);
    expect(sobre.error_message).toMatch(/`sexo=hm`.*`sexo=fm`/);
    expect((await client.request('')).sobre.response).toMatchObject({ lotes: [], total: 0 });
  });

  it('is `fallido` and says why if only its last row leaves a question, and nothing is charged', async () => {
    const replica = await openJobReplica(await newDatabase());
    const { token, proyecto } = await replica.createProject({ cuota: 1_000_000 });
    const client = new JobClient(replica.base, token);
    const id = await client.send(HEADER + distinct(MAN.repeat(80_000)));
    const { error_message, filas_correctas } = await client.waitFor(id, 'fallido');
    expect(error_message).toMatch(/`sexo=hm`.*`sexo=fm`/);
    expect([filas_correctas, await replica.store.quotaTaken(proyecto.id, '2026-11')]).toEqual([0, 0]);
  });
});
