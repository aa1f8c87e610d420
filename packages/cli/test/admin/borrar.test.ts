/** `curp proyectos borrar` and `curp auditoria`: a project goes with its tokens and jobs, and every action is recorded. */
import { mexicoDay, openJobStore } from '@curp-service/server/admin';
import { expect, it, vi } from 'vitest';
import { query } from '../../../server/test/databases.js';
import { SOON } from '../../../server/test/soon.js';
import { BIN, administration, startService, workspace } from '../curp.js';
import { has } from '../../../../test/tools.js';
import { inTerminal } from '../terminal.js';

const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';

it('proyectos borrar erases a project, its tokens and its jobs under a running service, which then refuses it', async () => {
  const { dir, env, curp, json, databaseUrl, withStore } = workspace();
  const { base } = await startService(dir, env, '--port', '0');
  const { id, token } = json('crear', 'Uno', '--cuota', '1000');
  const other = json('crear', 'Dos');
  const ask = async (operation: string, as = token): Promise<number> =>
    (await fetch(`${base}/curp/${operation}`, { headers: { authorization: `Bearer ${as}` } })).status;
  expect(await ask('entidades')).toBe(200);
  const sent = await fetch(`${base}/curp/lotes?sexo=hm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: `${HEADER}\nRenata,Olvera,Tinajero,1990-05-17,M,09\n`,
  });
  expect(sent.status).toBe(202);
  const usage = async () => withStore(async (store) => store.monthlyUsage('2000-01', '2999-12'));
  await vi.waitFor(async () => expect(await usage()).toMatchObject([{ proyecto: id, cuenta: 2 }]), SOON);
  const today = mexicoDay(Date.now());
  expect(JSON.parse(curp('tokens', 'listar', 'Uno', '--json').stdout)).toMatchObject([{ usado: today }]);

  expect(curp('proyectos', 'borrar', 'Uno')).toMatchObject({ stdout: '', status: 2 });
  expect(curp('proyectos', 'borrar', 'Uno', '--si')).toEqual({
    stdout: 'El proyecto "Uno" quedó borrado, con sus tokens y sus trabajos (1).\n',
    stderr: 'Cerrado. Se borra en 5 segundos, cuando el servicio ya no lo atienda…\n',
    status: 0,
  });
  expect(await ask('entidades')).toBe(401); // The command waited for the service, so it refuses at once.
  expect(await ask('entidades', other.token)).toBe(200);
  for (const table of ['lotes', 'lote_chunks', 'cuotas', 'tokens', 'proyectos']) {
    const column = { tokens: 'proyecto', lotes: 'proyecto', cuotas: 'proyecto', proyectos: 'id' }[table] ?? 'lote';
    const rows = await query(databaseUrl, `SELECT * FROM ${table} WHERE ${column} <> $1`, [other.id]);
    expect([table, rows]).toEqual([table, []]);
  }
  const jobs = await openJobStore(databaseUrl, 1);
  expect(await jobs.bytesKept()).toBe(0);
  await jobs.close();
  const all = curp('proyectos', 'uso').stdout;
  expect(all).toMatch(/\nMES +PROYECTO +NOMBRE +CUENTA\n/);
  expect(all).toContain(`${today.slice(0, 7)}  ${id}  (borrado)       2\n`);
});

it.skipIf(!has('python3'))('proyectos borrar asks, and erases nothing without a yes (needs python3)', () => {
  const { dir, env, json } = workspace();
  json('crear', 'Uno');
  const command = [process.execPath, BIN, 'proyectos', 'borrar', 'Uno'];
  const { screen, status } = inTerminal({ dir, env }, command, [['(sí/no)', 'no\n']], { NO_COLOR: '1' });
  expect(screen).toContain('Proyecto "Uno"; tokens que sirven: 1; trabajos: 0. ¿Borrarlo para siempre? (sí/no)');
  expect(screen).toContain('No se borró nada.');
  expect(status).toBe(1);
  expect(json('listar')).toHaveLength(1);
});

it('auditoria lists every administrative action with its time, its system user and no secret', async () => {
  const { english, json, curp } = administration();
  expect((await curp('auditoria')).stdout).toBe('Todavía no hay acciones registradas.\n');
  const { id, token } = await json('crear', 'Uno', '--cuota', '10');
  await json('cambiar', 'Uno', '--cuota', 'ninguna');
  await json('revocar', 'Uno');
  await json('activar', 'Uno');
  const { token: rotated } = await json('rotar', 'Uno');
  const made = JSON.parse((await curp('tokens', 'crear', 'Uno', 'portal', '--json')).stdout) as {
    id: string;
    token: string;
  };
  await curp('tokens', 'revocar', made.id);
  await curp('padron', 'borrar', '--si');
  vi.stubEnv('SUDO_USER', 'ana');
  await curp('proyectos', 'borrar', 'Uno', '--si');
  const acts = JSON.parse((await curp('auditoria', '--json')).stdout) as {
    acto: string;
    objeto: string;
    usuario: string;
  }[];
  expect(acts.map(({ acto, objeto }) => [acto, objeto])).toEqual([
    ['proyectos borrar', id],
    ['proyectos revocar', id],
    ['padron borrar', null],
    ['tokens revocar', made.id],
    ['tokens crear', made.id],
    ['proyectos rotar', id],
    ['proyectos activar', id],
    ['proyectos revocar', id],
    ['proyectos cambiar', id],
    ['proyectos crear', id],
  ]);
  expect(acts.at(-1)).toMatchObject({
    detalle: { nombre: 'Uno', cuota: 10 },
    momento: expect.stringMatching(/^20.*Z$/),
  });
  expect(acts.at(-1)?.usuario).toMatch(/^[^(]+$/);
  expect(acts[0]?.usuario).toBe(`ana (${acts.at(-1)?.usuario})`);
  const shown = (await english('auditoria', '--ultimas', '1')).stdout;
  expect(shown).toMatch(
    /^MOMENT +USER +ACT +OBJECT +DETAIL\n\d{4}-\d\d-\d\d \d\d:\d\d +ana .* proyectos borrar +prj_\w+ +name: Uno\n$/,
  );
  const spanish = (await curp('auditoria')).stdout;
  expect(spanish).toMatch(/proyectos cambiar .+ cuota: ninguna\n/); // a removed quota is told
  expect(spanish).toMatch(/proyectos rotar .+ token: tok_\w+, gracia: 0\n/);
  expect(spanish).toMatch(/proyectos crear .+ nombre: Uno, límite: del servicio, cuota: 10\n/);
  for (const secret of [token, rotated, made.token]) expect(JSON.stringify(acts)).not.toContain(secret);
});
