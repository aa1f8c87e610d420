/** No message repeats what a cell holds: messages are shown, kept and sent on. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type Opciones, demorado, enBytes, falla, filas, juntar, objetos } from './run-lote.js';
import { NOMBRES_DE_COLUMNAS, en1252 } from './people.js';

/** Data that stand in no message by themselves. */
const SECRETOS = ['Zulemita', 'Quetzalpa', 'Wixarika', '1987-06-08', 'ZULM870608', 'Xochitlán', '08/06/1987', '87060'];

const secreto = fc.oneof(
  fc.constantFrom(...SECRETOS),
  fc.tuple(fc.constantFrom(...SECRETOS), fc.constantFrom('"', '\0', '\u0007', 'ñ', ' ', '🦊')).map(([a, b]) => a + b),
);
const fila = fc.array(secreto, { minLength: 1, maxLength: 9 });
const opciones = fc.record<Opciones>({
  operacion: fc.constantFrom('calcular', 'validar', 'cotejar'),
  language: fc.constantFrom('es', 'en'),
  excel: fc.boolean(),
});

const callado = (mensaje: unknown): void => {
  for (const dato of SECRETOS) expect(String(mensaje)).not.toContain(dato);
};

demorado('of a row', () => {
  fc.assert(
    fc.property(fc.array(fila, { maxLength: 4 }), opciones, fc.boolean(), (gente, o, en8) => {
      const cabecera = [...NOMBRES_DE_COLUMNAS, 'curp'].join(',');
      const cuerpo = gente.map((celdas) => `${celdas.join(',')}\n`).join('');
      const texto = juntar(`${cabecera}\nñ,,,,,,\n`, en8 ? enBytes(cuerpo) : en1252(cuerpo));
      for (const { error_message } of filas(o, texto)) callado(error_message);
    }),
  );
});

demorado('of an object', () => {
  fc.assert(
    fc.property(fc.array(fila, { maxLength: 4 }), opciones, fc.nat(40), (gente, o, corte) => {
      const nombres = [...NOMBRES_DE_COLUMNAS, 'curp', 'Nombre', 'SEXO'];
      const lineas = gente.map((celdas) => JSON.stringify(Object.fromEntries(celdas.map((c, i) => [nombres[i], c]))));
      const cortadas = lineas.map((linea, i) => (i % 2 === 1 ? linea.slice(0, -corte) : linea));
      for (const { error_message } of objetos(o, cortadas.join('\n'))) callado(error_message);
    }),
  );
});

demorado('of a file without a header, whatever the user says of its columns', () => {
  const columnas = fc.dictionary(
    fc.constantFrom(...NOMBRES_DE_COLUMNAS, 'curp'),
    fc.constantFrom('1', '2', '9', '', 'a'),
  );
  fc.assert(
    fc.property(fila, fila, opciones, columnas, (primera, segunda, o, mapa) => {
      const texto = `${primera.join(',')}\n${segunda.join(',')}\n`;
      try {
        for (const { error_message } of filas({ ...o, columnas: mapa }, texto)) callado(error_message);
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        callado(error.message);
      }
    }),
  );
});

it('of a file that cannot be read, in which the error is all that is told', () => {
  const dicho = falla({}, `${SECRETOS.join(',')}\n`);
  expect(Object.keys(dicho)).toEqual(['code_error', 'parametro', 'error_message']);
  callado(JSON.stringify(dicho));
});
