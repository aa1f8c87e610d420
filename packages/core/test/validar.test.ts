/** Tests of the examination of a key: every finding, and the data read from it. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { validar } from '../src/index.js';
import { en } from '../src/textos/en.js';
import { digitoVerificador } from '../src/norma/digito-verificador.js';

/** Returns a key with its check digit. */
const withDigit = (first17: string): string => first17 + digitoVerificador(first17);
const findingsOf = (curp: unknown): string[] =>
  validar(curp as string).hallazgos.map(({ codigo, posiciones }) => `${codigo} ${posiciones.join(',')}`);
const ALL = '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18';

afterEach(() => {
  vi.useRealTimers();
});

describe('a good key', () => {
  it('is valid, and date, sex, entity and homonymy are read from it', () => {
    expect(validar('OETR900517MDFLNN05')).toEqual({
      valido: true,
      hallazgos: [],
      datos: {
        fechaNacimiento: '1990-05-17',
        sexo: 'M',
        claveEntidad: '09',
        nombreEntidad: 'CIUDAD DE MÉXICO',
        abreviaturaEntidad: 'DF',
        homonimo: false,
      },
    });
  });

  it.each([
    ['  oetr900517mdflnn05\n', 'trimmed and upper-cased'],
    ['AAPR630321HDFLRC09', 'the example of the authority'],
    ['BAQT111130HJCRRDA8', 'this century'],
    [withDigit('OETR900517XDFLNN0'), 'sex X'],
    [withDigit('OXTR900517MDFXXX0'), 'X for vowel and consonants'],
    [withDigit('OETR000229MDFLNNA'), '29 February 2000'],
  ])('may be %j (%s)', (curp) => {
    expect(validar(curp)).toMatchObject({ valido: true, hallazgos: [] });
  });

  it.each([
    ['0', false],
    ['1', true],
    ['9', true],
    ['A', false],
    ['B', true],
    ['J', true],
  ])('is a homonym’s with %s in position 17: %s', (diferenciador, homonimo) => {
    const anio = /\d/.test(diferenciador) ? '1990' : '2090';
    vi.setSystemTime('2095-01-01');
    expect(validar(withDigit(`OETR900517MDFLNN${diferenciador}`))).toMatchObject({
      valido: true,
      hallazgos: [],
      datos: { homonimo, fechaNacimiento: `${anio}-05-17` },
    });
  });
});

