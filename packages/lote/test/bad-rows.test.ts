/** Rows that cannot be read, which spoil no other; and how rows come out. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lote } from '../src/index.js';
import { celdas, correr, correrTexto, demorado, enBytes, enTexto, enTrozos, filas, hacer, juntar } from './run-lote.js';
import { CABECERA, CLAVE, CLAVE_NUSTA, NUSTA, RENATA, linea } from './people.js';

const MEBIBYTE = 1 << 20;
const AGREGADAS = 'curp,code_error,error_message';

/** The rows that come out under the header, as they are written. */
const escritas = (texto: string, opciones = {}): string[] =>
  correrTexto(opciones, `${CABECERA}\n${texto}`).split('\n').slice(1, -1);

describe('a row of the wrong length', () => {
  it('that is short keeps its cells, and lacks the others', () => {
    expect(escritas('"Re""nata",Olvera\n')[0]).toMatch(/^"Re""nata",Olvera,,,,,,8,La fila .*: van 6 y hay 2\.$/);
    expect(escritas(' \n')[0]).toMatch(/^ ,,,,,,,8,/);
  });

  it('that is long has what is too much in its last cell, as it was written', () => {
    const [fila] = escritas(`${RENATA},"de más",\n`);
    expect(fila).toMatch(/^Renata,Olvera,Tinajero,1990-05-17,M,"09,""de más"",",,8,.*van 6 y hay 8/);
  });

  it('under one column has all in it', () => {
    const salida = correrTexto({ operacion: 'validar' }, `curp\n${CLAVE},\n"a",b\n`);
    expect(celdas(salida).map(([curp]) => curp)).toEqual(['curp', `${CLAVE},`, '"a",b']);
  });

  demorado('has as many cells as all others when it comes out', () => {
    const celda = fc.constantFrom('', 'a', 'ñ', '"b"', '"c,""d""\n"', ' ', '=1', '\r');
    fc.assert(
      fc.property(fc.array(celda, { minLength: 1, maxLength: 12 }), fc.boolean(), (cruda, excel) => {
        const fila = cruda.join(',').replace(/^\r*$/, 'x');
        const [cabecera, hecha] = celdas(correrTexto({ excel }, `${CABECERA}\n${fila}\n`).replaceAll('\r', '_'));
        expect(hecha).toHaveLength(cabecera?.length ?? 0);
      }),
    );
  });
});

