/** The meaning of a cell by the conventions that the user declared, the same in CSV and in NDJSON. */
import { calcular } from '@curp-service/core';
import { expect, it } from 'vitest';
import { HEADER, KEY, PERSON, RENATA, file, in1252, line } from './people.js';
import { type Options, objects, rows, slow } from './run-lote.js';

/** Returns the key of the row, or its message. */
function answer(options: Options, changes: Partial<typeof PERSON>): string {
  const answers = [rows(options, file(changes)), objects(options, line(changes))].map(
    ([row]) => row?.['curp'] || row?.['error_message'],
  );
  expect(answers[0]).toBe(answers[1]);
  return String(answers[0]);
}

/** Returns the key of Renata if she was born on another day or has another sex. */
function keyOf(
  fechaNacimiento: string,
  sexo: 'H' | 'M' | 'X' = 'M',
  apellidoMaterno = PERSON.apellido_materno,
): string {
  const { nombres, apellido_paterno: apellidoPaterno, entidad } = PERSON;
  const result = calcular({ nombres, apellidoPaterno, apellidoMaterno, entidad, fechaNacimiento, sexo });
  return result.ok ? result.curp : '';
}

const FORMAT = /no se entiende/;
const CENTURY = /no se sabe de qué siglo/;

it.each<[Options, string, string | RegExp]>([
  [{ fechas: 'dma' }, '05/06/1990', keyOf('1990-06-05')],
  [{ fechas: 'dma' }, '12/12/1990', keyOf('1990-12-12')],
  [{ fechas: 'dma' }, '12/13/1990', /no sigue el orden .*\(dma\)/],
  [{ fechas: 'dma' }, '13/13/1990', /Ese día no existe/],
  [{ fechas: 'mda' }, '05/06/1990', keyOf('1990-05-06')],
  [{ fechas: 'mda' }, '13/12/1990', /no sigue el orden .*\(mda\)/],
  [{ fechas: 'mda' }, '12/13/1990', keyOf('1990-12-13')],
  [{ fechas: 'mda' }, '17/5/90', CENTURY],
  [{ fechas: 'mda' }, '17/5/9', FORMAT],
  [{ fechas: 'amd', siglo: 1930 }, '90/5/17', KEY],
  [{ fechas: 'amd', siglo: 1930 }, '9/5/17', FORMAT],
  [{ fechas: 'amd' }, '90/5/17', CENTURY],
  [{ fechas: 'amd' }, '17/5/1990', /no sigue el orden .*\(amd\)/],
  [{ siglo: 1925 }, '17/5/25', keyOf('1925-05-17')],
  [{ siglo: 1925 }, '17/5/24', keyOf('2024-05-17')],
  [{ siglo: 1925 }, '17/5/1990', KEY],
  [{ siglo: 1900 }, '17/5/00', keyOf('1900-05-17')],
  [{ siglo: 1930 }, '17-may-90', KEY],
  [{ siglo: 1930, fechas: 'mda' }, '17 de mayo de 90', KEY],
  [{}, '17-may-90', CENTURY],
  [{ siglo: 1930 }, '17-may-9', FORMAT],
  [{}, '17051990', KEY],
  [{}, '05171990', KEY],
  [{}, '19900517', KEY],
  [{}, '05061990', keyOf('1990-06-05')],
  [{ fechas: 'mda' }, '05061990', keyOf('1990-05-06')],
  [{ fechas: 'dma' }, '05171990', /no sigue el orden .*\(dma\)/],
  [{}, '17 / 05 / 1990', KEY],
  [{}, 'jueves 17 de mayo de 1990', KEY],
  [{}, 'Mayo 17 1990', KEY],
  [{}, '33010', KEY],
  [{}, '3301', FORMAT],
])('with %j, the date «%s» gives %s', (options, text, expected) => {
  expect(answer(options, { fecha_nacimiento: text })).toMatch(expected);
});

