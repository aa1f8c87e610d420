/** Generators of invented people with every kind of name. */
import fc from 'fast-check';
import { ENTIDADES, NOMBRES_OMITIDOS, PARTICULAS, type Persona } from '../src/index.js';

const two = (n: number): string => String(n).padStart(2, '0');

const date = fc
  .record({
    anio: fc.integer({ min: 1900, max: 2025 }),
    mes: fc.integer({ min: 1, max: 12 }),
    dia: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ anio, mes, dia }) => `${anio}-${two(mes)}-${two(dia)}`);

/** Words of names: letters of all kinds, signs, particles. */
const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.string({
      unit: fc.constantFrom(...'ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚÜaeioulmñ'),
      minLength: 1,
      maxLength: 10,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...PARTICULAS, ...NOMBRES_OMITIDOS, 'Desconocido', 'Mª') },
  {
    weight: 1,
    arbitrary: fc
      .string({
        unit: fc.constantFrom(..."AEIOUBCDÑÄËÏÖÜÇØŁÆßÞ'’/-.2Яʼ\u0303\u0308\u200b"),
        minLength: 1,
        maxLength: 6,
      })
      .map((s) => `A${s}`),
  },
);
export const nombre = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

/** People with every kind of name, whose key can be calculated. */
export const persona: fc.Arbitrary<Persona> = fc.record({
  nombres: nombre,
  apellidoPaterno: fc.option(nombre, { nil: '' }),
  apellidoMaterno: fc.option(nombre, { nil: null }),
  fechaNacimiento: date,
  sexo: fc.constantFrom('H', 'M', 'X'),
  entidad: fc.constantFrom(...ENTIDADES.flatMap((e) => [e.claveEntidad, e.abreviaturaEntidad])),
});
