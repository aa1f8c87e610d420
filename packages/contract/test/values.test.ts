/** Dates, sexes and entities as people write them. */
import { expect, it } from 'vitest';
import {
  SEXES,
  isSex,
  mayLackZero,
  monthNumber,
  readDate,
  readFigures,
  readSex,
  readTypedDate,
} from '../src/values.js';
import { hasPlaceBehind, readEntity } from '../src/conventions/places.js';

it.each([
  ['1990-05-17', '1990', '05', '17'],
  ['1990/5/7', '1990', '05', '07'],
  ['1990.05.17', '1990', '05', '17'],
  ['19900517', '1990', '05', '17'],
  ['17/05/1990', '1990', '05', '17'],
  ['17 05 1990', '1990', '05', '17'],
  ['17 de mayo de 1990', '1990', '05', '17'],
  ['1 de Septiembre del 2001', '2001', '09', '01'],
  ['17-may-1990', '1990', '05', '17'],
  ['1990-MAY-17', '1990', '05', '17'],
  ['1990/dic./7 00:00:00', '1990', '12', '07'],
  ['1990 mayo 17', '1990', '05', '17'],
  ['17 mai 1990', '1990', '05', '17'],
  ['8 août 1990', '1990', '08', '08'],
  ['17. März 1990', '1990', '03', '17'],
  ['17 de outubro de 1990', '1990', '10', '17'],
  ['17 luglio 1990', '1990', '07', '17'],
  ['17/ene./1990', '1990', '01', '17'],
  ['3 August 1990', '1990', '08', '03'],
  ['7-5-1990', '1990', '05', '07'],
  ['17.05.1990', '1990', '05', '17'],
  [' 17/05/1990 ', '1990', '05', '17'],
  ['1990-05-17 00:00:00', '1990', '05', '17'],
  ['1990-05-17T00:00:00.000Z', '1990', '05', '17'],
  ['1990-05-17T00:00:00-06:00', '1990', '05', '17'],
  ['17/05/1990 0:00', '1990', '05', '17'],
  ['1990-05-17 00:00:00-06', '1990', '05', '17'], // PostgreSQL
  ['17/05/1990 12:00:00 a. m.', '1990', '05', '17'], // .NET and Access in Mexico
  ['17/05/1990 12:00:00\u00a0a.\u00a0m.', '1990', '05', '17'],
  ['1990-05-17 12:00 AM', '1990', '05', '17'],
  ['31/02/1990', '1990', '02', '31'],
  ['99/99/9999', '9999', '99', '99'],
  ['17/05/1990 12:00:00 A. M.', '1990', '05', '17'],
  ['17051990', '1990', '05', '17'],
  ['5071990', '1990', '07', '05'], // A digit lacks its zero.
  ['17MAY1990', '1990', '05', '17'], // SAS
  ['17MAY1990:00:00:00.000', '1990', '05', '17'],
  ['17/5/1990, 12:00:00 a.m.', '1990', '05', '17'], // JavaScript in Mexico
  ['19900517000000', '1990', '05', '17'], // HL7
  ['19900517143000.000-0600', '1990', '05', '17'],
  ['/Date(642902400000)/', '1990', '05', '17'], // .NET
  ['\\/Date(642924000000-0600)\\/', '1990', '05', '17'],
  ['1º de mayo de 1990', '1990', '05', '01'],
  ['1° de mayo de 1990', '1990', '05', '01'],
  ['1o de marzo del año 1990', '1990', '03', '01'],
  ['17 Mzo 1990', '1990', '03', '17'],
  ['17 / 05 / 1990', '1990', '05', '17'],
  ['jueves 17 de mayo de 1990', '1990', '05', '17'],
  ['jueves, 17 de mayo de 1990', '1990', '05', '17'],
  ['Mayo 17, 1990', '1990', '05', '17'],
  ['May 17 1990 12:00AM', '1990', '05', '17'],
  ['mayo 17 de 1990', '1990', '05', '17'],
  ['Mayo. 17, 1990', '1990', '05', '17'],
  ['17 de Mayo, 1990', '1990', '05', '17'],
  ['17\u00a0de\u00a0mayo\u00a0de\u00a01990', '1990', '05', '17'],
  ['17 /05/ 1990', '1990', '05', '17'],
  ['17 - mayo - 1990', '1990', '05', '17'],
  ['jue. 17/05/1990', '1990', '05', '17'],
  ['Mar 17 1990', '1990', '03', '17'],
  ['17-MAY-1990 00:00:00', '1990', '05', '17'], // Oracle
  ['1990-05-17 00:00:00 UTC', '1990', '05', '17'], // BigQuery
  ['Thu May 17 00:00:00 CST 1990', '1990', '05', '17'], // Java
  ['Thu May 17 1990 00:00:00 GMT-0600 (hora estándar central)', '1990', '05', '17'], // JavaScript
  ['17  de \t mayo de  1990', '1990', '05', '17'],
  [`Thu May 17 1990 00:00:00 GMT-0600 (${'x'.repeat(24)})`, '1990', '05', '17'], // the longest date
])('readDate understands %s', (text, anio, mes, dia) => {
  expect(readDate(text)).toEqual({ anio, mes, dia });
});