describe('a bad key', () => {
  it.each([
    [undefined, ['ausente']],
    [null, ['ausente']],
    ['', ['ausente']],
    ['  ', ['ausente']],
    [7, ['tipo']],
    [{}, ['tipo']],
  ])('may be %j', (curp, codigos) => {
    expect(validar(curp as unknown as string)).toMatchObject({ valido: false, datos: {} });
    expect(findingsOf(curp)).toEqual(codigos.map((codigo) => `${codigo} ${ALL}`));
  });

  it.each([
    ['OETR900517MDFLNN0', [`longitud ${ALL}`]],
    ['OETR900517MDFLNN055', [`longitud ${ALL}`]],
    ['O', [`longitud ${ALL}`]],
    ['OETR900517MD', [`longitud ${ALL}`]],
    ['1ETR900517MDFLNN05', ['letra 1', 'digito_verificador 18']],
    ['ÑETR900517MDFLNN05', ['letra 1']],
    ['OLTR900517MDFLNN00', ['vocal 2', 'digito_verificador 18']],
    ['OE1R900517MDFLNN05', ['letra 3', 'digito_verificador 18']],
    ['OET-900517MDFLNN05', ['letra 4']],
    ['OETRA00517MDFLNN05', ['cifra 5', 'digito_verificador 18']],
    ['OETR9O0517MDFLNN05', ['cifra 6', 'digito_verificador 18']],
    ['OETR90051٧MDFLNN05', ['cifra 10']],
    [withDigit('OETR900517FDFLNN0'), ['sexo_invalido 11']],
    [withDigit('OETR900517MDXLNN0'), ['entidad_invalida 12,13']],
    [withDigit('OETR900517MXXLNN0'), ['entidad_de_manual 12,13']],
    [withDigit('OETR900517MQOLNN0'), ['entidad_de_manual 12,13']],
    [withDigit('OETR900517MOQLNN0'), ['entidad_invalida 12,13']],
    [withDigit('OETR990517MDFLNNA'), ['nacimiento_futuro 5,6,7,8,9,10,17']],
    ['XXXX999999XXXXXX99', [`clave_generica ${ALL}`, 'fecha_inexistente 5,6,7,8,9,10']],
    ['OETR900517M  LNN05', ['entidad_invalida 12,13']],
    [withDigit('OETR900517MDFANN0'), ['consonante 14']],
    [withDigit('OETR900517MDFLE10'), ['consonante 15', 'consonante 16']],
    ['OETR900517MDFLNN.5', ['diferenciador_invalido 17']],
    ['OETR900517MDFLNN0X', ['cifra 18']],
    ['OETR900517MDFLNN06', ['digito_verificador 18']],
    ['SABC560626MDFLRN09', ['digito_verificador 18']],
    [withDigit('OETR900230MDFLNN0'), ['fecha_inexistente 5,6,7,8,9,10']],
    [withDigit('OETR000229MDFLNN0'), ['fecha_inexistente 5,6,7,8,9,10']],
    [withDigit('OETR010229MDFLNNA'), ['fecha_inexistente 5,6,7,8,9,10']],
    [withDigit('OETR901317MDFLNN0'), ['fecha_inexistente 5,6,7,8,9,10']],
    [withDigit('OETR900500MDFLNN0'), ['fecha_inexistente 5,6,7,8,9,10']],
    ['OETR000229MDFLNN', [`longitud ${ALL}`]],
    ['OETR000230MDFLNN', [`longitud ${ALL}`, 'fecha_inexistente 5,6,7,8,9,10']],
    ['😀ETR900517MDFLNN05', ['letra 1']],
  ])('%j gets %j', (curp, expected) => {
    expect(findingsOf(curp)).toEqual(expected);
    expect(validar(curp).valido).toBe(false);
  });

  it('is examined in its first 18 characters, however long the text is', () => {
    expect(findingsOf('OETR900517MDFLNN05'.repeat(100_000))).toEqual([`longitud ${ALL}`]);
  });

  it('has all its errors reported', () => {
    expect(findingsOf('1L2-A00230F??AEI.X')).toEqual([
      'letra 1',
      'vocal 2',
      'letra 3',
      'letra 4',
      'cifra 5',
      'sexo_invalido 11',
      'consonante 14',
      'consonante 15',
      'consonante 16',
      'diferenciador_invalido 17',
      'cifra 18',
      'entidad_invalida 12,13',
    ]);
  });

  it.each(['ı', 'ſ', '\u212a', 'ﬁ'])('may not have %s for an ASCII letter', (letra) => {
    expect(findingsOf(`${letra}ETR900517MDFLNN05`)).toContain('letra 1');
  });

  it('has its good parts read', () => {
    expect(validar('OETR900517FDFLNN06').datos).toEqual({
      fechaNacimiento: '1990-05-17',
      claveEntidad: '09',
      nombreEntidad: 'CIUDAD DE MÉXICO',
      abreviaturaEntidad: 'DF',
      homonimo: false,
    });
    expect(validar('OETR900517M').datos).toEqual({ sexo: 'M' });
    expect(validar('OETR901317HXXLNN?5').datos).toEqual({ sexo: 'H' });
    expect(validar('OETR900517HXXLNN?5').datos).toEqual({ sexo: 'H' });
  });

  it.each([
    ['OE TR900517MDFLNN05', 'a space inside'],
    ['OETTR900517MDFLNN05', 'a letter twice'],
    ['OETR9900517MDFLNN05', 'a digit twice'],
    ['OETR900517MDFLLNN05', 'a consonant twice, so that the first 18 characters have the form of a key'],
    ['OETR900517MDFLNN055', 'the last digit twice'],
    ['xOETR900517MDFLNN05', 'a letter before it'],
    ['OETR900517-MDF-LNN0-5', 'three signs inside, which is not one slip'],
    ['ETR900517MDFLNN05', 'without its first letter'],
    ['OETR00517MDFLNN05', 'without a digit of the date'],
    ['OETR900517DFLNN05', 'without the sex'],
    ['OETR900517MDFLNN5', 'without the differentiator'],
    ['BAQT000229HJCRRD8', 'a leap day without the differentiator that says 2000'],
  ])('%j (%s) gets one finding about the length if one slip explains it', (curp, why) => {
    expect(findingsOf(curp).length === 1).toBe(!why.includes('not one slip'));
    expect(findingsOf(curp)[0]).toBe(`longitud ${ALL}`);
    expect(validar(curp).valido).toBe(false);
  });

  it('keeps its findings if it has another length and a wrong character', () => {
    expect(findingsOf('OLTR900517MDFLN')).toEqual([`longitud ${ALL}`, 'vocal 2']);
    expect(findingsOf('OLTR900517MDFLNN0')).toEqual([`longitud ${ALL}`, 'vocal 2']);
    expect(findingsOf('OLTR900517MDFLNN055')).toEqual([`longitud ${ALL}`, 'vocal 2']);
  });

  it('has its birth date and homonymy read only if it has 18 characters', () => {
    expect(validar('OETR900517MDFLNN0').datos).toEqual({
      sexo: 'M',
      claveEntidad: '09',
      nombreEntidad: 'CIUDAD DE MÉXICO',
      abreviaturaEntidad: 'DF',
    });
    expect(validar('OETR900517MDFLLNN05').datos).toEqual({});
  });

  it('has the right check digit in its finding, and no other finding has an expected character', () => {
    expect(validar('OETR900517MDFLNN06').hallazgos[0]).toMatchObject({ codigo: 'digito_verificador', esperado: '5' });
    expect(validar('1ETR900517MDFLNN05').hallazgos.map((uno) => 'esperado' in uno)).toEqual([false, true]);
  });

  it('gets a message for QO, which comes from a manual and not from keys', () => {
    const qo = withDigit('OETR900517MQOLNN0');
    expect(validar(qo).hallazgos[0]?.mensaje).toBe(
      'Ningún estado se abrevia QO ni XX, que vienen de un manual o de datos de prueba: Querétaro es QT.',
    );
    expect(validar(qo, { idioma: en }).hallazgos[0]).toMatchObject({
      mensaje: 'No state is abbreviated QO or XX, which come from a manual or from test data: Querétaro is QT.',
      regla: 'D 18',
    });
  });

  it.each([
    ['2031-03-14', true],
    ['2031-03-15', true],
    ['2031-03-16', false],
  ])('is valid on 15 March 2031 in UTC if the person was born on %s: %s', (fecha, valido) => {
    vi.setSystemTime('2031-03-15T23:59:59.999Z');
    expect(validar(withDigit(`OETR${fecha.slice(2).replaceAll('-', '')}MDFLNNA`)).valido).toBe(valido);
  });

  it('has the figures of its date in positions 5 to 10 only', () => {
    expect(findingsOf('AOETR903217MDFLNN05').filter((finding) => finding.startsWith('fecha'))).toEqual([]);
    expect(findingsOf('OETR903217MDFLNN05')).toContain('fecha_inexistente 5,6,7,8,9,10');
  });

  it('shows an impossible age by the date and the century', () => {
    vi.setSystemTime('2026-06-01');
    expect(findingsOf(withDigit('OETR150517MDFLNN0'))).toEqual(['edad_inusual 5,6,7,8,9,10,17']);
  });

  it('has a character of two code units in one position', () => {
    expect(findingsOf('😀'.repeat(18))).not.toContain(`longitud ${ALL}`);
    expect(findingsOf('😀'.repeat(19))).toContain(`longitud ${ALL}`);
  });

  it('has errors that cite the rule of their position', () => {
    expect(validar('1ETR9O0517FDXANN06').hallazgos.map(({ regla }) => regla)).toEqual([
      'IN 1',
      'IN 5-10',
      'IN 11',
      'IN 14',
      'IN 12-13',
      'IN 18',
    ]);
    expect(['O', '', 5].map((curp) => validar(curp as string).hallazgos[0]?.regla)).toEqual(['IN', 'IN', 'IN']);
  });

  it('has findings whose positions a caller may change without changing later findings', () => {
    for (const { posiciones } of validar('').hallazgos) (posiciones as number[]).length = 0;
    expect(findingsOf('')).toEqual([`ausente ${ALL}`]);
  });

  it('has messages in the language of the caller', () => {
    expect(validar('OETR900517MDFLNN06').hallazgos[0]?.mensaje).toBe(
      'El último carácter no corresponde a los otros 17: debería ser 5.',
    );
    expect(validar('OETR900517MDFLNN06', { idioma: en }).hallazgos[0]?.mensaje).toBe(
      'The last character does not follow from the other 17: it should be 5.',
    );
  });
});