describe('a row whose quotes do not match', () => {
  it.each(['Re"nata",Olvera', '"Renata" ,Olvera', ' "Renata",Olvera', '"Renata"x', '"a""'])('%s', (mala) => {
    const [fila, otra] = filas({}, `${CABECERA}\n${mala}\n${RENATA}\n`);
    expect(fila).toMatchObject({ nombres: mala, apellido_paterno: '', code_error: '8' });
    expect(otra).toMatchObject({ curp: CLAVE });
  });

  it('which are never closed, at the end', () => {
    const [fila, ...otras] = filas({}, `${CABECERA}\n"${RENATA}\n${NUSTA}\n\n${RENATA}`);
    expect(fila).toMatchObject({ nombres: `"${RENATA}`, code_error: '8' });
    expect(otras).toMatchObject([{ curp: CLAVE_NUSTA }, { curp: CLAVE }]);
  });

  it('which are never closed, over more than a mebibyte', () => {
    const cuantas = Math.ceil((1.2 * MEBIBYTE) / RENATA.length);
    const texto = `${CABECERA}\n"abierta\n${`${RENATA}\n`.repeat(cuantas)}"otra"\n`;
    const salida = correrTexto({}, texto).split('\n');
    expect(salida[1]).toMatch(/^"""abierta",,,,,,,8,/);
    expect(salida.filter((fila) => fila.includes(CLAVE))).toHaveLength(cuantas);
  });

  it('which are closed before a mebibyte', () => {
    const notas = `"${'línea\n'.repeat(100_000)}"`;
    expect(correrTexto({}, `${CABECERA},notas\n${RENATA},${notas}\n`)).toContain(`${notas},${CLAVE},0,\n`);
  });
});

describe('a row beyond all measure', () => {
  it.each([
    ['as long as may be', MEBIBYTE, '0'],
    ['one byte longer', MEBIBYTE + 1, '8'],
  ])('%s', (_, largo, codigo) => {
    const relleno = 'x'.repeat(largo - RENATA.length - 2);
    for (const texto of [`${CABECERA},a\n${RENATA},${relleno}\n`, `${CABECERA},a\n${RENATA},${relleno}`]) {
      expect(correrTexto({}, texto).split('\n')[1]).toMatch(new RegExp(`,${codigo},[^,]*$`));
    }
  });

  it.each([
    ['an object as long as may be', MEBIBYTE, 0],
    ['one byte longer', MEBIBYTE + 1, 8],
  ])('%s', (_, largo, codigo) => {
    const objeto = linea({ a: '' }).replace('"a":""', `"a":"${'x'.repeat(largo - linea({ a: '' }).length + 1)}"`);
    expect(enBytes(objeto)).toHaveLength(largo + 1);
    const salida = correrTexto({ formato: 'ndjson' }, objeto);
    expect(salida).toContain(`"code_error":${codigo}`);
  });

  it('gives an empty row, and the next is read', () => {
    const [larga, otra] = escritas(`"${'x'.repeat(1.1 * MEBIBYTE)}"\n${RENATA}\n`);
    expect(larga).toMatch(/^,,,,,,,8,La fila pasa de 1048576 bytes/);
    expect(otra).toContain(CLAVE);
  });

  it.each([
    ['csv', `${CABECERA}\n`, RENATA],
    ['csv', `${CABECERA}\n"`, RENATA],
    ['ndjson', '{"a":"', linea().trim()],
  ] as const)('in pieces is told once, and the next is read: %s', (formato, antes, otra) => {
    const lote = new Lote({ formato });
    const bytes = enBytes(`${antes}${'x'.repeat(1.2 * MEBIBYTE)}\n${otra}`);
    const salida = enTexto(hacer(lote, enTrozos(bytes, 100_003)));
    expect(salida.match(/1048576 bytes/g)).toHaveLength(1);
    expect(salida).toContain(CLAVE);
    expect(lote.totals).toMatchObject({ filas: 2, correctas: 1 });
  });

  demorado.each(['csv', 'ndjson'] as const)('takes no memory, in pieces: 100 MB of %s', (formato) => {
    const lote = new Lote({ formato });
    const vaciar = (bytes: Uint8Array): string => Array.from(lote.process(bytes), (hecho) => enTexto(hecho)).join('');
    const antes = process.memoryUsage();
    const trozo = new Uint8Array(1 << 16).fill(97);
    trozo[5000] = 34;
    let salida = vaciar(enBytes(`${CABECERA}\n"`));
    let [mas, masResidente] = [0, 0];
    for (let i = 0; i < 1600; i++) {
      salida += vaciar(trozo);
      const { arrayBuffers, rss } = process.memoryUsage();
      mas = Math.max(mas, arrayBuffers - antes.arrayBuffers);
      masResidente = Math.max(masResidente, rss - antes.rss);
    }
    salida += vaciar(enBytes(`\n${formato === 'csv' ? `${RENATA}\n` : linea()}`));
    expect(salida).toMatch(/"?code_error"?:?,?.*8,.*1048576 bytes/s);
    expect(salida).toContain(CLAVE);
    expect(mas).toBeLessThan(8 * MEBIBYTE);
    expect(masResidente).toBeLessThan(64 * MEBIBYTE);
  });
});

it('a row with NUL keeps it, and says so', () => {
  const [fila, otra] = escritas(`Re\0nata,"Ol\0vera",,,,\n${RENATA}\n`);
  expect(fila).toBe('Re\0nata,"Ol\0vera",,,,,,8,La fila trae un byte NUL: quítelo.');
  expect(otra).toContain(CLAVE);
});

demorado('bad rows stop no other: each comes out as it does alone', () => {
  const fila = fc.constantFrom(
    RENATA,
    NUSTA,
    'corta',
    `${RENATA},larga`,
    'mala " comilla,,,,,',
    '"Re\nnata","O""lvera",,17/05/1990,mujer,DF',
    '\0,,,,,',
    ',,,,,',
    '',
    'Renata,Olvera,,31/02/1990,M,09',
  );
  fc.assert(
    fc.property(fc.array(fila, { maxLength: 8 }), (algunas) => {
      const juntas = correrTexto({}, `${CABECERA}\n${algunas.map((f) => `${f}\n`).join('')}`);
      const solas = algunas.map((f) =>
        correrTexto({}, `${CABECERA}\n${f}\n`).slice(`${CABECERA},${AGREGADAS}\n`.length),
      );
      expect(juntas).toBe(`${CABECERA},${AGREGADAS}\n${solas.join('')}`);
    }),
    { numRuns: 50 },
  );
});

describe('the ends of lines', () => {
  it.each(['\n', '\r\n'])('%j are those of the header', (salto) => {
    const texto = [CABECERA, RENATA, '', NUSTA].join(salto);
    const esperado = [`${CABECERA},${AGREGADAS}`, `${RENATA},${CLAVE},0,`, '', `${NUSTA},${CLAVE_NUSTA},0,`, ''].join(
      salto,
    );
    expect(correrTexto({}, texto)).toBe(esperado);
    expect(correrTexto({}, texto + salto)).toBe(esperado);
    expect(correrTexto({}, `${CABECERA}${salto}${RENATA}\r\n\r\n${NUSTA}\n`)).toBe(esperado);
  });

  it('empty ones stay, and are no rows', () => {
    expect(correrTexto({}, `${CABECERA}\n\n\r\n${RENATA}\n\n`)).toBe(
      `${CABECERA},${AGREGADAS}\n\n\n${RENATA},${CLAVE},0,\n\n`,
    );
    expect(correrTexto({ formato: 'ndjson' }, ` \n${linea()}\t\r\n`)).toMatch(/^\n\{.*\}\n\n$/);
  });

  it('of objects are LF', () => {
    expect(correrTexto({ formato: 'ndjson' }, `${linea().trim()}\r\n${linea().trim()}`)).not.toContain('\r');
  });
});

describe('cells come out byte for byte', () => {
  const celda = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '=1+1',
      '+1',
      '-1',
      '@a',
      "'a",
      'ñ',
      '🦊',
      '"=1"',
      '"a,b"',
      '"a""b"',
      '"\n"',
      '"\t=1"',
      '""',
    ),
    fc.string({ unit: fc.constantFrom(...'añ= -+@'), maxLength: 6 }),
  );

  demorado('without excel', () => {
    fc.assert(
      fc.property(fc.array(celda, { minLength: 1, maxLength: 5 }), (otras) => {
        const cabecera = `${CABECERA}${otras.map((_, i) => `,c${i}`).join('')}`;
        const fila = `${RENATA},${otras.join(',')}`;
        expect(correrTexto({}, `${cabecera}\n${fila}\n`)).toBe(`${cabecera},${AGREGADAS}\n${fila},${CLAVE},0,\n`);
      }),
    );
  });

  demorado('with excel, but for a mark and what would be a formula', () => {
    fc.assert(
      fc.property(fc.array(celda, { minLength: 1, maxLength: 5 }), (otras) => {
        const cabecera = `${CABECERA}${otras.map((_, i) => `,c${i}`).join('')}`;
        const inocuas = otras.map((otra) => otra.replace(/^("?)(?=[=+\-@\t\r])/, "$1'"));
        expect(correrTexto({ excel: true }, `${cabecera}\n${RENATA},${otras.join(',')}\n`)).toBe(
          `\ufeff${cabecera},${AGREGADAS}\n${RENATA},${inocuas.join(',')},${CLAVE},0,\n`,
        );
      }),
    );
  });
});

describe('excel', () => {
  it('begins with a mark, once', () => {
    expect(Array.from(correr({ excel: true }, `\ufeff${CABECERA}\n`).subarray(0, 4))).toEqual([0xef, 0xbb, 0xbf, 110]);
    expect(correr({ formato: 'ndjson', excel: true }, linea())[0]).toBe(123);
  });

  it('makes a header harmless', () => {
    expect(correrTexto({ excel: true }, `${CABECERA},=1+1\n`)).toBe(`\ufeff${CABECERA},'=1+1,${AGREGADAS}\n`);
  });

  it.each([
    ['a short row', '=1+1,"=2"', /^'=1\+1,"'=2",,,,,,8,/],
    ['a long row', `${RENATA.slice(0, -2)}=09,b`, /,M,"'=09,b",,8,/],
    ['a row of bad quotes', '=1"1",2', /^"'=1""1"",2",,,,,,,8,/],
    ['a row of bad quotes that begins with one', '"=1"1', /^"""=1""1",,,,,,,8,/],
    ['a row with NUL', '@\0,,,,,', /^'@\0,,,,,,,8,/],
  ])('makes %s harmless', (_, fila, esperada) => {
    expect(escritas(`${fila}\n`, { excel: true })[0]).toMatch(esperada);
  });

  it('leaves empty cells alone, whatever stands behind them', () => {
    const nombres = `${CABECERA.replaceAll(',', '\t')}\tnotas\tmás`;
    const fila = `${RENATA.replaceAll(',', '\t')}\t\t`;
    expect(correrTexto({ excel: true }, `${nombres}\r\n${fila}\r\n`)).toContain(`\r\n${fila}\t${CLAVE}\t0\t\r\n`);
  });

  it('is for those who ask for it: other rows keep what would be a formula', () => {
    expect(escritas('=1+1,"=2"\n')[0]).toMatch(/^=1\+1,"=2",,,,,,8,/);
    expect(escritas(`${RENATA.slice(0, -2)}=09,b\n`)[0]).toMatch(/,M,"=09,b",,8,/);
  });

  it('makes a row harmless that takes the long way', () => {
    expect(escritas(`=Renata,"Ol""vera",-,1990-05-17,M,09\n`, { excel: true })[0]).toMatch(/^'=Renata,"Ol""vera",'-,/);
  });
});

it('has the answer to a row in quotes, where the delimiter is in it', () => {
  const salida = correrTexto({}, 'nombres|apellido_paterno|apellido_materno|fecha_nacimiento|sexo|entidad\n||||\n');
  expect(salida).toMatch(/\|8\|La fila no tiene tantas celdas como el encabezado: van 6 y hay 5\.\n$/);
  expect(correrTexto({ operacion: 'validar' }, 'a,curp\n,OETR\n')).toMatch(/,"longitud:1,2,[\d,]+",/);
});

describe('whatever bytes come', () => {
  const pieza = fc.oneof(
    fc
      .constantFrom('"', '""', ',', '\n', '\r\n', '\r', 'ñ', '\0', RENATA, NUSTA, '"x\ny"', '{', '}', ':', linea())
      .map(enBytes),
    fc.uint8Array({ maxLength: 4 }),
  );
  const bytes = fc.array(pieza, { maxLength: 30 }).map((piezas) => juntar(...piezas));

  demorado('a table comes out, of as many columns everywhere as at its head', () => {
    fc.assert(
      fc.property(
        bytes,
        fc.boolean(),
        fc.constantFrom('calcular', 'cotejar', 'validar'),
        (cuerpo, excel, operacion) => {
          const lote = new Lote({ formato: 'csv', operacion, excel, homonimos: true });
          const salida = enTexto(hacer(lote, [juntar(`${CABECERA},curp\n`, cuerpo)]));
          const leidas = parse(salida, { bom: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] });
          expect(leidas).toHaveLength(lote.totals.rows + 1); // csv-parse throws if one is longer or shorter
        },
      ),
      { numRuns: 200 },
    );
  });

  demorado('as many objects come out as lines went in', () => {
    fc.assert(
      fc.property(bytes, (cuerpo) => {
        const lote = new Lote({ formato: 'ndjson' });
        const lineas = enTexto(hacer(lote, [cuerpo])).split('\n');
        const hechas = lineas.filter((escrita) => escrita !== '').map((escrita) => JSON.parse(escrita) as object);
        expect(hechas).toHaveLength(lote.totals.rows);
        for (const hecha of hechas) expect(hecha).toHaveProperty('code_error');
      }),
      { numRuns: 200 },
    );
  });
});
