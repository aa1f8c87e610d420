/** `curp proyectos crear`, `listar` and `cambiar`: their effects, texts and JSON. */
import { globSync, readFileSync } from 'node:fs';
import { mexicoDay, sha256 } from '@curp-service/server/admin';
import { describe, expect, it } from 'vitest';
import { administration } from '../curp.js';

const TOKEN = /curp_[0-9A-Za-z]{38}/;

describe('proyectos crear', () => {
  it('shows the token once and stores only its hash', async () => {
    const { database, curp, withStore } = administration();
    const { stdout, stderr, status } = await curp(
      'proyectos',
      'crear',
      ' Mi tienda ',
      '--cuota',
      '100',
      '--limite',
      '5',
    );
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(
      /^Proyecto creado:\n\n {2}id {12}prj_\w{12}\n {2}nombre {8}Mi tienda\n {2}estado {8}activo\n {2}límite {8}5\n {2}cuota {9}100\n {2}id del token {2}tok_\w{12}\n {2}token {9}curp_\w{38}\n\nGuarde el token ahora: no se vuelve a mostrar\.\n$/,
    );
    const [token = ''] = TOKEN.exec(stdout) ?? [];
    expect(await withStore(async (store) => store.openToken(sha256(token)))).toMatchObject({
      proyecto: { nombre: 'Mi tienda', limite: 5, cuota: 100 },
      remainingMs: null,
    });
    const files = globSync(`${database}*`).map((file) => readFileSync(file, 'latin1'));
    expect(files.length).toBeGreaterThan(0);
    expect(files.join('')).toContain(sha256(token));
    expect(files.join('')).not.toContain(token.slice('curp_'.length, -6));
  });

  it('prints the token with --json', async () => {
    const project = await administration().json('crear', 'Café');
    expect(project).toMatchObject({ nombre: 'Café', estado: 'activo', limite: null, cuota: null });
    expect(project.token).toMatch(TOKEN);
    expect(JSON.stringify(project)).not.toContain(sha256(project.token));
  });

  it('prints in English in an English locale', async () => {
    const { stdout } = await administration().english('proyectos', 'crear', 'Shop');
    expect(stdout).toContain('limit     service’s');
    expect(stdout).toContain('Save the token now: it will not be shown again.');
  });

  it('refuses a taken name in any Unicode normalization', async () => {
    const { curp, english } = administration();
    await curp('proyectos', 'crear', 'Café');
    expect(await curp('proyectos', 'crear', 'Cafe\u0301')).toEqual({
      stdout: '',
      stderr: 'Ya hay un proyecto con ese nombre: elija otro, o vea los que hay con `curp proyectos listar`.\n',
      status: 1,
    });
    expect((await english('proyectos', 'crear', 'Café')).stderr).toContain('There is a project with that name already');
  });
});

describe('proyectos listar', () => {
  it('says how to create the first project', async () => {
    const { curp, english, json } = administration();
    expect((await curp('proyectos', 'listar')).stdout).toBe(
      'No hay proyectos. Cree el primero con: curp proyectos crear NOMBRE\n',
    );
    expect((await english('proyectos', 'listar')).stdout).toContain('There are no projects.');
    expect(await json('listar')).toEqual([]);
  });

  it('aligns by code points and shows the usage of this month', async () => {
    const { curp, english, json, withStore } = administration();
    const today = mexicoDay(Date.now());
    const { id: withQuota } = await json('crear', '日本語 ñandúes', '--cuota', '1000', '--limite', '20');
    const { id: withoutQuota } = await json('crear', 'Mi tienda');
    await withStore(async (store) => {
      await store.takeQuota(withQuota, today.slice(0, 7), 50); // A service that has used 37 units reserved them.
      await store.addUsage(
        [
          { proyecto: withQuota, dia: today, operacion: 'validar', cuenta: 37 },
          { proyecto: withoutQuota, dia: today, operacion: 'validar', cuenta: 4 },
          { proyecto: withoutQuota, dia: today, operacion: 'cotejar', cuenta: 5 },
          { proyecto: withoutQuota, dia: '2001-01-01', operacion: 'validar', cuenta: 100 },
        ],
        { writer: 'prueba', number: 1 },
      );
    });
    await curp('proyectos', 'revocar', withoutQuota);
    expect((await curp('proyectos', 'listar')).stdout.split('\n')).toEqual([
      'ID                NOMBRE       ESTADO          LÍMITE    CUOTA  ESTE MES  TOKENS  CREADO',
      `${withQuota}  日本語 ñandúes  activo              20     1000        37       1  ${today}`,
      `${withoutQuota}  Mi tienda    revocado  del servicio  ninguna         9       1  ${today}`,
      '',
    ]);
    expect((await english('proyectos', 'listar')).stdout).toMatch(
      /^ID +NAME +STATE +LIMIT +QUOTA +THIS MONTH +TOKENS +CREATED\n/,
    );
    expect(await json('listar')).toMatchObject([
      { id: withQuota, usadas_este_mes: 37, tokens: [{ vence: null }] },
      { id: withoutQuota, usadas_este_mes: 9, estado: 'revocado' },
    ]);
  });
});

describe('proyectos cambiar', () => {
  it('changes only the given settings, by name or id', async () => {
    const { curp, json } = administration();
    const { id } = await json('crear', 'Uno', '--cuota', '100', '--limite', '5');
    const { stdout, status } = await curp('proyectos', 'cambiar', 'Uno', '--nombre', 'Dos', '--cuota', '0');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /nombre {2}Dos\n[^]*límite {2}5\n {2}cuota {3}0\n\nUn servicio en marcha lo aplica en menos de 5 segundos\.\n$/,
    );
    expect(await json('cambiar', id, '--cuota', 'ninguna', '--limite', 'ninguno')).toMatchObject({
      nombre: 'Dos',
      cuota: null,
      limite: null,
    });
  });

  it('refuses the name of another project', async () => {
    const { curp, json } = administration();
    await json('crear', 'Uno');
    await json('crear', 'Dos');
    expect(await curp('proyectos', 'cambiar', 'Uno', '--nombre', 'Dos')).toMatchObject({
      stderr: expect.stringContaining('Ya hay un proyecto con ese nombre'),
      status: 1,
    });
  });

  it('requires a setting to change', async () => {
    const { curp, json } = administration();
    await json('crear', 'Uno');
    expect(await curp('proyectos', 'cambiar', 'Uno')).toEqual({
      stdout: '',
      stderr: 'Indique qué cambiar: --nombre, --cuota o --limite.\nVea: curp proyectos cambiar --help\n',
      status: 2,
    });
  });
});
