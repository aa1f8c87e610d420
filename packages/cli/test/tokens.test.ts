/** Tokens rotated and ended, projects shut out and let in again. */
import { sha256 } from '@curp-service/server/admin';
import { describe, expect, it, vi } from 'vitest';
import { EN, PACIENCIA, sitio } from './curp.js';

vi.setConfig(PACIENCIA);

const TOKEN = /curp_[0-9A-Za-z]{38}/;
const HORA_MS = 3_600_000;

describe('rotar', () => {
  it('ends the others at once', async () => {
    const { curp, json, withStore } = sitio();
    const { token: viejo } = json('crear', 'Uno');
    const { stdout } = curp('proyectos', 'rotar', 'Uno');
    expect(stdout).toContain(
      'Guarde el token ahora: no se vuelve a mostrar.\nLos tokens anteriores ya no sirven. Un servicio en marcha lo aplica en menos de 5 segundos.',
    );
    const [nuevo = ''] = TOKEN.exec(stdout) ?? [];
    expect(nuevo).not.toBe(viejo);
    await withStore(async (store) => {
      expect(await store.openToken(sha256(viejo))).toBeNull();
      expect(await store.openToken(sha256(nuevo))).toMatchObject({ vence: null });
    });
  });

  it('lets the others live through a time of grace', async () => {
    const { con, json, withStore } = sitio();
    const { token: viejo } = json('crear', 'Uno');
    const antes = Date.now();
    expect(con(EN)('proyectos', 'rotar', 'Uno', '--gracia', '7d').stdout).toMatch(
      /The previous tokens work until \d{4}-\d\d-\d\d \d\d:\d\d, Mexico City time, at the latest\./,
    );
    const { token: nuevo } = json('rotar', 'Uno', '--gracia', '24h');
    await withStore(async (store) => {
      const { vence } = (await store.openToken(sha256(viejo))) ?? {};
      expect(vence).toBeGreaterThanOrEqual(antes + 24 * HORA_MS);
      expect(vence).toBeLessThan(antes + 25 * HORA_MS);
      expect(await store.openToken(sha256(nuevo))).toMatchObject({ vence: null });
    });
    expect(json('rotar', 'Uno', '--gracia', '0').tokens).toHaveLength(4);
  });

  it('says that a revoked project must be activated', () => {
    const { curp, json } = sitio();
    const { id } = json('crear', 'Uno');
    json('revocar', 'Uno');
    expect(curp('proyectos', 'rotar', 'Uno').stdout).toContain(`no sirve hasta \`curp proyectos activar ${id}\``);
  });
});

describe('revocar and activar', () => {
  it('disable and enable a project', async () => {
    const { curp, json, withStore } = sitio();
    const { id, token } = json('crear', 'Uno');
    const abrir = async () => withStore(async (store) => store.openToken(sha256(token)));
    expect(curp('proyectos', 'revocar', 'Uno').stdout).toBe(
      `El proyecto "Uno" queda revocado: sus tokens contestan el código 3 hasta \`curp proyectos activar ${id}\`.\nUn servicio en marcha lo aplica en menos de 5 segundos.\n`,
    );
    expect(await abrir()).toMatchObject({ proyecto: { estado: 'revocado' } });
    expect(curp('proyectos', 'activar', id).stdout).toBe(
      'El proyecto "Uno" queda activo; tokens que sirven: 1.\nUn servicio en marcha lo aplica en menos de 5 segundos.\n',
    );
    expect(await abrir()).toMatchObject({ proyecto: { estado: 'activo' } });
    expect(json('activar', id)).toMatchObject({ id, estado: 'activo' });
  });

  it('end one token for good', async () => {
    const { curp, con, json, withStore } = sitio();
    const { token, tokens } = json('crear', 'Uno');
    const [{ id } = { id: '' }] = tokens;
    expect(curp('proyectos', 'revocar', 'Uno', '--token', 'tok_otro')).toEqual({
      stdout: '',
      stderr: `El proyecto no tiene ese token. Los que aún sirven: ${id}.\n`,
      status: 1,
    });
    expect(con(EN)('proyectos', 'revocar', 'Uno', '--token', id).stdout).toContain(
      `The token ${id} of "Uno" ends for good.`,
    );
    expect(await withStore(async (store) => store.openToken(sha256(token)))).toBeNull();
    expect(curp('proyectos', 'activar', 'Uno').stdout).toMatch(
      /tokens que sirven: 0\.\nDéle uno con: curp proyectos rotar prj_/,
    );
  });
});
