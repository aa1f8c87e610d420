/** `curp entidades`: the whole catalogue, and searches. */
import { ENTIDADES } from '@curp-service/core';
import { expect, it } from 'vitest';
import { curp, curpInEnglish } from '../curp.js';

it('entidades lists the 33 entities', async () => {
  const { stdout, stderr, status } = await curp('entidades');
  const [titles, ...rows] = stdout.trimEnd().split('\n');
  expect(titles).toBe('CLAVE  ABREVIATURA  NOMBRE');
  expect(rows).toHaveLength(33);
  expect(rows[8]).toBe('09     DF           CIUDAD DE MÉXICO');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

it.each([
  [['leon'], ['NUEVO LEÓN']],
  [['nuevo', 'león'], ['NUEVO LEÓN']],
  [['MÉX'], ['CIUDAD DE MÉXICO', 'MÉXICO']],
  [['cdmx'], ['CIUDAD DE MÉXICO']],
  [['36'], ['NACIDO EN EL EXTRANJERO']],
  [['bc'], ['BAJA CALIFORNIA']],
])('entidades finds by %j', async (words, nombres) => {
  const { stdout } = await curp('entidades', '--json', ...words);
  const { clave_entidad: found } = JSON.parse(stdout) as { clave_entidad: { nombre_entidad: string }[] };
  expect(found.map(({ nombre_entidad: name }) => name)).toEqual(nombres);
});

it('entidades exits with 1 if no entity matches', async () => {
  expect(await curp('entidades', 'texas')).toEqual({
    stdout: '',
    stderr: 'Ninguna entidad lleva ese nombre: véalas todas con `curp entidades`.\n',
    status: 1,
  });
  expect((await curpInEnglish('entidades', 'texas')).stderr).toMatch(/^No entity has that name/);
  expect(await curp('entidades', 'texas', '--json')).toMatchObject({
    stdout: '{\n  "clave_entidad": []\n}\n',
    status: 1,
  });
});

it('entidades --json prints what the service answers', async () => {
  const { clave_entidad: all } = JSON.parse((await curp('entidades', '--json')).stdout) as {
    clave_entidad: unknown[];
  };
  expect(all).toHaveLength(ENTIDADES.length);
  expect(all[0]).toEqual({ clave_entidad: '01', nombre_entidad: 'AGUASCALIENTES', abreviatura_entidad: 'AS' });
});