it.each<[Options, string, string | RegExp]>([
  [{ sexo: 'hm' }, 'm', KEY],
  [{ sexo: 'hm' }, ' h ', keyOf('1990-05-17', 'H')],
  [{ sexo: 'hm' }, 'F', KEY],
  [{ sexo: 'hm' }, 'x', keyOf('1990-05-17', 'X')],
  [{ sexo: 'hm' }, '1', /trae una cifra/],
  [{ sexo: 'hm' }, '2', /trae una cifra/],
  [{ sexo: 'hm' }, '3', /no se reconoce/],
  [{ sexo: 'fm' }, 'm', keyOf('1990-05-17', 'H')],
  [{ sexo: 'fm' }, 'H', keyOf('1990-05-17', 'H')],
  [{ sexo: 'fm' }, 'f', KEY],
  [{ sexo: '12' }, '1', keyOf('1990-05-17', 'H')],
  [{ sexo: '12' }, ' 2', KEY],
  [{ sexo: '12' }, 'M', /puede ser Mujer o Masculino/],
  [{ sexo: 'hm' }, 'niña', KEY],
  [{ sexo: 'hm' }, 'V', keyOf('1990-05-17', 'H')],
  [{ sexo: 'vh' }, 'V', keyOf('1990-05-17', 'H')],
  [{ sexo: 'vh' }, 'h', KEY],
])('with %j, the sex «%s» gives %s', (options, text, expected) => {
  expect(answer(options, { sexo: text })).toMatch(expected);
});

it.each<[Options, string, string | RegExp]>([
  [{}, ' 1990 ', KEY],
  [{}, '90', /^`anio_nacimiento` trae solo dos cifras/],
  [{ siglo: 1930 }, '90', KEY],
  [{ siglo: 1930 }, ' 90', KEY],
  [{}, '1990.0', KEY],
])('with %j, the year «%s» in a column of its own gives %s', (options, year, expected) => {
  const { fecha_nacimiento: _, ...person } = PERSON;
  for (const mes of ['5', '5.0', 'mayo', 'MAY.']) {
    const data = { ...person, anio: year, mes, dia: ' 17' };
    const csv = `${Object.keys(data).join(',')}\n${Object.values(data).join(',')}\n`;
    for (const [row] of [rows(options, csv), objects(options, JSON.stringify(data))]) {
      expect(row?.['curp'] || row?.['error_message']).toMatch(expected);
    }
  }
});

const NO_NAME = /no es un nombre/;
const NO_SECOND = keyOf('1990-05-17', 'M', '');

it.each<[Options, Partial<typeof PERSON>, string | RegExp]>([
  [{}, { nombres: 'Re?ata' }, /^`nombres` trae «\?» donde quizá va una letra/],
  [{}, { nombres: 'Ren?ta' }, /^`nombres` trae «\?», que ningún nombre lleva/],
  [{ enie: '?' }, { nombres: 'Jos?' }, /^`nombres` trae «\?», que ningún nombre lleva/],
  [{ enie: '?' }, { apellido_paterno: 'Mar?a' }, /^`apellido_paterno` trae «\?», que ningún nombre lleva/],
  [{}, { apellido_paterno: 'Olver\ufffd' }, /^`apellido_paterno` trae «\ufffd»/],
  [{}, { apellido_paterno: 'DE_LA_CRUZ' }, /^`apellido_paterno` trae «_»/],
  [{}, { apellido_materno: 'TinajÃ©ro' }, KEY],
  [
    { nombre_completo: 'apellidos', columnas: { nombres: 'nombres' } },
    { nombres: 'Olv?ra Tinajero Renata' },
    /^`apellido_paterno` trae «\?»/,
  ],
  [{}, { apellido_materno: 'Tin–ajero' }, keyOf('1990-05-17')],
  [{}, { apellido_materno: 'NO TIENE' }, NO_SECOND],
  [{}, { apellido_materno: ' Sin apellido ' }, NO_SECOND],
  [{}, { apellido_materno: 's/d' }, NO_SECOND],
  [{}, { nombres: 'SIN NOMBRE' }, NO_NAME],
  [{}, { apellido_materno: 'No Tiene' }, NO_SECOND],
  [{}, { apellido_materno: '(no  especificado)' }, NO_SECOND],
  [{}, { apellido_paterno: 'S.N.' }, /^`apellido_paterno` trae una palabra/],
  [{}, { apellido_paterno: 'XXX' }, NO_NAME],
  [{}, { nombres: 'Recién Nacido' }, NO_NAME],
  [{}, { nombres: 'Desconocida' }, NO_NAME],
  [{}, { nombres: 'VACANTE' }, NO_NAME],
  [{}, { nombres: 'RN' }, NO_NAME],
  [{}, { apellido_paterno: 'Desconocida' }, /^DETR/],
  [{}, { apellido_materno: ' xxx ' }, NO_SECOND],
  [{ nulos: ['S/D'] }, { apellido_materno: 'NA' }, NO_SECOND],
  [{ nulos: [] }, { apellido_materno: 'NA' }, /^OENR/],
  [{}, { nombres: 'Sra' }, /^OETS/],
  [{}, { nombres: 'Licha Renata' }, /^OETL/],
  [{}, { nombres: 'Draaaaaaaa Renata' }, /^OETD/],
  [{}, { nombres: 'Ma. Renata' }, KEY],
  [{}, { apellido_paterno: 'Sra Olvera' }, /^SATR/],
  [{ nulos: ['NO TIENE'] }, { apellido_materno: 'NO TIENE' }, NO_SECOND],
])('with %j, the names %j give %s', (options, changes, expected) => {
  expect(answer(options, changes)).toMatch(expected);
});

