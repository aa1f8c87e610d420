/** What is done with each row: calcular, validar, cotejar, as far as it is allowed. */
import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { Lote } from '../src/index.js';
import { celdas, correrTexto, enBytes, enTexto, filas, objetos } from './run-lote.js';
import { CABECERA, CLAVE, NUSTA, RENATA, linea } from './people.js';

/** A key of the same root, and one of another year. */
const OTRO_HOMONIMO = 'OETR900517MDFLNN13';
const OTRO_ANIO = 'OETR910517MDFLNN04';

describe('calcular', () => {
  it('adds the key to a row', () => {
    expect(correrTexto({}, `${CABECERA}\n${RENATA}\n`)).toBe(
      `${CABECERA},curp,code_error,error_message\n${RENATA},${CLAVE},0,\n`,
    );
  });

  it('adds the key to an object', () => {
    const escrito = ' { "nombres" : "Renata", "apellido_paterno":"Olvera","apellido_materno":"Tinajero",';
    const resto = '"fecha_nacimiento":"17/05/1990","sexo":"mujer","entidad":"DF","n":[1,{"a":null}] } \r\n';
    expect(correrTexto({ formato: 'ndjson' }, escrito + resto)).toBe(
      `${(escrito + resto).trim().slice(0, -2)},"curp":"${CLAVE}","code_error":0,"error_message":null}\n`,
    );
  });
});

describe('validar', () => {
  const CLAVES = [CLAVE, 'OETR900517MDFLNN06', 'oetr900517mdflnn05', 'ñ', ' '];

  it('says of a row what the key says, its findings by code and position', () => {
    const leidas = filas({ operacion: 'validar' }, `x;curp\n${CLAVES.map((clave) => `1;${clave}\n`).join('')}`, ';');
    expect(leidas[0]).toEqual({
      x: '1',
      curp: CLAVE,
      valido: 'true',
      hallazgos: '',
      fecha_nacimiento: '1990-05-17',
      sexo: 'M',
      clave_entidad: '09',
      nombre_entidad: 'CIUDAD DE MÉXICO',
      abreviatura_entidad: 'DF',
      homonimo: 'false',
      code_error: '0',
      error_message: '',
    });
    expect(leidas[1]).toMatchObject({ valido: 'false', hallazgos: expect.stringMatching(/^\w+:18$/) as unknown });
    expect(leidas[3]).toMatchObject({ valido: 'false', sexo: '', code_error: '0' });
    expect(leidas[4]).toMatchObject({ valido: '', code_error: '100' });
  });

  it('says it of the key also where all of a person stands beside it', () => {
    const [fila] = celdas(correrTexto({ operacion: 'validar' }, `${CABECERA},curp\n${RENATA},${OTRO_ANIO}\n`)).slice(1);
    expect(fila?.slice(7)).toEqual([
      'false',
      'digito_verificador:18',
      '1991-05-17',
      'M',
      '09',
      'CIUDAD DE MÉXICO',
      'DF',
      'false',
      '0',
      '',
    ]);
  });

  it('says the same of an object, its findings in full, in the language of the user', () => {
    const objeto = `{"curp":"${CLAVES[1]}"}\n`;
    const [es] = objetos({ operacion: 'validar' }, objeto);
    const [en] = objetos({ operacion: 'validar', language: 'en' }, objeto);
    expect(es).toMatchObject({ valido: false, code_error: 0, error_message: null });
    expect(es?.['hallazgos']).toMatchObject([{ severidad: 'error', posiciones: [18] }]);
    expect(en?.['hallazgos']).not.toEqual(es?.['hallazgos']);
    expect(objetos({ operacion: 'validar' }, '{"curp":null}\n')).toMatchObject([{ valido: null, code_error: 100 }]);
  });
});

