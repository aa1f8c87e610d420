/** The lists that forms show. */
import { expect, it } from 'vitest';
import { ELECCIONES_DE_ENTIDAD, ELECCIONES_DE_SEXO, ENTIDADES, ETIQUETAS, calcular, revisar } from '../src/index.js';

const persona = {
  nombres: 'Renata',
  apellidoPaterno: 'Olvera',
  fechaNacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
};

it('every choice of a form is a value that the key accepts', () => {
  for (const { valor } of ELECCIONES_DE_SEXO) expect(calcular({ ...persona, sexo: valor }).ok).toBe(true);
  for (const { valor } of ELECCIONES_DE_ENTIDAD) expect(calcular({ ...persona, entidad: valor }).ok).toBe(true);
});

it('the sexes of a form have their Spanish names', () => {
  expect(ELECCIONES_DE_SEXO).toEqual([
    { valor: 'M', etiqueta: 'Mujer' },
    { valor: 'H', etiqueta: 'Hombre' },
    { valor: 'X', etiqueta: 'No binario' },
  ]);
});

it('the entities of a form have the order of the catalogue and the capitals of proper names', () => {
  expect(ELECCIONES_DE_ENTIDAD.map(({ valor }) => valor)).toEqual(ENTIDADES.map(({ claveEntidad }) => claveEntidad));
  const names = ELECCIONES_DE_ENTIDAD.map(({ etiqueta }) => etiqueta);
  for (const name of [
    'Aguascalientes',
    'Baja California Sur',
    'Ciudad de México',
    'México',
    'Nacido en el Extranjero',
  ]) {
    expect(names).toContain(name);
  }
});

it('every datum of a form has a label', () => {
  const missing = revisar({ nombres: 1, apellidoPaterno: 1, apellidoMaterno: 1 }).map(({ dato }) => ETIQUETAS[dato]);
  expect([...missing, ETIQUETAS.curp]).toEqual([
    'Nombre(s)',
    'Primer apellido',
    'Segundo apellido',
    'Fecha de nacimiento',
    'Sexo',
    'Entidad de nacimiento',
    'CURP',
  ]);
});
