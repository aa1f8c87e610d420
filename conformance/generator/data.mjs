/** Makes cases about the data besides names (dates, centuries, sexes, entities), and about input without a key. */
import { calculation as make, slug } from './case.mjs';
import { ENTITIES } from './norm.mjs';

const pad = (number) => String(number).padStart(2, '0');
const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);
const lastDay = (year, month) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const dates = () => [
  ...[1931, 2011].flatMap((year) =>
    MONTHS.flatMap((month) =>
      [1, lastDay(year, month)].map((day) => {
        const date = `${year}-${pad(month)}-${pad(day)}`;
        return make('IN 5-10', date, { fecha_nacimiento: date });
      }),
    ),
  ),
  ...[
    '1999-12-31',
    '2000-01-01',
    '1900-01-01',
    '1901-12-31',
    '2009-09-09',
    '1897-03-14',
    '1850-06-30',
    '2025-12-31',
  ].map((date) => make('IN 17', date, { fecha_nacimiento: date })),
  ...['1904-02-29', '1996-02-29', '2000-02-29', '2024-02-29', '1896-02-29'].map((date) =>
    make('I06 3', `bisiesto-${date}`, { fecha_nacimiento: date }),
  ),
];

const NO_DAYS = [
  '00-10',
  '13-10',
  '05-00',
  '05-32',
  '02-29',
  '02-30',
  '04-31',
  '06-31',
  '09-31',
  '11-31',
  '00-00',
  '99-99',
];
const badDates = () => [
  ...[1990, 2002].flatMap((year) =>
    NO_DAYS.map((day) => make('I06 3', `no-existe-${year}-${day}`, { fecha_nacimiento: `${year}-${day}` })),
  ),
  ...['1900-02-29', '1800-02-29', '2023-02-29'].map((date) =>
    make('I06 3', `no-existe-${date}`, { fecha_nacimiento: date }),
  ),
  ...['', ' ', '1990', '1990-05', '05-17', '--', 'AAAA-MM-DD'].map((date) =>
    make('I06 3', `incompleta-${slug(date) || `en-blanco-${date.length}`}`, { fecha_nacimiento: date }),
  ),
  ...['2199-01-01', '2099-12-31', '1799-12-31', '1492-10-12', '0001-01-01'].map((date) =>
    make('D 16', date, { fecha_nacimiento: date }),
  ),
];

const sexes = () => [
  ...['H', 'M'].flatMap((sexo) =>
    ['1990-05-17', '2004-05-17'].map((date) =>
      make('IN 11', slug(`${sexo} ${date}`), { sexo, fecha_nacimiento: date }),
    ),
  ),
  ...['1990-05-17', '2004-05-17', '1955-01-30', '2019-08-22'].map((date) =>
    make('GIIS', date, { sexo: 'X', fecha_nacimiento: date }),
  ),
  ...['', ' ', 'F', 'Z', '1', 'HM', 'N', '?'].map((sexo) =>
    make('IN 11', `no-${slug(sexo) || `en-blanco-${sexo.length}`}`, { sexo }),
  ),
];

const NO_ENTITIES = ['00', '33', '34', '35', '37', '40', '87', '88', '97', '98', '99', '', ' ', 'ZZ', '009', '??'];
const entities = () => [
  ...Object.keys(ENTITIES).flatMap((entidad) => [
    make('IN 12-13', entidad, { entidad }),
    make('IN 12-13', `${entidad}-2008`, { entidad, fecha_nacimiento: '2008-11-03', sexo: 'H' }),
  ]),
  ...NO_ENTITIES.map((entidad) =>
    make(
      /^(00|87|88|9\d)$/.test(entidad) ? 'I06 3' : 'IN 12-13',
      `no-${slug(entidad) || `en-blanco-${entidad.length}`}`,
      { entidad },
    ),
  ),
];

const LONG = 'ABUNDIO'.repeat(40);
const badNames = () => [
  ...['', ' ', '\t', '   '].map((nombres, i) => make('IN 4', `sin-nombre-${i}`, { nombres })),
  ...['李', '-', '...', '123', 'Ольга', "'", '&'].flatMap((text) => [
    make('D 16', `nombre-${slug(text)}`, { nombres: text }),
    make('D 16', `paterno-${slug(text)}`, { apellido_paterno: text }),
    make('D 16', `materno-${slug(text)}`, { apellido_materno: text }),
  ]),
  make('D 16', 'nombre-201', { nombres: LONG.slice(0, 201) }),
  make('D 16', 'paterno-201', { apellido_paterno: LONG.slice(0, 201) }),
  make('D 16', 'nombre-200', { nombres: LONG.slice(0, 200) }),
  ...['\u0000', '\u0007', '\u001B', '\u007F'].map((control) =>
    make('D 16', `control-u${control.codePointAt(0).toString(16)}`, { nombres: `REN${control}ATA` }),
  ),
];

export const dataCases = () => [...dates(), ...badDates(), ...sexes(), ...entities(), ...badNames()];