describe('a key with a notice', () => {
  it.each([
    [withDigit('VACA900517MDFRML0'), ['palabra_inconveniente 1,2,3,4']],
    [withDigit('OETR100517MDFLNNK'), ['diferenciador_inusual 17']],
    [withDigit('OETR100517MDFLNNZ'), ['diferenciador_inusual 17']],
    ['XEXX010101HNEXXXA4', [`clave_generica ${ALL}`]],
    ['XEXX010101MNEXXXA8', [`clave_generica ${ALL}`]],
    [' xexx010101mnexxxa8 ', [`clave_generica ${ALL}`]],
  ])('%s gets %j', (curp, expected) => {
    expect(findingsOf(curp)).toEqual(expected);
    expect(validar(curp)).toMatchObject({ valido: true, hallazgos: [{ severidad: 'aviso' }] });
  });

  it('has a future date read, and nothing is read from a generic key', () => {
    expect(validar(withDigit('OETR990517MDFLNNA')).datos.fechaNacimiento).toBe('2099-05-17');
    expect(validar(withDigit('OETR100517MDFLNNK')).datos).toMatchObject({
      fechaNacimiento: '2010-05-17',
      homonimo: true,
    });
    expect(validar('XEXX010101HNEXXXA4').datos).toEqual({});
    expect(validar('XXXX999999XXXXXX99').datos).toEqual({});
  });
});
