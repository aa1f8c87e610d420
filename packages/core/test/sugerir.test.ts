/** Tests of the suggestions for a key with a typing error. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sugerir, unicaSugerencia, validar } from '../src/index.js';
import { en } from '../src/textos/en.js';
import { digitoVerificador } from '../src/norma/digito-verificador.js';

const keysOf = (curp: string): string[] => sugerir(curp).map((suggestion) => suggestion.curp);

afterEach(() => {
  vi.useRealTimers();
});

it('a right key without a doubt about position 17 has none, although O there would have the same check digit', () => {
  vi.useFakeTimers({ now: new Date('2026-06-01') });
  const clave = '200517MDFLNN0';
  const [right, other] = ['0', 'O'].map((siglo) => `OETR${clave.slice(0, -1)}${siglo}`);
  const key = right + digitoVerificador(`${right}0`);
  expect(digitoVerificador(`${other}0`)).toBe(key.at(-1));
  expect(validar(key).hallazgos).toEqual([]);
  expect(sugerir(key)).toEqual([]);
});

it('two signs between the groups are one slip', () => {
  expect(sugerir('OETR-900517-MDFLNN05')).toMatchObject([{ curp: 'OETR900517MDFLNN05', cambio: 'signos' }]);
});

it('no suggestion begins with an inconvenient word', () => {
  const clave = 'PEDO900517MDFLNN0';
  expect(sugerir(clave + String((Number(digitoVerificador(`${clave}0`)) + 1) % 10))).toEqual([]);
});

describe('a suggestion undoes one slip', () => {
  it.each([
    ['PEOF900517MJCXXRO4', 'PEOF900517MJCXXR04', 'cifra', [17], 'se cambió la letra O por la cifra 0', 'letter O'],
    ['0ETR900517MDFLNN05', 'OETR900517MDFLNN05', 'letra', [1], 'se cambió la cifra 0 por la letra O', 'digit 0'],
    ['OETR9OO517MDFLNN05', 'OETR900517MDFLNN05', 'parecidos', [6, 7], 'en las posiciones 6, 7.', 'positions 6, 7'],
    ['0ETR9OO5I7MDFLNNO5', null, null, [], '', ''],
    ['OETR-900517-MDFLNN-05', 'OETR900517MDFLNN05', 'signos', [5], 'los signos entre los grupos', 'between the groups'],
    ['OETR 900517 MDFLNN 05', 'OETR900517MDFLNN05', 'signos', [5], 'los signos entre los grupos', 'between the groups'],
    ['OETR90O517MDFLNN05', 'OETR900517MDFLNN05', 'cifra', [7], 'En la posición 7 se cambió la letra O', 'letter O'],
    ['OETR9005I7MDFLNN05', 'OETR900517MDFLNN05', 'cifra', [9], 'la letra I por la cifra 1', 'digit 1'],
    ['OETR900S17MDFLNN05', 'OETR900517MDFLNN05', 'cifra', [8], 'la letra S por la cifra 5', 'digit 5'],
    ['OTER900517MDFLNN05', 'OETR900517MDFLNN05', 'intercambio', [2, 3], 'las posiciones 2 y 3.', 'Positions 2 and 3'],
    ['OETR900517MDFLNN50', 'OETR900517MDFLNN05', 'intercambio', [17, 18], 'posiciones 17 y 18.', 'Positions 17 and 18'],
    ['OETTR900517MDFLNN05', 'OETR900517MDFLNN05', 'sobra', [3], 'Se quitó T de la posición 3.', 'T was removed'],
    ['OET-R900517MDFLNN05', 'OETR900517MDFLNN05', 'sobra', [4], 'Se quitó - de la posición 4.', '- was removed'],
    ['OETR900517MDFLNN05😀', 'OETR900517MDFLNN05', 'sobra', [19], 'de la posición 19.', 'position 19'],
    ['OETR900517MDFLNN0', 'OETR900517MDFLNN05', 'falta', [18], 'Se agregó 5 en la posición 18.', '5 was added'],
    ['OETR90517MDFLNN05', 'OETR900517MDFLNN05', 'falta', [6], 'Se agregó 0 en la posición 6.', '0 was added'],
    ['XEXXO10101MNEXXXA8', 'XEXX010101MNEXXXA8', 'cifra', [5], 'la letra O por la cifra 0', 'digit 0'],
  ])('%s → %s (%s %j)', (curp, original, cambio, posiciones, mensaje, message) => {
    const [first] = sugerir(` ${curp.toLowerCase()} `);
    if (original === null) {
      expect(first).toBeUndefined();
      return;
    }
    expect(first).toMatchObject({ curp: original, cambio, posiciones, mensaje: expect.stringContaining(mensaje) });
    expect(sugerir(curp, { idioma: en })[0]?.mensaje).toContain(message);
  });
});

describe('nothing is suggested for', () => {
  it.each([
    ['OETR900517MDFLNN05', 'a key without findings'],
    [`VACA900517MDFRML0${digitoVerificador('VACA900517MDFRML0')}`, 'a key with a notice about its first letters'],
    ['XEXX010101HNEXXXA4', 'a generic key'],
    ['OETR900517MDFLNN', 'two characters missing'],
    ['OETR900517MDFLNN0555', 'two characters too many'],
    ['XXXX999999XXXXXX99', 'a key far from any other'],
    ['', 'no key'],
  ])('%j, %s', (curp) => {
    expect(sugerir(curp)).toEqual([]);
  });

  it.each([undefined, null, 7, {}])('%j, which is no key', (curp) => {
    expect(sugerir(curp as unknown as string)).toEqual([]);
  });
});

it('a key with 6 for G in position 17, or G for 6, is reported although its check digit is the same', () => {
  vi.useFakeTimers({ now: new Date('2026-06-01') });
  const young = 'RUGA030909MOCZLNG';
  const old = 'RUGA700909MOCZLN6';
  const digit = digitoVerificador(young);
  expect(keysOf(`RUGA030909MOCZLN6${digit}`)).toEqual([young + digit]);
  expect(keysOf(`RUGA700909MOCZLNG${digitoVerificador(old)}`)).toEqual([old + digitoVerificador(old)]);
});

it('a key that is valid except for a notice about its differentiator gets suggestions', () => {
  const first17 = 'OETR100517MDFLNNO';
  expect(validar(first17 + digitoVerificador(first17)).valido).toBe(true);
  expect(keysOf(first17 + digitoVerificador(first17))).toEqual([`OETR100517MDFLNN0${digitoVerificador(first17)}`]);
});

it('no suggestion changes only the check digit, which the finding names', () => {
  const first17 = 'OETR900517MDFLNN0';
  for (const digit of '012346789') {
    expect(keysOf(first17 + digit)).not.toContain(`${first17}5`);
    expect(validar(first17 + digit).hallazgos).toMatchObject([{ codigo: 'digito_verificador', esperado: '5' }]);
  }
});

it('no suggestion is a key born in the future', () => {
  vi.setSystemTime('2031-01-01');
  const key = `OETR310517MDFLNNA${digitoVerificador('OETR310517MDFLNNA')}`;
  expect(keysOf(key.replace('05', 'O5'))).toEqual([]);
  vi.setSystemTime('2032-01-01');
  expect(keysOf(key.replace('05', 'O5'))).toEqual([key]);
});

it('the first suggestion removes a doubled character, or doubles one', () => {
  expect(sugerir('OETR900517MDFLNNN05')[0]?.curp).toBe('OETR900517MDFLNN05');
  expect(keysOf('OETR900517MDFLNN055')).toEqual(['OETR900517MDFLNN05', 'OETR900517MDFLNN55']);
  expect(sugerir('OETR900517MDFLN05')[0]).toMatchObject({ curp: 'OETR900517MDFLNN05', cambio: 'falta' });
  expect(keysOf('XXR900517MDFXXN00').slice(0, 2)).toEqual(['XXXR900517MDFXXN00', 'SXXR900517MDFXXN00']);
});

describe('the likeliest suggestion', () => {
  it.each([
    ['PEOF900517MJCXXRO4', 'PEOF900517MJCXXR04', 'a look-alike'],
    ['OTER900517MDFLNN05', 'OETR900517MDFLNN05', 'the only swap'],
    ['OETR900517MDFLNN055', 'OETR900517MDFLNN05', 'a doubled character before another'],
    ['OET-R900517MDFLNN05', 'OETR900517MDFLNN05', 'the only character to remove'],
    ['OETR900517MDFLN05', 'OETR900517MDFLNN05', 'the double of a neighbour'],
    ['OETR100517MDFLNNI5', 'OETR100517MDFLNN15', 'a look-alike that the check digit alone shows'],
    ['OETR900517MDFLNN06', undefined, 'a check digit that may be the slip itself'],
    ['OETR900517MDFLNN', undefined, 'two characters missing'],
    ['OETR900517MDFLNN05', undefined, 'a key without errors'],
  ])('of %s is %s: %s', (...[curp, only]) => {
    expect(unicaSugerencia(validar(curp), sugerir(curp))).toBe(only);
  });

  it('does not exist if two keys have the same rank', () => {
    const curp = 'PEOF900517MJCXXRO4';
    const two = sugerir(curp).flatMap((one) => [one, one]);
    expect(two.map(({ rango }) => rango)).toEqual([1, 1]);
    expect(unicaSugerencia(validar(curp), two)).toBeUndefined();
  });
});
