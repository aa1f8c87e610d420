/** Makes cases about the word of a name that counts: particles, MARIA and JOSE, compound names, missing surnames. */
import { calculation as make, inEachName as inEach, slug } from './case.mjs';
import { MARIA_JOSE, PARTICLES } from './norm.mjs';

const other = (word) => (word === 'LAS' ? 'DE' : 'LAS');
const particles = () =>
  PARTICLES.flatMap((word) => [
    ...inEach('R 1.7', slug(`${word} montes`), `${word} MONTES`),
    ...inEach('R 1.7', slug(`${word} ${other(word)} cueva`), `${word} ${other(word)} CUEVA`),
    ...inEach('D 6', slug(`solo ${word}`), word),
    make('D 6', slug(`de la ${word} rosales`), { apellido_paterno: `DE LA ${word} ROSALES` }),
    make('D 6', slug(`de ${word}`), { apellido_materno: `DE ${word}` }),
    make('D 10', slug(`pegada ${word}`), { apellido_paterno: `${word}BERDO` }),
    make('R 1.5', slug(`gomez ${word} soto`), { apellido_materno: `GOMEZ ${word} SOTO` }),
    make('R 1.2', slug(`flor ${word} luz`), { nombres: `FLOR ${word} LUZ` }),
  ]);

const given = () =>
  MARIA_JOSE.flatMap((word) => [
    make('D 8', slug(`solo ${word}`), { nombres: word }),
    make('R 1.3', slug(`${word} luisa`), { nombres: `${word} LUISA` }),
    make('R 1.3', slug(`${word} luisa fernanda`), { nombres: `${word} LUISA FERNANDA` }),
    make('R 1.3', slug(`${word} ingrid hombre`), { nombres: `${word} INGRID`, sexo: 'H' }),
    make('R 1.16', slug(`${word} elena`), { nombres: `${word} ELENA` }),
    make('R 1.16', slug(`${word} de los angeles`), { nombres: `${word} DE LOS ANGELES` }),
    make('R 1.16', slug(`${word} del carmen`), { nombres: `${word} DEL CARMEN` }),
    ...MARIA_JOSE.map((next) => make('R 1.3', slug(`${word} ${next}`), { nombres: `${word} ${next}` })),
    make('R 1.3', slug(`${word} jose fernanda`), { nombres: `${word} JOSE FERNANDA` }),
    make('R 1.2', slug(`carmen ${word}`), { nombres: `CARMEN ${word}` }),
    make('D 7', slug(`de ${word} luisa`), { nombres: `DE ${word} LUISA` }),
    make('D 7', slug(`${word} de jose luis`), { nombres: `${word} DE JOSE LUIS` }),
    make('D 9', slug(`paterno ${word} robles`), { apellido_paterno: `${word} ROBLES` }),
    make('D 9', slug(`materno ${word} robles`), { apellido_materno: `${word} ROBLES` }),
    make('D 9', slug(`solo paterno ${word}`), { apellido_paterno: word }),
    make('R 1.3', slug(`minusculas ${word} delia`), { nombres: `${word.toLowerCase()} delia` }),
    make('R 1.3', slug(`por letra ${word} elodia`), { nombres: `${word} ELODIA`, apellido_materno: '' }),
  ]);