it.each([
  '',
  '17/05/90',
  '1990-05',
  '1990',
  '17 de mallo de 1990',
  '17 ma 1990',
  '17 jui 1990', // juin, or juillet
  'mayo de 1990',
  '1990-05/17',
  '17/05-1990',
  '1990-05-17x',
  '90-05-17',
  '٢٠٠٠-٠١-٠١',
  '33010',
  '1990-5-17T',
  'el 17 de mayo de 1990',
  '17 de mayo de 19901',
  '507199',
  '0517199',
  '1ro1990',
  `Thu May 17 1990 00:00:00 GMT-0600 (${'x'.repeat(25)})`,
])('readDate does not understand %j', (text) => {
  expect(readDate(text)).toBeNull();
});

it.each([
  ['05/17/1990', '1990-05-17'],
  ['17/05/1990', '1990-05-17'],
  ['12/13/1990', '1990-12-13'],
  ['13/12/1990', '1990-12-13'],
  ['12/12/1990', '1990-12-12'],
  ['13/13/1990', '1990-13-13'],
  ['05/12/1990', '1990-12-05'],
  ['1990-13-05', '1990-13-05'],
  [' 1990-13-05 ', '1990-13-05'],
  ['1990 - 13 - 05', '1990-13-05'],
  ['17051990', '1990-05-17'],
  ['05171990', '1990-05-17'],
  [' 05171990 ', '1990-05-17'],
  ['May 17, 1990', '1990-05-17'],
  ['May. 7 1990', '1990-05-07'],
  ['117051990', '117051990'],
  ['170519901', '170519901'],
  ['1 May 17, 1990', '1 May 17, 1990'],
  ['May 17, 19901', 'May 17, 19901'],
  ['x', 'x'],
  ['', ''],
])('readTypedDate reads %j as %s', (text, date) => {
  expect(readTypedDate(text)).toBe(date);
});

it.each([
  ['H', 'H'],
  ['h', 'H'],
  ['hombre', 'H'],
  ['MASCULINO', 'H'],
  [' m ', 'M'],
  ['Mujer', 'M'],
  ['femenino', 'M'],
  ['x', 'X'],
  ['No  binario', 'X'],
  ['no-binaria', 'X'],
  ['F', 'F'],
  ['masc', 'H'],
  ['male', 'H'],
  ['Varón', 'H'],
  ['Fem.', 'M'],
  ['female', 'M'],
  ['niño', 'H'],
  ['NIÑA', 'M'],
  ['1 - Hombre', 'H'],
  ['2.Mujer', 'M'],
  ['M - Masculino', 'H'],
  ['Mujer (M)', 'M'],
  ['F/Hombre', 'F/Hombre'],
  ['♀', 'M'],
  ['', ''],
])('readSex reads %j as %j', (text, sexo) => {
  expect(readSex(text)).toBe(sexo);
});