/** Returns the reasons to review the row, and its key. */
function review(options: Options, changes: Partial<typeof PERSON>): readonly [key: unknown, notices: string] {
  const [csv] = rows(options, file(changes));
  const [object = {}] = objects(options, line(changes));
  const notices = (object['avisos'] as readonly string[]).join(' ');
  expect([csv?.['curp'], csv?.['aviso']]).toEqual([object['curp'], notices]);
  return [csv?.['curp'], notices];
}

it.each<[Options, Partial<typeof PERSON>, key: RegExp, notices: RegExp]>([
  [{}, {}, /^OETR/, /^$/],
  [{}, { apellido_paterno: "O'Farrill" }, /^OXTR/, /^$/],
  [{}, { apellido_paterno: 'Olvera-Ruiz' }, /^OETR/, /^$/],
  [{}, { nombres: 'Lic. Renata' }, /^OETL/, /título/],
  [{}, { nombres: ' DRA RENATA' }, /^OETD/, /título/],
  [{}, { nombres: 'profra. Renata' }, /^OETP/, /título/],
  [
    { nombre_completo: 'nombres', columnas: { nombres: 'nombres' } },
    { nombres: 'Ing. Renata Olvera Tinajero' },
    /^OETI/,
    /título/,
  ],
  [{}, { nombres: 'Dr4 Renata' }, /^OETD/, /cifra/],
  [{}, { apellido_paterno: 'Hdez.' }, /^H/, /HERNÁNDEZ/],
  [{}, { apellido_materno: 'Mtz' }, /^OEMR/, /MARTÍNEZ/],
  [{}, { nombres: 'Ma.Renata' }, /^OET/, /./],
  [{}, { apellido_paterno: 'Оlvera' }, /^[A-Z]{4}/, /«О»/],
  [{}, { apellido_materno: 'Vda. de Ruiz' }, /^OE/, /./],
  [{}, { apellido_materno: '(desconoce)' }, /^OEXR/, /./],
  [{}, { nombres: 'Olvera Tinajero Renata' }, /^OETO/, /./],
  [{}, { fecha_nacimiento: '1900-01-01' }, /^OETR000101/, /./],
  [{}, { fecha_nacimiento: '1990-05-16 23:59:59' }, /^OETR900516/, /día siguiente/],
  [{}, { fecha_nacimiento: '1990-05-16T23:59:59Z' }, /^OETR900516/, /día siguiente/],
  [{}, { fecha_nacimiento: '19900516180000' }, /^OETR900516/, /día siguiente/],
  [{}, { fecha_nacimiento: '16MAY1990:23:59:59' }, /^OETR900516/, /día siguiente/],
  [{}, { fecha_nacimiento: '1990-05-16T22:00:00.000Z' }, /^OETR900516/, /día siguiente/],
  [{}, { fecha_nacimiento: '1990-05-16T22:10:00Z' }, /^OETR900516/, /^$/],
  ...['1990-05-16 18:00:00', '16/05/1990 18:00', '1990-05-16T19:00:00-05:00', '16/05/1990 06:00:00 p. m.'].map(
    (fecha_nacimiento): [Options, Partial<typeof PERSON>, RegExp, RegExp] => [
      {},
      { fecha_nacimiento },
      /^OETR900516/,
      /día siguiente/,
    ],
  ),
  ...['1990-05-17T18:00:00.000Z', '1990-05-17 18:05:00', '17/05/1990 06:00:00 a. m.', '1990-05-17 12:00:00 p. m.'].map(
    (fecha_nacimiento): [Options, Partial<typeof PERSON>, RegExp, RegExp] => [
      {},
      { fecha_nacimiento },
      /^OETR900517/,
      /^$/,
    ],
  ),
  [{}, { apellido_paterno: 'GONZLEZ' }, /^GO/, /GONZÁLEZ/],
  [{}, { nombres: 'MARI´A LUZ' }, /^OETL/, /^$/],
  [{}, { nombres: "MARI'A LUZ" }, /^OETM/, /«'»/],
  ...['Desconocido', 'IGNORADO', 'SOLO UNO', 'Nan', 'blank', '(sin)'].map(
    (apellido_materno): [Options, Partial<typeof PERSON>, RegExp, RegExp] => [
      {},
      { apellido_materno },
      /^OEXR/,
      /no lo hay/,
    ],
  ),
  [{}, { apellido_materno: 'NONE' }, /^OEXR/, /^$/],
  [{}, { fecha_nacimiento: "'17/05/1990 " }, /^OETR900517/, /^$/],
  [{}, { apellido_materno: 'NOTIENE' }, /^OEXR/, /^$/],
  [{}, { apellido_paterno: 'Desconocido', apellido_materno: '' }, /^XXXR/, /^$/],
  [{}, { sexo: '\u200bMujer', fecha_nacimiento: '\ufeff17/05/1990', entidad: 'DF\u200e' }, /^OETR900517MDF/, /^$/],
  [{}, { entidad: 'México' }, /^OETR900517MMC/, /./],
])('with %j, the row %j has a key that matches %s, and the notices match %s', (options, changes, key, notices) => {
  const answered = review(options, changes);
  expect(answered[0]).toMatch(key);
  expect(answered[1]).toMatch(notices);
});

it('a letter of a Mac among others of Windows is for review, whether the encoding is guessed or declared', () => {
  const mac = in1252(`${HEADER}\n${RENATA.replace('Olvera', 'P\u008erez')}\n${RENATA.replace('Olvera', 'Ibáñez')}\n`);
  for (const options of [{}, { codificacion: 'windows-1252' }] as const) {
    expect(rows(options, mac).map((row) => row['aviso'])).toEqual([expect.stringContaining('«Ž»'), '']);
  }
});

it('a whole name with its comma is an error beside columns of surnames, and is read if it is declared', () => {
  const csv = `${HEADER}\n${RENATA.replace('Renata', '"Olvera Tinajero, Renata"')}\n`;
  const ndjson = line({ nombres: 'Olvera Tinajero, Renata' });
  const answers = (options: Options): unknown[] => [...rows(options, csv), ...objects(options, ndjson)];
  const error_message = expect.stringMatching(/separados por una coma/);
  expect(answers({})).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ error_message })));
  expect(answers({ nombre_completo: 'apellidos', columnas: { nombres: 'nombres' } })).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ curp: KEY })),
  );
});