describe('cotejar', () => {
  const COTEJOS = [
    [RENATA, CLAVE, 'identica', ''],
    [RENATA, OTRO_HOMONIMO, 'misma_raiz', ''],
    [RENATA, OTRO_ANIO, 'difiere', 'fecha_nacimiento'],
    [
      'Zoe,Ruiz,,1991-05-17,H,NL',
      CLAVE,
      'difiere',
      'nombres apellido_paterno apellido_materno fecha_nacimiento sexo entidad',
    ],
  ] as const;

  it('says of a row whether the key is its own, and what differs', () => {
    const texto = COTEJOS.map(([persona, clave]) => `${persona},${clave}\n`).join('');
    const leidas = celdas(correrTexto({ operacion: 'cotejar' }, `${CABECERA},curp\n${texto}`)).slice(1);
    expect(leidas.map((fila) => [fila[7], fila[9]])).toEqual(
      COTEJOS.map(([, , resultado, difieren]) => [resultado, difieren]),
    );
    expect(leidas.map((fila) => fila[8])).toEqual([
      CLAVE,
      CLAVE,
      CLAVE,
      expect.stringMatching(/^RUXZ910517HNL/) as unknown,
    ]);
  });

  it('says the same of an object', () => {
    expect(objetos({ operacion: 'cotejar' }, linea({ curp: OTRO_ANIO }))).toMatchObject([
      { resultado: 'difiere', calculada: CLAVE, difieren: ['fecha_nacimiento'], code_error: 0 },
    ]);
    expect(objetos({ operacion: 'cotejar' }, linea({ curp: CLAVE }))).toMatchObject([
      { resultado: 'identica', difieren: [] },
    ]);
  });

  it('says what is wrong with a row before anything is compared', () => {
    const codigos = (fila: string): unknown[] =>
      filas({ operacion: 'cotejar' }, `${CABECERA},curp\n${fila}\n`).map((leida) => [
        leida['resultado'],
        leida['code_error'],
      ]);
    expect(codigos(`${RENATA},`)).toEqual([['', '100']]);
    expect(codigos(`${RENATA.replace(',M,', ',F,')},${CLAVE}`)).toEqual([['', '416']]);
    expect(codigos(`${RENATA.replace('1990-05-17', 'ayer')},${CLAVE}`)).toEqual([['', '417']]);
  });

  it('says what is wrong with a key as with any other', () => {
    const [fila] = filas({ operacion: 'cotejar' }, `${CABECERA},curp\n${RENATA},no es\n`);
    expect(fila).toMatchObject({ resultado: 'difiere', calculada: CLAVE, code_error: '0' });
  });
});

describe('values of objects', () => {
  it.each([
    ['a number for a date', { fecha_nacimiento: 19900517 }, { curp: CLAVE }],
    ['a number of two digits', { entidad: 31 }, { curp: 'OETR900517MYNLNN03' }],
    ['a number of one digit', { entidad: 9 }, { code_error: 415 }],
    ['a huge number', { fecha_nacimiento: 1e300 }, { code_error: 417 }],
    ['true', { nombres: true }, { code_error: 8 }],
    ['a list', { nombres: ['Renata'] }, { code_error: 8 }],
    ['an object', { sexo: { a: 'M' } }, { code_error: 8 }],
    ['null', { nombres: null }, { code_error: 400 }],
    ['null for the second surname', { apellido_materno: null }, { code_error: 402 }],
    ['nothing for the second surname', { apellido_materno: '' }, { curp: 'OEXR900517MDFLXN07' }],
    ['half of a letter', { nombres: '\ud83eRenata' }, { code_error: 0 }],
    ['anything where it is not needed', { notas: [{ a: true }], edad: true }, { curp: CLAVE }],
  ])('%s', (_, datos, esperado) => {
    expect(objetos({}, linea(datos))).toMatchObject([esperado]);
  });

  it('names that every object has are names like others', () => {
    const nombres = '"__proto__":{"sexo":"H"},"constructor":"x","toString":1,"hasOwnProperty":null,';
    const escrito = linea().replace('{', `{${nombres}`);
    expect(objetos({}, escrito)).toMatchObject([{ curp: CLAVE }]);
    expect(objetos({}, '{"__proto__":{"nombres":"Renata"}}\n')).toMatchObject([{ code_error: 400 }]);
    expect(Object.prototype).not.toHaveProperty('sexo');
    expect(correrTexto({ formato: 'ndjson' }, escrito).startsWith(`{${nombres}`)).toBe(true);
  });
});