it.each([
  ['09', '09'],
  ['DF', '09'],
  ['cdmx', '09'],
  ['Ciudad de México', '09'],
  ['nuevo leon', '19'],
  ['NL', '19'],
  ['EDO. MÉX.', '15'],
  [' Q. Roo ', '23'],
  ['Extranjero', '36'],
  ['9', '9'],
  ['33', '33'],
  ['Narnia', 'Narnia'],
  ['09 - Ciudad de México', '09'],
  [' 9 CIUDAD DE MEXICO', '09'],
  ['14-JALISCO', '14'],
  ['JC - Jalisco', '14'],
  ['Nuevo León (19)', '19'],
  ['Nuevo León, NL', '19'],
  ['14 - Nuevo León', '19'],
  ['Jalisco (Guadalajara)', '14'],
  ['Guadalajara, Jalisco', '14'],
  ['Toluca, México, México', '15'],
  ['Puebla, Jalisco', 'Puebla, Jalisco'],
  ['Tijuana B.C.', '02'],
  ['Cd. Obregón Son.', '26'],
  ['Ciudad Hidalgo', 'Ciudad Hidalgo'],
  ['Cd. Mex.', 'Cd. Mex.'],
  ['Monterrey, Méx.', 'Monterrey, Méx.'],
  ['MX-JAL', '14'],
  ['NLE', '19'],
  ['CMX', '09'],
  ['9.0', '09'],
  ['EUA', '36'],
  ['xx - yy', 'xx - yy'],
  ['05/1990', '05/1990'],
  ['Corte al 17/05/90', 'Corte al 17/05/90'],
  ['Calle 5, 14', 'Calle 5, 14'],
  [' MX-JAL', '14'],
  ['Jalisco MX-', 'Jalisco MX-'],
  ['xMX-JAL', 'xMX-JAL'],
  ['Jalisco 14', '14'],
  ['Tijuana B.C. ', '02'],
  ['Durango Ote. 45', 'Durango Ote. 45'],
  ['Tijuana B. C.', '02'],
  ['Monterrey, N. L.', '19'],
  ['ciudad_de_méxico', '09'],
  ['estado_de_mexico', '15'],
  ['Toluca Edo. Mex.', '15'],
  ['Tuxtla Gtz. Chis.', '07'],
  ['San Nicolás de los Gza. N. L.', '19'],
  ['Centro, Gza. N. L.', '19'],
  ['Gto. Gto.', '11'],
  ['Pue. Jal.', 'Pue. Jal.'],
  ['Cd. Hidalgo, Mich.', '16'],
  [`14${' '.repeat(91)}Jalisco`, '14'],
  [`14${' '.repeat(60)}Jalisco`, '14'],
  [`14${' '.repeat(100)}Jalisco`, `14${' '.repeat(100)}Jalisco`],
  ['San Antonio, TX', '36'],
  ['Brownsville, Tx.', '36'],
  ['Chicago (IL)', '36'],
  ['Denver, CO', 'Denver, CO'], // Coahuila, for the post
  ['TX', 'TX'],
  ['Toluca, México', '15'],
  ['TOLUCA/MEXICO', '15'],
  ['Naucalpan de Juárez Méx.', '15'],
  ['Sultepec, México, México', '15'],
  ['Guadalajara, México', 'Guadalajara, México'],
])('readEntity reads %j as %j', (text, key) => {
  expect(readEntity(text)).toBe(key);
});

it.each([
  ['5', '05'],
  ['05', '05'],
  ['5.0', '05'],
  ['1990.0', '1990'],
  [' 17 ', '17'],
  ['5.5', '5.5'],
  ['x', 'x'],
])('readFigures reads %j as %j', (text, figures) => {
  expect(readFigures(text)).toBe(figures);
});

