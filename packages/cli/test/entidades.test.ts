/** The catalogue, and the entities that a text names. */
import { ENTIDADES } from '@curp-service/core';
import { expect, it, vi } from 'vitest';
import { EN, PACIENCIA, sitio } from './curp.js';

vi.setConfig(PACIENCIA);

it('all of them', () => {
  const { stdout, stderr, status } = sitio().curp('entidades');
  const [titulos, ...filas] = stdout.trimEnd().split('\n');
  expect(titulos).toBe('CLAVE  ABREVIATURA  NOMBRE');
  expect(filas).toHaveLength(33);
  expect(filas[8]).toBe('09     DF           CIUDAD DE MÉXICO');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

it.each([
  [['leon'], ['NUEVO LEÓN']],
  [['nuevo', 'león'], ['NUEVO LEÓN']],
  [['MÉX'], ['CIUDAD DE MÉXICO', 'MÉXICO']],
  [['cdmx'], ['CIUDAD DE MÉXICO']],
  [['36'], ['NACIDO EN EL EXTRANJERO']],
  [['bc'], ['BAJA CALIFORNIA']],
])('%j', (palabras, nombres) => {
  const { stdout } = sitio().curp('entidades', '--json', ...palabras);
  const { clave_entidad: halladas } = JSON.parse(stdout) as { clave_entidad: { nombre_entidad: string }[] };
  expect(halladas.map(({ nombre_entidad: nombre }) => nombre)).toEqual(nombres);
});

it('none', () => {
  const { curp, con } = sitio();
  expect(curp('entidades', 'texas')).toEqual({
    stdout: '',
    stderr: 'Ninguna entidad lleva ese nombre: véalas todas con `curp entidades`.\n',
    status: 1,
  });
  expect(con(EN)('entidades', 'texas').stderr).toMatch(/^No entity has that name/);
  expect(curp('entidades', 'texas', '--json')).toMatchObject({ stdout: '{\n  "clave_entidad": []\n}\n', status: 1 });
});

it('in JSON, the answer of the service', () => {
  const { clave_entidad: todas } = JSON.parse(sitio().curp('entidades', '--json').stdout) as {
    clave_entidad: unknown[];
  };
  expect(todas).toHaveLength(ENTIDADES.length);
  expect(todas[0]).toEqual({ clave_entidad: '01', nombre_entidad: 'AGUASCALIENTES', abreviatura_entidad: 'AS' });
});
