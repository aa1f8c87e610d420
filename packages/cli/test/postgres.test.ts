/** The projects of a service whose database is PostgreSQL: as those of any other. */
import { expect, it, vi } from 'vitest';
import { newDatabase } from '../../server/test/postgres.js';
import { PACIENCIA, sitio } from './curp.js';

vi.setConfig(PACIENCIA);

it('are made, listed and revoked', async () => {
  const { con } = sitio();
  const curp = con({ DATABASE_URL: await newDatabase() });
  const { stdout, stderr, status } = curp('proyectos', 'crear', 'Clínica Norte', '--cuota', '100', '--json');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const { id, token } = JSON.parse(stdout) as { id: string; token: string };
  expect(token).toMatch(/^curp_/);
  expect(curp('proyectos', 'revocar', 'Clínica Norte').status).toBe(0);
  const [listado] = JSON.parse(curp('proyectos', 'listar', '--json').stdout) as unknown[];
  expect(listado).toMatchObject({ id, nombre: 'Clínica Norte', estado: 'revocado', cuota: 100, usadas_este_mes: 0 });
  expect(curp('proyectos', 'crear', 'Clínica Norte')).toMatchObject({ stdout: '', status: 1 });
});

it('cannot be reached: one line, without the password, and 74', async () => {
  const { con } = sitio();
  const url = Object.assign(new URL(await newDatabase()), { password: 'otra-secreta' }).href;
  const { stdout, stderr, status } = con({ DATABASE_URL: url })('proyectos', 'listar');
  expect({ stdout, status }).toEqual({ stdout: '', status: 74 });
  expect(stderr).toMatch(/^DATABASE_URL: no se puede usar la base de datos \(28P01\)\. Revise el usuario .+\n$/);
  expect(stderr).not.toContain('secreta');
});
