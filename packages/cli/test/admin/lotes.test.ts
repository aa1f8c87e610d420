/** `curp lotes`: the jobs of the service as its operator sees them, on both databases. */
import { openJobStore, openStore } from '@curp-service/server/admin';
import { describe, expect, it } from 'vitest';
import { DATABASES, databaseFor } from '../../../server/test/databases.js';
import { administration } from '../curp.js';

const HOUR_MS = 3_600_000;
const ids = { done: `lote_${'1'.repeat(24)}`, coming: `lote_${'2'.repeat(24)}`, demo: `lote_${'3'.repeat(24)}` };

/** Creates a project with a finished job and one that is being received, and a job of `pruebas`. */
async function storeJobs(url: string): Promise<void> {
  const [store, jobs] = [await openStore(url), await openJobStore(url, 1)];
  const { id: project } = await store.createProject('Clínica Norte', { limite: null, cuota: null }, 'a'.repeat(64));
  const now = await jobs.time();
  const limits = { total: Infinity, perProject: Infinity };
  const moment = { now, month: '2026-11', day: '2026-11-15', operation: 'lotes', expires: now + 24.5 * HOUR_MS };
  const receive = async (id: string, proyecto: string, age: number): Promise<void> => {
    const job = { id, proyecto, nombre: null, opciones: '{"formato":"csv","language":"es"}' };
    await jobs.create(job, now - age, now + HOUR_MS, 100);
    await jobs.addChunk(id, 0, Buffer.from('Zenobiaxq,1990\n'.padEnd(2_500_000)), now, limits);
  };
  const complete = async (id: string): Promise<unknown> => {
    const opciones = '{"formato":"csv","language":"es"}';
    const totals = { nombre: null, opciones, lineas: 3, peso: 0, huella: null, expires: moment.expires, clave: null };
    return jobs.complete(id, totals, limits);
  };
  await receive(ids.done, project, 3.5 * HOUR_MS);
  await receive(ids.coming, project, 1000);
  await receive(ids.demo, 'pruebas', 72.5 * HOUR_MS);
  await complete(ids.done);
  const lease = (await jobs.leaseJob(now, now + 1000, [])) ?? expect.fail();
  await jobs.writeResult(lease, 0, Buffer.alloc(4000));
  const errors = new Map([[417, 1]]);
  await jobs.finishJob(lease, { size: 4000, rows: 3, good: 2, reviews: 0, errors }, false, moment);
  await Promise.all([store.close(), jobs.close()]);
}

describe.each(DATABASES)('on $name', ({ create }) => {
  const database = databaseFor(create);

  it('curp lotes lists and erases jobs without showing their rows', async () => {
    const { curp } = administration(database.url);
    await (await openStore(database.url)).close();
    expect((await curp('lotes', 'listar')).stdout).toBe('No hay trabajos.\n');
    await storeJobs(database.url);

    const listed = await curp('lotes', 'listar');
    expect(listed.stderr).toBe('');
    expect(listed.stdout.split('\n')).toEqual([
      'ID                             PROYECTO       ESTADO      FILAS HECHAS  FILAS  TAMAÑO  ANTIGÜEDAD  VENCE EN',
      `${ids.coming}  Clínica Norte  recibiendo             0      0  2.5 MB      <1 min    59 min`,
      `${ids.done}  Clínica Norte  terminado              3      3  4.0 kB         3 h      24 h`,
      `${ids.demo}  pruebas        recibiendo             0      0  2.5 MB         3 d    59 min`,
      'Trabajos: 3; en total 5.0 MB.',
      '',
    ]);
    const ofDemo = JSON.parse((await curp('lotes', 'listar', '--proyecto', 'pruebas', '--json')).stdout) as unknown[];
    expect(ofDemo).toMatchObject([{ id: ids.demo, proyecto: 'pruebas', estado: 'recibiendo' }]);
    expect(await curp('lotes', 'listar', '--proyecto', 'nadie')).toMatchObject({ stdout: '', status: 1 });

    expect(await curp('lotes', 'borrar', 'lote_x', '--si')).toEqual({
      stdout: '',
      stderr: 'No hay ningún trabajo "lote_x": vea los que hay con `curp lotes listar`.\n',
      status: 1,
    });
    expect(await curp('lotes', 'borrar', ids.done)).toMatchObject({ stdout: '', status: 2 });
    const erased = await curp('lotes', 'borrar', ids.done, ids.coming, '--si');
    expect(erased).toEqual({ stdout: 'Trabajos borrados: 2, 2.5 MB.\n', stderr: '', status: 0 });
    expect((await curp('lotes', 'borrar', ids.done, '--si')).status).toBe(1);
    const jobs = await openJobStore(database.url, 1);
    expect(await jobs.kept()).toMatchObject([{ id: ids.demo }]);
    expect(await jobs.result({ id: ids.done, intento: 1 }, 0)).toBeNull();
    expect(await jobs.touch(ids.coming, Date.now())).toBe(false); // Its upload ends.
    await jobs.close();
  });
});
