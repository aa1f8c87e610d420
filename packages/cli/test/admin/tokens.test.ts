/** `curp proyectos rotar`, `revocar` and `activar`. */
import { sha256 } from '@curp-service/server/admin';
import { describe, expect, it } from 'vitest';
import { EN, workspace } from '../curp.js';

const TOKEN = /curp_[0-9A-Za-z]{38}/;
const HOUR_MS = 3_600_000;

describe('rotar', () => {
  it('revokes the previous tokens at once', async () => {
    const { curp, json, withStore } = workspace();
    const { token: old } = json('crear', 'Uno');
    const { stdout } = curp('proyectos', 'rotar', 'Uno');
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
    const { withEnv, json, withStore } = workspace();
    const { token: old } = json('crear', 'Uno');
    expect(withEnv(EN)('proyectos', 'rotar', 'Uno', '--gracia', '7d').stdout).toMatch(
      /The previous tokens work until \d{4}-\d\d-\d\d \d\d:\d\d, Mexico City time, at the latest\./,
    );
    const { token: fresh } = json('rotar', 'Uno', '--gracia', '24h');
    await withStore(async (store) => {
      const { remainingMs = null } = (await store.openToken(sha256(old))) ?? {};
      expect(remainingMs).toBeGreaterThan(23 * HOUR_MS);
      expect(remainingMs).toBeLessThanOrEqual(24 * HOUR_MS);
      expect(await store.openToken(sha256(fresh))).toMatchObject({ remainingMs: null });
    });
    expect(json('rotar', 'Uno', '--gracia', '0').tokens).toHaveLength(4);
  });

  it('tells that a revoked project must be activated', () => {
    const { curp, json } = workspace();
    const { id } = json('crear', 'Uno');
    json('revocar', 'Uno');
    expect(curp('proyectos', 'rotar', 'Uno').stdout).toContain(`no sirve hasta \`curp proyectos activar ${id}\``);
  });
});

describe('revocar and activar', () => {
  it('disable and enable a project', async () => {
    const { curp, json, withStore } = workspace();
    const { id, token } = json('crear', 'Uno');
    const openToken = async () => withStore(async (store) => store.openToken(sha256(token)));
    expect(curp('proyectos', 'revocar', 'Uno').stdout).toBe(
      `El proyecto "Uno" queda revocado: el servicio rechaza sus tokens con el código 3 hasta \`curp proyectos activar ${id}\`.\nUn servicio en marcha lo aplica en menos de 5 segundos.\n`,
    );
    expect(await openToken()).toMatchObject({ proyecto: { estado: 'revocado' } });
    expect(curp('proyectos', 'activar', id).stdout).toBe(
      'El proyecto "Uno" queda activo; tokens que sirven: 1.\nUn servicio en marcha lo aplica en menos de 5 segundos.\n',
    );
    expect(await openToken()).toMatchObject({ proyecto: { estado: 'activo' } });
    expect(json('activar', id)).toMatchObject({ id, estado: 'activo' });
  });

  it('revoke one token for good', async () => {
    const { curp, withEnv, json, withStore } = workspace();
    const { token, tokens } = json('crear', 'Uno');
    const [{ id } = { id: '' }] = tokens;
    expect(curp('proyectos', 'revocar', 'Uno', '--token', 'tok_otro')).toEqual({
      stdout: '',
      stderr: `El proyecto no tiene ese token. Los que aún sirven: ${id}.\n`,
      status: 1,
    });
    expect(withEnv(EN)('proyectos', 'revocar', 'Uno', '--token', id).stdout).toContain(
      `The token ${id} of "Uno" is revoked for good.`,
    );
    expect(await withStore(async (store) => store.openToken(sha256(token)))).toBeNull();
    expect(curp('proyectos', 'activar', 'Uno').stdout).toMatch(
      /tokens que sirven: 0\.\nDele uno con: curp proyectos rotar prj_/,
    );
  });
});
