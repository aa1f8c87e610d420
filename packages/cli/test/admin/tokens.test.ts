/** `curp proyectos rotar`, `revocar` and `activar`, and `curp tokens`. */
import { sha256 } from '@curp-service/server/admin';
import { describe, expect, it } from 'vitest';
import { administration } from '../curp.js';

const TOKEN = /curp_[0-9A-Za-z]{38}/;
const HOUR_MS = 3_600_000;

describe('proyectos rotar', () => {
  it('revokes the previous tokens at once', async () => {
    const { curp, json, withStore } = administration();
    const { token: old } = await json('crear', 'Uno');
    const { stdout } = await curp('proyectos', 'rotar', 'Uno');
    expect(stdout).toContain(
      'Guarde el token ahora: no se vuelve a mostrar.\nLos tokens anteriores ya no sirven. Un servicio en marcha lo aplica en menos de 5 segundos.',
    );
    const [fresh = ''] = TOKEN.exec(stdout) ?? [];
    expect(fresh).not.toBe(old);
    await withStore(async (store) => {
      expect(await store.openToken(sha256(old))).toBeNull();
      expect(await store.openToken(sha256(fresh))).toMatchObject({ remainingMs: null });
    });
  });

  it('keeps the previous tokens for the time of --gracia', async () => {
    const { english, json, withStore } = administration();
    const { token: old } = await json('crear', 'Uno');
    expect((await english('proyectos', 'rotar', 'Uno', '--gracia', '7d')).stdout).toMatch(
      /The previous tokens work until \d{4}-\d\d-\d\d \d\d:\d\d, Mexico City time, at the latest\./,
    );
    const { token: fresh } = await json('rotar', 'Uno', '--gracia', '24h');
    await withStore(async (store) => {
      const { remainingMs } = Object(await store.openToken(sha256(old))) as { readonly remainingMs?: unknown };
      expect(remainingMs).toBeGreaterThan(23 * HOUR_MS);
      expect(remainingMs).toBeLessThanOrEqual(24 * HOUR_MS);
      expect(await store.openToken(sha256(fresh))).toMatchObject({ remainingMs: null });
    });
    expect((await json('rotar', 'Uno', '--gracia', '0')).tokens).toHaveLength(4);
  });

  it('says that a revoked project must be activated', async () => {
    const { curp, json } = administration();
    const { id } = await json('crear', 'Uno');
    await json('revocar', 'Uno');
    expect((await curp('proyectos', 'rotar', 'Uno')).stdout).toContain(
      `no sirve hasta \`curp proyectos activar ${id}\``,
    );
  });
});

describe('proyectos revocar and activar', () => {
  it('disable and enable a project', async () => {
    const { curp, json, withStore } = administration();
    const { id, token } = await json('crear', 'Uno');
    const openToken = async () => withStore(async (store) => store.openToken(sha256(token)));
    expect((await curp('proyectos', 'revocar', 'Uno')).stdout).toBe(
      `El proyecto "Uno" queda revocado: el servicio rechaza sus tokens con el código 3 hasta \`curp proyectos activar ${id}\`.\nUn servicio en marcha lo aplica en menos de 5 segundos.\n`,
    );
    expect(await openToken()).toMatchObject({ proyecto: { estado: 'revocado' } });
    expect((await curp('proyectos', 'activar', id)).stdout).toBe(
      'El proyecto "Uno" queda activo; tokens que sirven: 1.\nUn servicio en marcha lo aplica en menos de 5 segundos.\n',
    );
    expect(await openToken()).toMatchObject({ proyecto: { estado: 'activo' } });
    expect(await json('activar', id)).toMatchObject({ id, estado: 'activo' });
  });
});

describe('curp tokens', () => {
  it('creates, lists and revokes tokens by name, while the others keep working', async () => {
    const { curp, english, json, withStore } = administration();
    const { id: project, token: first } = await json('crear', 'Uno');
    const made = (await curp('tokens', 'crear', 'Uno', 'nomina')).stdout;
    expect(made).toMatch(
      /^Token creado:\n\n {2}proyecto {6}Uno \(prj_\w{12}\)\n {2}nombre {8}nomina\n {2}id del token {2}tok_\w{12}\n {2}token {9}curp_\w{38}\n\nGuarde el token ahora: no se vuelve a mostrar\.\n$/,
    );
    const [second = ''] = TOKEN.exec(made) ?? [];
    const third = JSON.parse((await curp('tokens', 'crear', project, 'portal', '--json')).stdout) as {
      id: string;
      token: string;
    };
    await withStore(async (store) => store.openToken(sha256(third.token), '2026-11-15'));
    expect((await english('tokens', 'listar', 'Uno')).stdout).toMatch(
      /^ID +PROJECT +NAME +CREATED +LAST USE +EXPIRES\ntok_\w+ +Uno +– +\S+ +never +never\ntok_\w+ +Uno +nomina +\S+ +never +never\ntok_\w+ +Uno +portal +\S+ +2026-11-15 +never\n$/,
    );

    expect((await curp('tokens', 'revocar', third.id)).stdout).toBe(
      `El token ${third.id} de "Uno" queda cancelado para siempre.\nUn servicio en marcha lo aplica en menos de 5 segundos.\n`,
    );
    const listed = async (...args: readonly string[]): Promise<unknown> =>
      JSON.parse((await curp('tokens', 'listar', ...args, '--json')).stdout);
    expect(await listed()).toMatchObject([
      { nombre: null, proyecto: project },
      { nombre: 'nomina', usado: null },
    ]);
    expect(await listed('Uno', '--todos')).toHaveLength(3);
    expect((await curp('tokens', 'listar', '--todos')).stdout).toContain('ya no sirve');
    await withStore(async (store) => {
      expect(await store.openToken(sha256(third.token))).toBeNull();
      for (const token of [first, second]) expect(await store.openToken(sha256(token))).not.toBeNull();
    });
  });

  it('creates a token that works until the end of a day', async () => {
    const { curp, json } = administration();
    await json('crear', 'Uno');
    const made = await curp('tokens', 'crear', 'Uno', 'auditor', '--vence', '2099-01-31');
    expect(made.stdout).toMatch(/ {2}vence {9}2099-01-31 23:59\n/);
    expect((await curp('tokens', 'listar')).stdout).toMatch(/auditor .+ 2099-01-31 23:59\n/);
    for (const day of ['2026-01-31', '2027-02-30', 'mañana'])
      expect(await curp('tokens', 'crear', 'Uno', 'otro', '--vence', day)).toMatchObject({ status: 2 });
  });

  it('refuses a token that does not exist, and a secret instead of an id', async () => {
    const { curp, json } = administration();
    expect((await curp('tokens', 'listar')).stdout).toBe('No hay tokens que sirvan.\n');
    const { token } = await json('crear', 'Uno');
    expect(await curp('tokens', 'revocar', 'tok_otro')).toEqual({
      stdout: '',
      stderr: 'No hay ningún token con ese id: vea los que hay con `curp tokens listar`.\n',
      status: 1,
    });
    const { stderr, status } = await curp('tokens', 'revocar', token);
    expect([stderr.split('\n')[0], status]).toEqual(['TOKEN debe ser el id de un token, tok_…, no el token mismo.', 2]);
  });

  it('says how to create a token if a project has none', async () => {
    const { curp, json } = administration();
    const [{ id } = { id: '' }] = (await json('crear', 'Uno')).tokens;
    await curp('tokens', 'revocar', id);
    expect((await curp('proyectos', 'activar', 'Uno')).stdout).toMatch(
      /tokens que sirven: 0\.\nDele uno con: curp proyectos rotar prj_/,
    );
  });
});
