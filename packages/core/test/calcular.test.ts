/** Tests of bad data: they get no key, and every problem is reported. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Persona, calcular, revisar } from '../src/index.js';
import { en } from '../src/textos/en.js';
import { RENATA, personWith } from './people.js';

const codesOf = (persona: Persona): string[] => {
  const resultado = calcular(persona);
  return resultado.ok ? [] : resultado.hallazgos.map(({ dato, codigo }) => `${dato}: ${codigo}`);
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a name', () => {
  it.each([
    [undefined, 'ausente'],
    [null, 'ausente'],
    ['', 'ausente'],
    [' \t ', 'ausente'],
    ['\u200b\ufeff', 'ausente'],
    [7, 'tipo'],
    [['Renata'], 'tipo'],
    [Symbol('Renata'), 'tipo'],
    ['李小龙', 'sin_letras'],
    ['123', 'sin_letras'],
    ["'-.", 'sin_letras'],
    ['µ', 'sin_letras'],
    ['Rena\u0000ta', 'control'],
    ['Renata\u001b', 'control'],
    ['Renata\u0085Abril', 'control'],
    ['R\u007f', 'control'],
  ])('nombres = %j gets %s', (nombres, codigo) => {
    expect(codesOf(personWith({ nombres }))).toEqual([`nombres: ${codigo}`]);
  });

  it.each([
    ['201 letters', 'a'.repeat(201)],
    ['a million letters', 'a'.repeat(1_000_000)],
    ['200 letters and a separate mark', `${'a'.repeat(200)}\u0303\u0301`],
  ])('is too long with %s', (_, nombres) => {
    expect(codesOf(personWith({ nombres }))).toEqual(['nombres: largo']);
  });

  it('gets two findings if it has two problems', () => {
    expect(codesOf(personWith({ nombres: '123\u0000' }))).toEqual(['nombres: control', 'nombres: sin_letras']);
  });

  it.each(['apellidoPaterno', 'apellidoMaterno'])('may be absent, but an unreadable %s is an error', (dato) => {
    expect(codesOf(personWith({ [dato]: undefined }))).toEqual([]);
    expect(codesOf(personWith({ [dato]: {} }))).toEqual([`${dato}: tipo`]);
    expect(codesOf(personWith({ [dato]: '-' }))).toEqual([`${dato}: sin_letras`]);
    expect(codesOf(personWith({ [dato]: '\u0007' }))).toEqual([`${dato}: control`, `${dato}: sin_letras`]);
    expect(codesOf(personWith({ [dato]: `Luna ${'a'.repeat(196)}` }))).toEqual([`${dato}: largo`]);
  });

  it('may have 200 characters, counted in the composed form', () => {
    const nombres = 'é'.repeat(200);
    expect(calcular(personWith({ nombres }))).toEqual(calcular(personWith({ nombres: nombres.normalize('NFD') })));
    expect(codesOf(personWith({ nombres: '𝐑'.repeat(200) }))).toEqual([]);
    expect(codesOf(personWith({ nombres: `${nombres}a`.normalize('NFD') }))).toEqual(['nombres: largo']);
    expect(codesOf(personWith({ nombres: '\u1f82'.normalize('NFD').repeat(199) + 'a' }))).toEqual([]);
  });

  it('is read even if a word begins near the limit of 200 characters', () => {
    expect(calcular(personWith({ apellidoPaterno: `${' '.repeat(194)}Olvera` }))).toEqual(calcular(RENATA));
  });
});

describe('the birth date', () => {
  it.each([
    [undefined, 'ausente'],
    ['', 'ausente'],
    [19900517, 'tipo'],
    [new Date(0), 'tipo'],
    ['1990-5-17', 'fecha_formato'],
    ['1990/05/17', 'fecha_formato'],
    ['1990/05-17', 'fecha_formato'],
    ['1990-05/17', 'fecha_formato'],
    ['1990-05-17T00:00', 'fecha_formato'],
    ['17-05-1990', 'fecha_formato'],
    ['x990-05-17', 'fecha_formato'],
    ['1x90-05-17', 'fecha_formato'],
    ['19x0-05-17', 'fecha_formato'],
    ['199x-05-17', 'fecha_formato'],
    ['1990-x5-17', 'fecha_formato'],
    ['1990-0x-17', 'fecha_formato'],
    ['1990-05-x7', 'fecha_formato'],
    ['1990-05-1x', 'fecha_formato'],
    [':990-05-17', 'fecha_formato'],
    ['1:90-05-17', 'fecha_formato'],
    ['19:0-05-17', 'fecha_formato'],
    ['199:-05-17', 'fecha_formato'],
    ['1990-:5-17', 'fecha_formato'],
    ['1990-0:-17', 'fecha_formato'],
    ['1990-05-:7', 'fecha_formato'],
    ['1990-05-1:', 'fecha_formato'],
    ['1990-05-1/', 'fecha_formato'],
    ['１９９０-05-17', 'fecha_formato'],
    ['-990-05-17', 'fecha_formato'],
    ['x1990-05-17', 'fecha_formato'],
    ['1992-13-29', 'fecha_inexistente'],
    ['1990-00-17', 'fecha_inexistente'],
    ['1990-13-17', 'fecha_inexistente'],
    ['1990-05-00', 'fecha_inexistente'],
    ['1990-05-32', 'fecha_inexistente'],
    ['1990-04-31', 'fecha_inexistente'],
    ['1990-02-29', 'fecha_inexistente'],
    ['1900-02-29', 'fecha_inexistente'],
    ['2000-02-30', 'fecha_inexistente'],
    ['0000-00-00', 'fecha_inexistente'],
    ['1799-12-31', 'fecha_remota'],
    ['0001-01-01', 'fecha_remota'],
    ['9999-12-31', 'fecha_futura'],
  ])('%j gets %s', (fechaNacimiento, codigo) => {
    expect(codesOf(personWith({ fechaNacimiento }))).toEqual([`fechaNacimiento: ${codigo}`]);
  });

  it.each(['1800-01-01', '1996-02-29', '2000-02-29', '1990-01-31', '1990-12-31', '1990-04-30'])(
    '%s is valid',
    (fecha) => {
      expect(codesOf(personWith({ fechaNacimiento: fecha }))).toEqual([]);
    },
  );

  it.each([
    ['2031-03-14', false],
    ['2031-03-15', false],
    ['2031-03-16', true],
    ['2031-02-28', false],
    ['2031-04-01', true],
    ['2030-12-31', false],
    ['2032-01-01', true],
    ['2026-12-31', false],
  ])('%s on 15 March 2031 is in the future: %s', (fechaNacimiento, futura) => {
    vi.setSystemTime('2031-03-15T23:59:59.999Z');
    expect(codesOf(personWith({ fechaNacimiento }))).toEqual(futura ? ['fechaNacimiento: fecha_futura'] : []);
  });

  it('is valid in the past even if the clock is wrong', () => {
    vi.setSystemTime(0);
    expect(codesOf(personWith({ fechaNacimiento: '2025-12-31' }))).toEqual([]);
  });
});

describe('a sex or an entity', () => {
  it.each([
    [undefined, 'ausente'],
    ['  ', 'ausente'],
    [1, 'tipo'],
    ['h', 'sexo_invalido'],
    ['HM', 'sexo_invalido'],
    ['F', 'sexo_invalido'],
  ])('sexo = %j gets %s', (sexo, codigo) => {
    expect(codesOf(personWith({ sexo }))).toEqual([`sexo: ${codigo}`]);
  });

  it.each([
    [null, 'ausente'],
    [9, 'tipo'],
    ['9', 'entidad_invalida'],
    ['009', 'entidad_invalida'],
    ['33', 'entidad_invalida'],
    ['87', 'entidad_invalida'],
    ['00', 'entidad_invalida'],
    ['df', 'entidad_invalida'],
    ['XX', 'entidad_invalida'],
    ['ЀD', 'entidad_invalida'],
    ['DӀ', 'entidad_invalida'],
    ['D\u00c6', 'entidad_invalida'],
  ])('entidad = %j gets %s', (entidad, codigo) => {
    expect(codesOf(personWith({ entidad }))).toEqual([`entidad: ${codigo}`]);
  });

  it('an entity may be 09 or DF, which give the same key', () => {
    expect(calcular(personWith({ entidad: 'DF' }))).toEqual({ ok: true, curp: 'OETR900517MDFLNN05' });
  });
});

describe('a whole person', () => {
  it('reports every problem, in the order of the data', () => {
    expect(
      codesOf({
        nombres: '',
        apellidoPaterno: '-',
        apellidoMaterno: 5,
        fechaNacimiento: '1990-02-30',
        sexo: 'F',
        entidad: '33',
      } as unknown as Persona),
    ).toEqual([
      'nombres: ausente',
      'apellidoPaterno: sin_letras',
      'apellidoMaterno: tipo',
      'fechaNacimiento: fecha_inexistente',
      'sexo: sexo_invalido',
      'entidad: entidad_invalida',
    ]);
  });

  it.each([undefined, null, 7, 'Renata', [], {}, () => RENATA])('%j lacks every required datum', (nadie) => {
    expect(codesOf(nadie as unknown as Persona)).toEqual([
      'nombres: ausente',
      'fechaNacimiento: ausente',
      'sexo: ausente',
      'entidad: ausente',
    ]);
  });

  it('has no findings if the data are good', () => {
    expect(revisar(RENATA)).toEqual([]);
    expect(revisar(personWith({ sexo: 'X' }))).toEqual([]);
    expect(revisar(personWith({ sexo: 'H' }))).toEqual([]);
  });

  it('has findings with the positions that each datum fills', () => {
    const nadie = { nombres: 1, apellidoPaterno: 1, apellidoMaterno: 1, fechaNacimiento: 1, sexo: 1, entidad: 1 };
    expect(revisar(nadie).map(({ dato, posiciones, regla }) => `${dato} ${posiciones.join()} ${regla}`)).toEqual([
      'nombres 4,16 IN 4',
      'apellidoPaterno 1,2,14 IN 1',
      'apellidoMaterno 3,15 IN 3',
      'fechaNacimiento 5,6,7,8,9,10 IN 5-10',
      'sexo 11 IN 11',
      'entidad 12,13 IN 12-13',
    ]);
  });

  it('has findings with positions, a rule and a message in the language of the caller, without the data', () => {
    const persona = personWith({ fechaNacimiento: '1990-02-30' });
    expect(calcular(persona)).toEqual({
      ok: false,
      hallazgos: [
        {
          codigo: 'fecha_inexistente',
          severidad: 'error',
          dato: 'fechaNacimiento',
          posiciones: [5, 6, 7, 8, 9, 10],
          regla: 'I06 3',
          mensaje: 'Ese día no existe en el calendario: revise fechaNacimiento.',
        },
      ],
    });
    expect(calcular(persona, { idioma: en })).toMatchObject({
      hallazgos: [{ mensaje: 'There is no such day in the calendar: check fechaNacimiento.' }],
    });
  });
});