it.each([
  ['mayo', '05'],
  ['MAY.', '05'],
  [' Septiembre ', '09'],
  ['setiembre', '09'],
  ['august', '08'],
  ['ma', null],
  ['mallo', null],
  ['ma.yo', null],
  ['', null],
  ['05 - Mayo', '05'],
  ['Mayo (5)', '05'],
  ['04 - Mayo', null],
  ['5', null],
])('monthNumber reads %j as %j', (text, month) => {
  expect(monthNumber(text)).toBe(month);
});

it('isSex accepts the three letters of the contract, and nothing else', () => {
  expect(SEXES.every(isSex)).toBe(true);
  expect(['h', 'F', '', undefined].some(isSex)).toBe(false);
});

it.each([
  ['17051990', '1990-05-17'],
  ['01022003', '2003-02-01'],
  ['05171990', '1990-05-17'],
  ['19900517', '1990-05-17'],
  ['20101912', '1912-10-20'],
  ['05/17/1990', '1990-05-17'],
  ['05/06/1990', '1990-06-05'],
  ['17 mayo 1990', '1990-05-17'],
  ['mayo 17, 1990', '1990-05-17'],
  ['May 17 1990', '1990-05-17'],
  ['1990-17-05', '1990-17-05'],
  ['31/13/1990', '1990-13-31'],
])('readTypedDate understands %s', (text, date) => {
  expect(readTypedDate(text)).toBe(date);
});

it.each(['', '17/05/90', '170590', '17 mayo', 'foo 17 1990', '99999999999'])(
  'readTypedDate does not guess %j, and returns it as it is',
  (text) => {
    expect(readTypedDate(text)).toBe(text);
  },
);

it.each([
  ['564624000000', '1987-11-23'],
  ['-33264000000', '1968-12-12'],
  ['1062201600000.0', '2003-08-30'],
  ['564645600000', '1987-11-23'], // midnight in Mexico
])('readDate reads milliseconds since 1970: %s', (text, date) => {
  const { anio, mes, dia } = readDate(text) ?? {};
  expect(`${anio}-${mes}-${dia}`).toBe(date);
});

it.each(['564624000', '564624000001', '564634800000', '9999999999999', '56462400000000'])(
  'readDate does not read a number that may be something else: %s',
  (text) => {
    expect(readDate(text)).toBeNull();
  },
);

it('readDate, for files, does not read the month first', () => {
  expect(readDate('05/17/1990')).toEqual({ anio: '1990', mes: '17', dia: '05' });
});

it.each([
  ['Hidalgo, Texas', true],
  ['Jalisco, Guadalajara', true],
  ['Guadalajara, Jalisco', false],
  ['Monterrey, N.L., México', false],
  ['Mérida, Yucatán, MX', false],
  ['Jalisco,', false],
  ['14,0', false],
  ['Jalisco (Guadalajara)', false],
  ['Guadalajara, Texas', false],
  ['Hidalgo, '.padEnd(100, 'x'), true],
  [`Jalisco, ${'x'.repeat(100)}`, false],
  ['Jackson, MS', true],
  ['Jackson, MO', false],
  ['MS', false],
])('the place %j has an entity and may be abroad: %j', (text, expected) => {
  expect(hasPlaceBehind(text)).toBe(expected);
});

it.each([
  [10_708, true],
  [91_231, true],
  [10_101, true],
  [9_708, false],
  [1_231, false],
  [100_708, false],
  [11_308, false],
  [10_008, false],
  [10_700, false],
  [10_732, false],
])('%j may be YYMMDD without its zero: %j', (number, expected) => {
  expect(mayLackZero(number)).toBe(expected);
});

it.each([
  ['Hom', 'H'],
  ['MUJ.', 'M'],
  ['masc', 'H'],
  ['Femenina', 'M'],
  ['Macho', 'H'],
  ['hembra', 'M'],
  ['mu', 'mu'],
  ['hombres', 'hombres'],
])('readSex reads the word %j as %j', (text, sex) => {
  expect(readSex(text)).toBe(sex);
});

it('readFigures reads a decimal comma before one zero', () => {
  expect(['9,0', '1990,0', '1,000'].map(readFigures)).toEqual(['09', '1990', '1,000']);
});