it.each(['Narnia', '9Narnia', 'Narnia9'])('the entity «%s» is not recognised', (entidad) => {
  expect(answer({}, { entidad })).toMatch(/^`entidad` no se reconoce/);
});

it('a word for nothing may not have blanks inside', () => {
  const [nothing, name] = [' NULL ', 'NU LL'].map((word) => answer({}, { apellido_materno: word }));
  expect(nothing).toBe('OEXR900517MDFLXN07');
  expect(name).toMatch(/^OENR900517MDFL/);
});

slow('a datum of a million characters is an error of its row that takes no longer than one of some hundred', () => {
  // Blanks between the words: a pattern that looks for blanks at the end would take quadratic time.
  const long = `a${' '.repeat(500_000)}${'b '.repeat(200_000)}c`;
  for (const [field, message] of [
    ['nombres', answer({}, { nombres: 'Renata '.repeat(150) })],
    ['apellido_paterno', answer({}, { apellido_paterno: 'z'.repeat(201) })],
    ['fecha_nacimiento', answer({}, { fecha_nacimiento: 'x' })],
    ['sexo', answer({}, { sexo: 'xyz' })],
    ['entidad', answer({}, { entidad: 'xyz' })],
  ] as const) {
    expect(answer({}, { [field]: long })).toBe(message);
  }
});

it('blanks around a datum do not count, however many there are', () => {
  const blanks = ' '.repeat(5000);
  expect(answer({}, { nombres: `${blanks}${PERSON.nombres}${blanks}` })).toBe(KEY);
});
