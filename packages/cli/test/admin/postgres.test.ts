/** `curp proyectos` with PostgreSQL. */
import { expect, it } from 'vitest';
import { newDatabase } from '../../../server/test/postgres.js';
import { databaseOfService } from './postgres-service.js';
import { administration } from '../curp.js';

it('proyectos creates, lists and revokes projects in PostgreSQL', async () => {
  const { curp } = administration(await databaseOfService());
  const { stdout, stderr, status } = await curp('proyectos', 'crear', 'Clínica Norte', '--cuota', '100', '--json');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const { id, token } = JSON.parse(stdout) as { id: string; token: string };
  expect(token).toMatch(/^curp_/);
  expect((await curp('proyectos', 'revocar', 'Clínica Norte')).status).toBe(0);
  const [listed] = JSON.parse((await curp('proyectos', 'listar', '--json')).stdout) as unknown[];
  expect(listed).toMatchObject({ id, nombre: 'Clínica Norte', estado: 'revocado', cuota: 100, usadas_este_mes: 0 });
  expect(await curp('proyectos', 'crear', 'Clínica Norte')).toMatchObject({ stdout: '', status: 1 });
});

it('a refused login prints one line without the password and exits with 74', async () => {
  const url = Object.assign(new URL(await newDatabase()), { password: 'otra-secreta' }).href;
  const { stdout, stderr, status } = await administration(url).curp('proyectos', 'listar');
  expect({ stdout, status }).toEqual({ stdout: '', status: 74 });
  expect(stderr).toMatch(/^DATABASE_URL: no se puede usar la base de datos \(28P01\)\. Revise el usuario .+\n$/);
  expect(stderr).not.toContain('secreta');
});