describe('lines that are no objects', () => {
  it.each([
    '[]',
    '"Renata"',
    '12',
    'null',
    '{"nombres":',
    '{} {}',
    "{'a':1}",
    'nombres=Renata',
    '\u00a0{}',
    '{"a":"\t"}',
  ])('%s', (escrito) => {
    const [mala, buena] = objetos({}, `${escrito}\r\n${linea()}`);
    expect(mala).toMatchObject({ linea: escrito, curp: null, code_error: 8 });
    expect(buena).toMatchObject({ curp: CLAVE });
  });

  it('an object of nothing lacks everything', () => {
    expect(correrTexto({ formato: 'ndjson' }, '{ }\n')).toMatch(/^\{"curp":null,"code_error":400,/);
  });
});

describe('totals', () => {
  it.each([
    ['csv', `${CABECERA}\n${RENATA}\n\n${NUSTA}\ncorta\n,,,,,\n`],
    ['ndjson', `${linea()}\n${linea()}[]\n{}\n`],
  ] as const)('of %s', (formato, texto) => {
    const lote = new Lote({ formato });
    for (const trozo of [lote.process(enBytes(texto)), lote.finish()]) Array.from(trozo);
    expect(lote.totals).toEqual({
      filas: 4,
      correctas: 2,
      errores: new Map([
        [8, 1],
        [400, 1],
      ]),
    });
  });
});

it('hands over what is done before it is much, and not row by row', () => {
  const lote = new Lote({ formato: 'csv' });
  const fila = `${RENATA},${'x'.repeat(1000)}\n`;
  const largos = Array.from(lote.process(enBytes(`${CABECERA},notas\n${fila.repeat(900)}`)), (hecho) => hecho.length);
  expect(lote.totals.rows).toBe(900);
  expect(Math.max(...largos)).toBeLessThan(150_000);
  expect(largos.length).toBeLessThan(20);
});

describe('only so many rows', () => {
  const AGOTADO: ErrorEntry = { code_error: 4, parametro: null, error_message: 'Se acabó, "por hoy".' };

  /** What comes out, with this done whenever it waits. */
  function esperando(lote: Lote, texto: string, alEsperar: () => void): string {
    const hechos: string[] = [];
    for (const trozos of [lote.process(enBytes(texto)), lote.finish()]) {
      for (const trozo of trozos) {
        hechos.push(enTexto(trozo));
        if (lote.waiting) alEsperar();
      }
    }
    return hechos.join('');
  }

  it.each([
    ['csv', `${CABECERA}\n${`${RENATA}\ncorta\n`.repeat(5)}`],
    ['ndjson', `${linea()}[]\n`.repeat(5)],
  ] as const)('are done, then as many as are allowed: %s', (formato, texto) => {
    const lote = new Lote({ formato, allowed: 2 });
    const vistas: number[] = [];
    const salida = esperando(lote, texto, () => {
      vistas.push(lote.totals.good);
      lote.allow(1);
    });
    expect(vistas).toEqual([2, 3, 4, 5]);
    expect(salida).toBe(correrTexto({ formato }, texto));
  });

  it('are done from where a limit is set, whatever was done before', () => {
    const lote = new Lote({ formato: 'csv' });
    esperando(lote, `${CABECERA}\n${RENATA}\n${RENATA}\n`, () => undefined);
    lote.limit(1);
    expect(lote.waiting).toBe(false);
    const vistas: number[] = [];
    esperando(lote, `${RENATA}\n${RENATA}\n`, () => {
      vistas.push(lote.totals.good);
      lote.allow(1);
    });
    expect(vistas).toEqual([3, 4]);
  });

  it('are done, and the rest carry what they are told, whatever else is wrong with them', () => {
    const lote = new Lote({ formato: 'csv', allowed: 1, homonimos: true });
    const texto = `${CABECERA}\n${RENATA}\ncorta\n\n${RENATA}\n${'x'.repeat(1.1 * (1 << 20))}\n`;
    const salida = celdas(esperando(lote, texto, () => lote.exhaust(AGOTADO)));
    expect(salida.slice(1).map((fila) => fila.slice(6))).toEqual([
      [CLAVE, '', '0', ''],
      ['', '', '4', 'Se acabó, "por hoy".'],
      ['', '', '4', 'Se acabó, "por hoy".'],
      ['', '', '4', 'Se acabó, "por hoy".'],
    ]);
    expect(lote.totals).toMatchObject({ filas: 4, correctas: 1 });
  });

  it('are done, and the rest carry what they are told: objects', () => {
    const lote = new Lote({ formato: 'ndjson', allowed: 0 });
    const salida = esperando(lote, `${linea()}[]\n`, () => lote.exhaust(AGOTADO));
    for (const escrito of salida.trim().split('\n')) {
      expect(JSON.parse(escrito)).toMatchObject({ curp: null, code_error: 4, error_message: AGOTADO.error_message });
    }
  });
});
