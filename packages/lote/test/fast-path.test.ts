/** The quick way to a key and the long one give the same; and both give the keys of the vectors. */
import { readFileSync } from 'node:fs';
import { ENTIDADES, NOMBRES_OMITIDOS, PARTICULAS } from '@curp-service/core';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Lote } from '../src/index.js';
import { OPERACIONES } from '../src/work/operations.js';
import { Rapido } from '../src/work/fast-path.js';
import { type Opciones, celdas, correrTexto, demorado, enBytes, filas, objetos } from './run-lote.js';
import { CLAVE, NOMBRES_DE_COLUMNAS, RENATA, en1252 } from './people.js';

const dos = (n: number): string => String(n).padStart(2, '0');

/** Mostly the first, so that most rows are good and each is odd in few ways. */
const casi = (usual: fc.Arbitrary<string>, raro: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: raro });

const letras = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚÜaeioulmñ'),
  minLength: 1,
  maxLength: 9,
});
const signos = fc.string({
  unit: fc.constantFrom(..."AEIOUBCDÑÄËÏÖÜÇØŁÆßÞ'’/-.2Яʼ\u0303\u0308\u200b\u00a0\ufeff🦊漢\t"),
  minLength: 1,
  maxLength: 5,
});
const particula = fc.constantFrom(...PARTICULAS, ...NOMBRES_OMITIDOS, 'Desconocido', 'Mª', 'de', 'la');
const palabra = casi(fc.oneof({ weight: 5, arbitrary: letras }, { weight: 1, arbitrary: particula }), signos);
const nombre = casi(
  fc.array(palabra, { minLength: 1, maxLength: 4 }).map((palabras) => palabras.join(' ')),
  fc.constantFrom(
    '',
    ' ',
    'null',
    'None',
    'NaN',
    'undefined',
    'Nube',
    'nil',
    'null ',
    '123',
    'a\u0001b',
    'a\nb',
    'Re\ufffdata',
    'A'.repeat(200),
    'A'.repeat(201),
    'Ñ'.repeat(100),
    'Ñ'.repeat(101),
    'Ñ'.repeat(200),
    'Ñ'.repeat(201),
  ),
);
const fecha = casi(
  fc
    .tuple(fc.integer({ min: 1890, max: 2025 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 29 }))
    .chain(([a, m, d]) =>
      casi(
        fc.constantFrom(`${a}-${dos(m)}-${dos(d)}`, `${dos(d)}/${dos(m)}/${a}`),
        fc.constantFrom(
          `${a}-${m}-${d}`,
          `${a}${dos(m)}${dos(d)}`,
          ` ${a}-${dos(m)}-${dos(d)}`,
          `${dos(d)}-${dos(m)}-${a}`,
        ),
      ),
    ),
  fc.constantFrom(
    '',
    '1990-05-1x',
    'x990-05-17',
    '17/05/19x0',
    '1990/05-17',
    '1990-05-17T00:00',
    '１９９０-05-17',
    '17-05/1990',
    '1990-13-01',
    '1990-00-01',
    '1990-02-30',
    '00/01/1990',
    '1799-12-31',
    '2999-01-01',
    '/9/:/;/<=>',
    '0000-00-00',
  ),
);
const sexo = casi(
  fc.constantFrom('H', 'M', 'X', 'h', 'mujer', 'Hombre'),
  fc.constantFrom(' M', 'no binario', 'F', '', 'ñ', 'M'.repeat(200), '\ufeffM'),
);
const entidad = casi(
  fc.constantFrom(...ENTIDADES.flatMap((e) => [e.claveEntidad, e.abreviaturaEntidad, e.nombreEntidad])),
  fc.constantFrom('nuevo león', 'cdmx', 'df', ' 09 ', '9', '33', '00', 'ñ9', 'Narnia', '', 'N'.repeat(200)),
);
const citada = (celda: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(celda, fc.boolean())
    .map(([texto, conComillas]) => (conComillas || /[\n,]/.test(texto) ? `"${texto}"` : texto));

/** The cells of people of every kind, with a key that may be their own. */
const persona = fc.tuple(
  citada(nombre),
  citada(nombre),
  citada(nombre),
  citada(fecha),
  citada(sexo),
  citada(entidad),
  fc.boolean(),
);
const personas = fc.array(persona, { minLength: 20, maxLength: 40 });

/** A file of these rows; `rara`: with a cell that keeps every row from the quick way. */
const tabla = (nombres: readonly string[], cuerpo: readonly (readonly string[])[], rara: boolean): string =>
  [nombres, ...cuerpo].map((fila, i) => [...fila, ...(rara ? [i === 0 ? 'x' : '"a""b"'] : [])].join(',')).join('\n');

/** What is added to each row. */
const agregado = (opciones: Opciones, texto: string, cuantas: number): string[][] =>
  celdas(correrTexto(opciones, texto).replaceAll('\ufeff', '')).map((fila) => fila.slice(-cuantas));

describe('a row takes', () => {
  const EN_PARTES = ['nombres', 'apellido_paterno', 'anio', 'mes', 'dia', 'sexo', 'entidad'];
  const SIN_MATERNO = { columnas: { apellido_materno: '' } };

  /** Whether the quick way did this row, which comes out as by the long one. */
  function esRapida(nombres: readonly string[], escrita: string, opciones: Opciones = {}): boolean {
    const larga = vi.spyOn(OPERACIONES[opciones.operacion ?? 'calcular'], 'ejecutar');
    onTestFinished(() => {
      larga.mockRestore();
    });
    const salida = agregado(opciones, tabla(nombres, [[escrita]], false), 3);
    const rapida = larga.mock.calls.length === 0;
    expect(agregado(opciones, tabla(nombres, [[escrita]], true), 3)).toEqual(salida);
    expect(larga).toHaveBeenCalledTimes(rapida ? 1 : 2);
    return rapida;
  }

  it.each([
    'Renata,Olvera,Tinajero,1990-05-17,M,09',
    'Renata,Olvera,Tinajero,17/05/1990,M,09',
    'Renata,Olvera,,1990-05-17,M,09',
    '"Ñusta","Peña","Argüello","1984-03-12","M","19"',
    'Ana,Luz,Sol,2000-01-01,M,01',
    'Luis,Neri,Zapata,2000-09-30,H,32',
    'Guadalupe,Villegas,Fernández,1999-12-31,X,NE',
    'nabel,Noel,Nene N,1999-10-29,mujer,Jalisco',
    'Renata,Olvera,Tinajero,1990-05-17,hombre,NL',
    'Renata,Olvera,Tinajero,1990-05-17,No binaria,nuevo león',
    `Renata,Olvera,Tinajero,1990-05-17,M${' '.repeat(99)},Jalisco${' '.repeat(93)}`,
  ])('the quick way: %s', (escrita) => {
    expect(esRapida(NOMBRES_DE_COLUMNAS, escrita)).toBe(true);
  });

  it.each([
    'null,Olvera,,1990-05-17,M,09',
    'None,Olvera,,1990-05-17,M,09',
    'NaN,Olvera,,1990-05-17,M,09',
    'undefined,Olvera,,1990-05-17,M,09',
    'Noe,Olvera,,1990-05-17,M,09',
    'Renata,null,,1990-05-17,M,09',
    'Renata,Olvera,None,1990-05-17,M,09',
    'Renata,Olvera,,1990-5-17,M,09',
    'Renata,Olvera,,1990/05/17,M,09',
    'Renata,Olvera,,17-05-1990,M,09',
    'Renata,Olvera,,1990-05/17,M,09',
    'Renata,Olvera,,1990/05-17,M,09',
    'Renata,Olvera,,17/05-1990,M,09',
    'Renata,Olvera,,17-05/1990,M,09',
    'Renata,Olvera,,1990-05-17 ,M,09',
    'Renata,Olvera,,199O-05-17,M,09',
    'Renata,Olvera,,/990-05-17,M,09',
    'Renata,Olvera,,:990-05-17,M,09',
    'Renata,Olvera,,1990-:5-17,M,09',
    'Renata,Olvera,,1990-05-1:,M,09',
    'Renata,Olvera,,19:0-05-17,M,09',
    'Renata,Olvera,,19/5-05-17,M,09',
    'Renata,Olvera,,199:-05-17,M,09',
    'Renata,Olvera,,199/-05-17,M,09',
    'Renata,Olvera,,1990-05-1/,M,09',
    'Renata,Olvera,,1990-05-/7,M,09',
    'Renata,Olvera,,31/02/1990,M,09',
    'Renata,Olvera,,1990-05-17,F,09',
    'Renata,Olvera,,1990-05-17,,09',
    'Renata,Olvera,,1990-05-17,MM,09',
    'Renata,Olvera,,1990-05-17,M,',
    'Renata,Olvera,,1990-05-17,M,9',
    'Renata,Olvera,,1990-05-17,M,33',
    'Renata,Olvera,,1990-05-17,M,009',
    `Renata,Olvera,,1990-05-17,M${' '.repeat(100)},09`,
    `Renata,Olvera,,1990-05-17,M,Jalisco${' '.repeat(100)}`,
    '123,Olvera,,1990-05-17,M,09',
    ',Olvera,,1990-05-17,M,09',
  ])('the long one: %s', (escrita) => {
    expect(esRapida(NOMBRES_DE_COLUMNAS, escrita)).toBe(false);
  });

  it.each([
    ['Renata,Olvera,1990,05,17,M,09', true],
    ['Renata,Olvera,90,05,17,M,09', false],
    ['Renata,Olvera,1990,5,17,M,09', false],
    ['Renata,Olvera,1990,05,7,M,09', false],
    ['Renata,Olvera,1990,05,017,M,09', false],
    ['Renata,Olvera,19901,05,17,M,09', false],
    ['Renata,Olvera,1990,051,17,M,09', false],
    ['Renata,Olvera,199O,05,17,M,09', false],
    ['Renata,Olvera,1990,O5,17,M,09', false],
    ['Renata,Olvera,1990,05,1O,M,09', false],
  ])('with its date in three columns, the quick way: %s %s', (escrita, rapida) => {
    expect(esRapida(EN_PARTES, escrita, SIN_MATERNO)).toBe(rapida);
  });

  it.each([
    ['apellido_materno', 'Tinajero,1990-05-17,Renata,Olvera,M,09'],
    ['fecha_nacimiento', '1990-05-17,Tinajero,Renata,Olvera,M,09'],
    ['nombres', 'Renata,1990-05-17,Tinajero,Olvera,M,09'],
    ['apellido_paterno', 'Olvera,1990-05-17,Tinajero,Renata,M,09'],
    ['sexo', 'M,1990-05-17,Tinajero,Renata,Olvera,09'],
    ['entidad', '09,1990-05-17,Tinajero,Renata,Olvera,M'],
  ])('the quick way, and its own key, with %s first', (_, escrita) => {
    const cualEs: Readonly<Record<string, string>> = {
      Renata: 'nombres',
      Olvera: 'apellido_paterno',
      Tinajero: 'apellido_materno',
      M: 'sexo',
      '09': 'entidad',
    };
    const nombres = escrita.split(',').map((dato) => cualEs[dato] ?? 'fecha_nacimiento');
    expect(esRapida(nombres, escrita)).toBe(true);
    expect(filas({}, tabla(nombres, [[escrita]], false))).toMatchObject([{ curp: CLAVE }]);
  });

  it.each([
    [CLAVE, true],
    [`"${CLAVE}"`, true],
    [CLAVE.toLowerCase(), false],
    [`${CLAVE} `, false],
    [` ${CLAVE}`, false],
    [CLAVE.slice(0, 17), false],
    [`P${CLAVE.slice(1)}`, false],
    [`${CLAVE.slice(0, 16)}13`, false],
    ['', false],
  ])('to be compared with %j, the quick way: %s', (clave, rapida) => {
    const nombres = [...NOMBRES_DE_COLUMNAS, 'curp'];
    expect(esRapida(nombres, `${RENATA},${clave}`, { operacion: 'cotejar' })).toBe(rapida);
  });
});

it.each(['1990-05-17,M,09', '1990-05-17,H,01', '17/05/1990,X,32'])('makes no text of a plain row: %s', (fin) => {
  const lote = new Lote({ formato: 'csv' });
  const vaciar = (texto: string): number => Array.from(lote.process(enBytes(texto))).length;
  vaciar(`${NOMBRES_DE_COLUMNAS.join(',')}\n`);
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  onTestFinished(() => {
    decode.mockRestore();
  });
  expect(vaciar(`Renata,Olvera,Tinajero,${fin}\n`)).toBe(1);
  expect(lote.totals.good).toBe(1);
  expect(decode).not.toHaveBeenCalled();
});

describe('the same by both ways', () => {
  /** How many rows the quick way did. */
  function contar(): { hechas: () => number } {
    const espia = vi.spyOn(Rapido.prototype, 'escribir');
    onTestFinished(() => {
      espia.mockRestore();
    });
    return { hechas: () => espia.mock.results.filter(({ value }) => value === true).length };
  }

  demorado('calcular', () => {
    const { hechas } = contar();
    fc.assert(
      fc.property(personas, (gente) => {
        const cuerpo = gente.map((fila) => fila.slice(0, 6) as string[]);
        const [corto, largo] = [false, true].map((rara) => agregado({}, tabla(NOMBRES_DE_COLUMNAS, cuerpo, rara), 3));
        expect(corto).toEqual(largo);
      }),
      { numRuns: 40 },
    );
    expect(hechas()).toBeGreaterThan(200);
  });

  demorado('calcular, with the date in three columns and no second surname', () => {
    const { hechas } = contar();
    const nombres = ['entidad', 'sexo', 'dia', 'mes', 'anio', 'paterno', 'nombre'];
    fc.assert(
      fc.property(personas, (gente) => {
        const cuerpo = gente.map(([n, p, , f, s, e]) => [
          e,
          s,
          ...f.replaceAll('"', '').split(/[-/]/).concat('', '', '').slice(0, 3),
          p,
          n,
        ]);
        const columnas = { apellido_materno: '' };
        const [corto, largo] = [false, true].map((rara) => agregado({ columnas }, tabla(nombres, cuerpo, rara), 3));
        expect(corto).toEqual(largo);
      }),
      { numRuns: 30 },
    );
    expect(hechas()).toBeGreaterThan(20);
  });

  demorado('cotejar, marking homonyms', () => {
    const { hechas } = contar();
    fc.assert(
      fc.property(personas, (gente) => {
        const cuerpo = gente.map((fila) => fila.slice(0, 6) as string[]);
        const claves = agregado({}, tabla(NOMBRES_DE_COLUMNAS, cuerpo, false), 3).slice(1);
        const conClave = cuerpo.map((fila, i) => [...fila, gente[i]?.[6] ? (claves[i]?.[0] ?? '') : CLAVE]);
        const nombres = [...NOMBRES_DE_COLUMNAS, 'curp'];
        const opciones = { operacion: 'cotejar', homonimos: true } as const;
        const [corto, largo] = [false, true].map((rara) => agregado(opciones, tabla(nombres, conClave, rara), 6));
        expect(corto).toEqual(largo);
      }),
      { numRuns: 30 },
    );
    expect(hechas()).toBeGreaterThan(100);
  });

  demorado('in Windows-1252', () => {
    fc.assert(
      fc.property(personas, (gente) => {
        const cuerpo = [
          ['Ñusta', 'Peña', '', '1984-03-12', 'M', '19'],
          ...gente.map((fila) => fila.slice(0, 6) as string[]),
        ];
        const texto = tabla(NOMBRES_DE_COLUMNAS, cuerpo, false).replaceAll(/[^\0-\u00ff]/gu, '');
        // Told so: a row may be UTF-8 by chance.
        expect(correrTexto({ codificacion: 'windows-1252' }, en1252(texto))).toBe(correrTexto({}, enBytes(texto)));
      }),
      { numRuns: 15 },
    );
  });

  demorado('as in objects', () => {
    fc.assert(
      fc.property(personas, (gente) => {
        const limpias = gente.map((fila) => fila.slice(0, 6).map((celda) => String(celda).replace(/^"([^]*)"$/, '$1')));
        const cuerpo = gente.map((fila) => fila.slice(0, 6) as string[]);
        const texto = limpias
          .map((fila) => `${JSON.stringify(Object.fromEntries(NOMBRES_DE_COLUMNAS.map((n, i) => [n, fila[i]])))}\n`)
          .join('');
        const enObjetos = objetos({}, texto).map((o) => [
          o['curp'] ?? '',
          String(o['code_error']),
          o['error_message'] ?? '',
        ]);
        expect(agregado({}, tabla(NOMBRES_DE_COLUMNAS, cuerpo, false), 3).slice(1)).toEqual(enObjetos);
      }),
      { numRuns: 20 },
    );
  });
});

it('remembers no more spellings than people use', () => {
  const filasRaras = Array.from({ length: 3000 }, (_, i) =>
    RENATA.replace(/09$/, `Narnia ${i}`).replace(',M,', `,M${i},`),
  );
  const leidas = filas({}, [NOMBRES_DE_COLUMNAS.join(','), ...filasRaras, RENATA].join('\n'));
  expect(leidas.at(-1)).toMatchObject({ curp: CLAVE });
  expect(leidas.at(-2)).toMatchObject({ code_error: '411' });
});

describe('the vectors', () => {
  interface Vector extends Readonly<Record<string, string>> {
    readonly curp: string;
  }
  const DE = '../../core/test/vectores/claves-sinteticas.jsonl';
  const lineas = readFileSync(new URL(DE, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const vectores = lineas.map((escrita) => JSON.parse(escrita) as Vector);
  /** The contract asks for a first surname; the norm does not. */
  const conPaterno = (v: Vector): boolean => v['apellido_paterno']?.trim() !== '';
  const esperadas = vectores.map((v) => (conPaterno(v) ? v.curp : ''));
  const PARTES = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'];
  const citar = (texto = ''): string => `"${texto.replaceAll('"', '""')}"`;

  it('are 282, and all but one have a first surname', () => {
    expect(vectores).toHaveLength(282);
    expect(vectores.filter(conPaterno)).toHaveLength(281);
  });

  it('through objects', () => {
    expect(objetos({}, lineas.join('\n')).map((objeto) => objeto['curp_2'] ?? '')).toEqual(esperadas);
    const cotejadas = objetos({ operacion: 'cotejar' }, lineas.join('\n')).map((objeto) => objeto['resultado']);
    expect(cotejadas).toEqual(vectores.map((v) => (conPaterno(v) ? 'identica' : null)));
  });

  it.each([
    ['in three columns', PARTES],
    ['in one', ['fecha_nacimiento']],
    ['as in Mexico', ['fecha']],
  ])('through a table, the date %s', (_, deFecha) => {
    const nombres = ['nombres', 'apellido_paterno', 'apellido_materno', ...deFecha, 'sexo', 'entidad'];
    const cuerpo = vectores.map((v) => {
      const [anio, mes, dia] = PARTES.map((parte) => v[parte]);
      const conFecha: Record<string, string> = {
        ...v,
        fecha_nacimiento: `${anio}-${mes}-${dia}`,
        fecha: `${dia}/${mes}/${anio}`,
      };
      return nombres.map((columna) => citar(conFecha[columna]));
    });
    for (const rara of [false, true]) {
      expect(filas({}, tabla(nombres, cuerpo, rara)).map((fila) => fila['curp'])).toEqual(esperadas);
    }
  });
});