const ORDINARY = 'SAN SANTA DOS DU A AL O E DO BEN SAINT TEN TER ZU'.split(' ');
const NOT_MARIA = 'MARIANA MARISOL MARIO JOSEFA JOSUE MAR. JO. JM MJ MM. MARIAS JOSÉE'.split(' ');
const others = () => [
  ...ORDINARY.flatMap((word) => inEach('D 10', slug(`${word} pedro`), `${word} PEDRO`)),
  ...NOT_MARIA.map((word) => make('R 1.2', slug(`${word} celia`), { nombres: `${word} CELIA` })),
  ...['MARIA-JOSE', 'MA.GUADALUPE', 'M.LUISA', 'J-CARLOS', 'JOSE-ANGEL', 'MARIA-LUISA ELENA'].map((name) =>
    make('D 10', slug(name), { nombres: name }),
  ),
  ...['MAC-GREGOR', 'MCGREGOR', 'DELACRUZ', 'DE-LA-CRUZ', 'VANDERBILT'].map((name) =>
    make('D 10', slug(name), { apellido_paterno: name }),
  ),
  ...['Mª LUISA', 'M.ª LUISA', 'mª elena', 'Mª', 'M.ª', 'Mª DE LA LUZ'].map((name) =>
    make('D 11', slug(name), { nombres: name }),
  ),
  ...['\t', '\u00A0', '\u3000', '\n', '  ', '\u2003'].flatMap((space) => [
    make('D 10', `separa-u${space.codePointAt(0).toString(16)}-${space.length}`, { nombres: `MARIA${space}LUISA` }),
    make('D 10', `particula-u${space.codePointAt(0).toString(16)}-${space.length}`, {
      apellido_paterno: `DE${space}SOLIS`,
    }),
  ]),
  ...['RIVA PALACIO', 'PONCE DE LEON', 'LOPEZ-CASTILLO', 'ORTIZ Y ORTIZ', 'RUIZ CORTINES MORA', 'CANO-DEL RIO'].flatMap(
    (name) => [
      make('R 1.5', slug(`paterno ${name}`), { apellido_paterno: name }),
      make('R 1.5', slug(`materno ${name}`), { apellido_materno: name }),
      make('R 1.5', slug(`del ${name}`), { apellido_materno: `DEL ${name}` }),
    ],
  ),
  ...['JAVIER ENRIQUE', 'LUCERO BEATRIZ ALONDRA', 'ANA MARIA', 'GUADALUPE JOSE MARIA', 'LUZ DEL ALBA'].flatMap(
    (name) => [
      make('R 1.2', slug(name), { nombres: name }),
      make('R 1.15', slug(name), { nombres: name, apellido_paterno: 'UGALDE' }),
    ],
  ),
];

const ALONE = ['GARDUÑO', 'ZARO', 'LUNA', 'DE LA O', 'RIO', 'ÑANDU', 'ICH', 'O’FARRIL', 'CRUZ', 'IBARRA'];
const missing = () => [
  ...ALONE.flatMap((surname) => [
    make('R 1.10', slug(surname), { apellido_paterno: surname, apellido_materno: '' }),
    make('R 1.14', slug(`${surname} 2003`), {
      apellido_paterno: surname,
      apellido_materno: '',
      fecha_nacimiento: '2003-07-09',
    }),
    make('I06 3', slug(`recorrido ${surname}`), { apellido_paterno: '', apellido_materno: surname }),
  ]),
  ...['JUAN', 'NANCY', 'FEDERICO', 'FABIOLA', 'MARIA ELENA', 'ÑUFLO', 'IO', "D'ARTAGNAN"].flatMap((nombres) => [
    make('R 1.11', slug(nombres), { nombres, apellido_paterno: '', apellido_materno: '' }),
    make('R 1.17', slug(`${nombres} en blanco`), {
      nombres,
      apellido_paterno: ' ',
      apellido_materno: '  ',
      entidad: '36',
    }),
    make('D 12', slug(`${nombres} primero`), { nombres, apellido_paterno: 'DESCONOCIDO', apellido_materno: '' }),
    make('D 12', slug(`${nombres} segundo`), { nombres, apellido_paterno: '', apellido_materno: 'DESCONOCIDO' }),
    make('D 12', slug(`${nombres} ambos`), {
      nombres,
      apellido_paterno: 'DESCONOCIDO',
      apellido_materno: 'Desconocido',
    }),
  ]),
  make('R 1.5', 'desconocido-y-otro', { apellido_paterno: 'DESCONOCIDO', apellido_materno: 'LARA' }),
  make('R 1.5', 'otro-y-desconocido', { apellido_paterno: 'LARA', apellido_materno: 'DESCONOCIDO' }),
];

export const wordCases = () => [...particles(), ...given(), ...others(), ...missing()];
