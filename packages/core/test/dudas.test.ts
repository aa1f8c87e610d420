/** Tests of the doubts about a person's data: plain data have no doubt, and anything else has one. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CodigoHallazgo, dosApellidos, dudasDeFecha, dudasDeNombre, esRelleno, explicar } from '../src/index.js';
import { type DudaEntreDatos, LEXICO, dudasEntreDatos, leerNombre, leerPersona } from '../src/leido.js';

import { SIN_ENIE } from '../src/nombre/palabras-dudosas.js';
import { separar } from '../src/nombre/unidas.js';
import { en } from '../src/textos/en.js';
import { personWith } from './people.js';

afterEach(() => {
  vi.useRealTimers();
});

/** Returns the doubts about the data of a person together. */
const together = (persona: Parameters<typeof leerPersona>[0]): DudaEntreDatos[] =>
  dudasEntreDatos(leerPersona(persona));

const codes = (texto: string, esDePila = true): CodigoHallazgo[] =>
  dudasDeNombre(texto, esDePila ? 'nombres' : 'apellidoMaterno').map(({ codigo }) => codigo);

describe('a plain name has no doubt', () => {
  it.each(
    "Renata;MARÍA DEL CARMEN;Ana María-Luisa;O'Hara;D'Angelo;D´Elia;L´Huillier;D' Acosta;Ruiz-Vélez;Ñúñez;Mª Luz;Güemes;Noé;Noemí;Sinaí;Xóchitl;juan  carlos;  ANA ;Nadia;Portillo;Sebastián;Juan Franco;María".split(
      ';',
    ),
  )('%s', (texto) => {
    expect(dudasDeNombre(texto, 'nombres')).toEqual([]);
    expect(dudasDeNombre(texto, 'apellidoMaterno')).toEqual([]);
  });

  it.each(['Ma. Luz', 'Ma Luz', 'M.ª Luz', 'J. Jesús', 'M. Elena'])('%s is a given name', (texto) => {
    expect(codes(texto)).toEqual([]);
  });

  it('if it is empty', () => {
    expect(dudasDeNombre('  ', 'nombres')).toEqual([]);
  });
});

describe('a name is for review if it has', () => {
  it.each([
    ['an escape of a program', 'JOS\\u00c9', 'nombre_con_signo', '\\'],
    ['percent signs', 'JOS%C3%89', 'nombre_con_signo', '%'],
    ['a formula around it', '="LÓPEZ"', 'nombre_con_signo', '='],
    ['a sign for Ñ', 'A#ORVE', 'nombre_con_signo', '#'],
    ['underscores', 'DE_LA_CRUZ', 'nombre_con_signo', '_'],
    ['a leading apostrophe', "'LÓPEZ", 'nombre_con_signo', "'"],
    ['a leading dot', '.LÓPEZ', 'nombre_con_signo', '.'],
    ['a trailing hyphen', 'LÓPEZ-', 'nombre_con_signo', '-'],
    ['a number of a list', '1.- JUAN', 'nombre_con_signo', '1.'],
    ['a number of two digits', '12) JUAN', 'nombre_con_signo', '12)'],
    ['a number behind it', 'JUAN 1.', 'nombre_con_signo', '.'],
    ['a number behind a letter', 'A1) JUAN', 'nombre_con_signo', ')'],
    ['a first name joined to the next', 'JOSÉ-LUIS', 'nombre_pegado', undefined],
    ['a slash', 'LÓPEZ/RUIZ', 'nombre_con_signo', '/'],
    ['a pictograph', 'ANA 🙂', 'nombre_con_signo', '🙂'],
    ['a digit', 'L0PEZ', 'nombre_con_cifras', undefined],
    ['a Cyrillic letter', 'GАRCÍA', 'nombre_otro_alfabeto', 'А'],
    ['a letter of French', 'François', 'nombre_letra_ajena', 'ç'],
    ['an accent of another encoding', 'LÛpez', 'nombre_letra_ajena', 'Û'],
    ['an accent in lower case', 'LóPEZ', 'nombre_letra_ajena', 'LóP'],
    ['an accent in upper case', 'MuÑoz', 'nombre_letra_ajena', 'uÑ'],
    ['an accent in lower case first', 'óSCAR', 'nombre_letra_ajena', 'óS'],
    ['a non-breaking space', 'ANA\u00a0LUZ', 'nombre_invisible', undefined],
    ['an accent behind its letter', 'JOSE´ LUIS', 'nombre_letra_ajena', '´'],
    ['an apostrophe for an accent', "LO'PEZ", 'nombre_letra_ajena', "'"],
    ['an accent before its letter', 'JOS´E', 'nombre_letra_ajena', '´'],
    ['a soft hyphen', 'RE\u00adNATA', 'nombre_invisible', undefined],
    ['María abbreviated, alone', 'Ma', 'nombre_abreviado', undefined],
    ['María abbreviated where the key takes its letters', 'José Ma.', 'nombre_abreviado', undefined],
    ['María abbreviated so too', 'José Mª', 'nombre_abreviado', undefined],
    ['a newborn without a name', 'BB', 'nombre_ausente', undefined],
    ['a newborn with dots', 'R.N.', 'nombre_de_relleno', undefined],
    ['a substitute', 'SUPLENTE ANA', 'nombre_con_titulo', undefined],
    ['an abbreviation', 'Hdez.', 'nombre_abreviado', undefined],
    ['an abbreviation without a dot', 'GPE', 'nombre_abreviado', undefined],
    ['no accented letter', 'LPEZ', 'nombre_abreviado', undefined],
    ['an unknown abbreviation', 'Xyz. Ana', 'nombre_con_punto', undefined],
    ['a title', 'Lic. Ana', 'nombre_con_titulo', undefined],
    ['a title without a dot', 'LIC ANA', 'nombre_con_titulo', undefined],
    ['a title with an ordinal sign', 'SRª ANA', 'nombre_con_titulo', undefined],
    ['a degree', 'MSC ANA', 'nombre_con_titulo', undefined],
    ['an initial alone', 'R', 'nombre_con_punto', undefined],
    ['an initial of María alone', 'M.', 'nombre_con_punto', undefined],
    ['initials before a name that ends in one', 'M A RENATA', 'nombre_con_punto', undefined],
    ['a value of a spreadsheet', 'VERDADERO', 'nombre_ausente', undefined],
    ['a missing space', 'MA.GUADALUPE', 'nombre_pegado', undefined],
    ['a hyphen behind María', 'MARÍA-LUISA', 'nombre_pegado', undefined],
    ['a child without a name', 'HIJO DE MARÍA', 'nombre_ausente', undefined],
    ['nobody', 'VACANTE', 'nombre_ausente', undefined],
    ['an alias', 'JUAN ALIAS PEDRO', 'nombre_de_dos', undefined],
    ['another name that a person is known by', 'JUAN CONOCIDO COMO PEDRO', 'nombre_de_dos', undefined],
    ['a newborn, which is no abbreviation', 'RN', 'nombre_ausente', undefined],
    ['a newborn before a name', 'RNF RENATA', 'nombre_ausente', undefined],
    ['a phrase', 'POR ASIGNAR', 'nombre_ausente', undefined],
    ['a widow', 'VDA. DE SOTO', 'apellido_de_casada', undefined],
    ['a widow without a dot', 'VDA DE SOTO', 'apellido_de_casada', undefined],
    ['a placeholder', 'No tiene', 'nombre_de_relleno', undefined],
    ['a placeholder without its space', 'NOTIENE', 'nombre_de_relleno', undefined],
    ['a letter again and again', 'ZZZ', 'nombre_de_relleno', undefined],
    ['a word of programs', 'None', 'nombre_de_relleno', undefined],
    ['a lone X', 'X', 'nombre_de_relleno', undefined],
  ] as const)('%s: %s', (_, texto, codigo, signo) => {
    const [duda] = dudasDeNombre(texto, 'nombres');
    expect(duda?.codigo).toBe(codigo);
    expect(duda?.partes?.['signo']).toBe(signo);
  });

  it('no Ñ where it always has one, which is suggested', () => {
    const lost = ['MUNOZ', 'MUOZ', 'Ibaez', 'Munnoz'].map((texto) => dudasDeNombre(texto, 'apellidoPaterno'));
    const forms = ['MUÑOZ', 'MUÑOZ', 'IBÁÑEZ', 'MUÑOZ'];
    expect(lost).toEqual(forms.map((forma) => [{ codigo: 'nombre_sin_enie', partes: { forma } }]));
  });

  it('the words of a missing second surname beside a first one', () => {
    const dudas = (apellidoPaterno: string) =>
      together({ nombres: 'Ana', apellidoPaterno, apellidoMaterno: 'Desconocido' });
    expect(dudas('Ruiz')).toEqual([{ codigo: 'nombre_ausente', dato: 'apellidoMaterno' }]);
    expect(dudas('')).toEqual([]);
  });

  it('a filler, with signs or without, and words of a newborn as a given name', () => {
    expect(['n/a', 'No  tiene', 'XXX', 'Recién nacido', 'Ana'].map((texto) => esRelleno(texto, true))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(esRelleno('Recién nacido', false)).toBe(false);
  });

  it('an abbreviation, whose usual form is suggested', () => {
    expect(dudasDeNombre('Mtz', 'apellidoMaterno')).toEqual([
      { codigo: 'nombre_abreviado', partes: { forma: 'MARTÍNEZ' } },
    ]);
  });
});

const isJoined = (texto: string, esDePila?: boolean): boolean => codes(texto, esDePila).includes('nombre_pegado');

it('a word that may be two is for review if the norm would pass over the first', () => {
  const names = ['MARIAGUADALUPE', 'MaríaElena', 'JOSELUIS', 'JoséAngel', 'Ma JoseCarlos', 'MariaLuz'];
  expect(names.filter((texto) => !isJoined(texto))).toEqual([]);
  const surnames = [
    'DE-LA-CRUZ',
    'Del-Río',
    'De La-Cruz',
    'De los-Santos',
    'DELACRUZ',
    'De LaCruz',
    'DeLaO',
    'Delossantos',
    'DELRÍO',
    'DeLeón',
    'DELEON',
    'DelaPeña',
    'MAC/GREGOR',
    'Van/Dyck',
    'VAN/DER/WOUDE',
    'DE LA/CRUZ',
  ];
  expect(surnames.filter((texto) => !isJoined(texto, false))).toEqual([]);
});

it('a long word that is one name has no doubt', () => {
  const names =
    'JOSEFINA;Marianela;MARIANGEL;MARIANITA;JOSELITO;Joselyn;JOSELINE;Josephine;MARIANA;Ana MariaJose;MARIAJOSE;Josemaría;Delia';
  expect(names.split(';').flatMap((texto) => codes(texto))).toEqual([]);
  const surnames =
    'Mac-Gregor;López-Portillo;Le;Van;Di;Mac;Y;Peña y Lillo;Lo;Latorre;DELA;Delgado;McGREGOR;McGregor;MacDonald;De la Cruz;Delfín;De Leonardo;MARIAGUADALUPE';
  expect(surnames.split(';').flatMap((texto) => codes(texto, false))).toEqual([]);
});

it.each(['María de los', 'Ponce de', 'Peña y', 'de', 'De La'])('%s lacks its last word', (texto) => {
  expect([...codes(texto), ...codes(texto, false)]).toEqual(['nombre_cortado', 'nombre_cortado']);
});

it('a surname has no doubt because of a title or the words for an unnamed child', () => {
  expect([...codes('DON LÓPEZ', false), ...codes('HIJO', false), ...codes('MENOR', false)]).toEqual([]);
});

it('BLANCO is a surname, and no given name', () => {
  expect(codes('Blanco', false)).toEqual([]);
  expect(codes('Blanco')).toEqual(['nombre_ausente']);
});

const seria = (texto: string, esDePila = false): readonly string[] | undefined =>
  dudasDeNombre(texto, esDePila ? 'nombres' : 'apellidoMaterno')[0]?.seria;

it.each([
  ['DELA CRUZ', 'DE LA CRUZ'],
  ['DE LACRUZ', 'DE LA CRUZ'],
  ['DELACRUZ', 'DE LA CRUZ'],
  ['DELOS SANTOS', 'DE LOS SANTOS'],
  ['DE LOSSANTOS', 'DE LOS SANTOS'],
  ['DLOS SANTOS', 'DE LOS SANTOS'],
  ['DE LO SANTOS', 'DE LOS SANTOS'],
  ["D'LA TORRE", 'DE LA TORRE'],
  ['DE LASCASAS', 'DE LAS CASAS'],
  ['DELRÍO', 'DEL RÍO'],
  ['DELEON', 'DE LEON'],
])('a particle grown together with its neighbour in a surname is written apart: %s', (texto, apart) => {
  expect(seria(texto)).toEqual([apart]);
});

it.each([
  ['MARIA DELCARMEN', 'MARIA DEL CARMEN'],
  ['MARIADEL CARMEN', 'MARIA DEL CARMEN'],
  ['MARÍADE JESÚS', 'MARIA DE JESÚS'],
  ['Rosa DelRosario', 'ROSA DEL ROSARIO'],
  ['MARÍA-LUISA', 'MARIA LUISA'],
  ['JOSELUIS', 'JOSE LUIS'],
])('a particle grown together with its neighbour in a given name is written apart: %s', (texto, apart) => {
  expect(seria(texto, true)).toEqual([apart]);
});

it.each([
  ['lBARRA', 'l', 'IBARRA'],
  ['XlMENA', 'l', 'XIMENA'],
  ['LOPEz', 'z', 'LOPEZ'],
  ['garcíA', 'A', 'garcía'],
])('a letter in the other case than all others of its word is doubtful: %s', (texto, signo, usual) => {
  expect(dudasDeNombre(texto, 'nombres')).toEqual([{ codigo: 'nombre_otra_caja', partes: { signo }, seria: [usual] }]);
});

it.each('CABO JOSÉ;OFICIAL SOFÍA;Finado Juan;Paciente;JOVEN ANA;Esposo;PADRE LUIS;Soldado Luis;POL. JUAN'.split(';'))(
  '%s has a word for people that is no given name',
  (texto) => {
    expect(codes(texto)).toEqual(['nombre_con_titulo']);
    expect(codes('Cabo', false)).toEqual([]);
  },
);

it('a company and two people in one name are doubtful', () => {
  expect(codes('COMERCIALIZADORA DEL NORTE')).toEqual(['nombre_de_empresa']);
  expect(codes('LOPEZ SA DE CV', false)).toEqual(['nombre_de_empresa']);
  const two = ['JUAN Y MARÍA', 'MARÍA Y JUAN', 'Juan e Inés', 'LUIS O JOSÉ LUIS'];
  expect(two.filter((texto) => codes(texto)[0] !== 'nombre_de_dos')).toEqual([]);
  expect(codes('García o Garza', false)).toEqual(['nombre_de_dos']);
  expect(codes('Ortega y Gasset', false)).toEqual([]);
  expect(['María de la O', 'María de la O Luz', 'Ma. de la O'].map((name) => codes(name))).toEqual([[], [], []]);
  expect(codes('María O')).toEqual(['nombre_con_punto']);
  expect([codes('Mara'), codes('Mara Luz')]).toEqual([[], ['nombre_abreviado']]);
  expect(codes('IGNORADO')).toEqual(['nombre_ausente']);
});

it('a letter apart from others always has a doubt', () => {
  expect(codes('J U A N')).toEqual(['nombre_con_punto']);
  expect(codes('L ó pez', false)).toEqual(['nombre_con_punto']);
  expect(codes('F E R N A N D O')).toEqual(['nombre_con_punto']);
  expect(codes('A N A')).toEqual(['nombre_con_punto']);
  expect(codes('DE LA O', false)).toEqual([]);
  expect(codes('Y', false)).toEqual([]);
  expect(codes('M Elena')).toEqual([]);
});

it('a surname that ends in the first word of one goes on elsewhere', () => {
  const cut = ['Mc', 'VON', 'San', 'Santa', 'López San', 'O', "O'", 'D´'];
  expect(cut.filter((texto) => codes(texto, false)[0] !== 'nombre_cortado')).toEqual([]);
  expect(['San Martín', 'Santa Cruz', 'Mac', 'Van', 'de la O'].flatMap((texto) => codes(texto, false))).toEqual([]);
  expect(codes('Santa')).toEqual([]);
});

it('a surname of the person behind MARÍA or JOSÉ is in the wrong place, unless it is a given name', () => {
  const dudas = (nombres: string, apellidoPaterno: string, apellidoMaterno = 'Ek') =>
    together({ nombres, apellidoPaterno, apellidoMaterno }).map((duda) => [duda.codigo, duda.seria]);
  expect(dudas('María Poot Ek', 'Poot')).toEqual([['apellidos_repetidos', ['MARÍA']]]);
  expect(dudas('Ma. de los Poot', 'Canul', 'Poot')).toEqual([['apellidos_repetidos', ['MA. DE LOS']]]);
  expect(dudas('María Guadalupe', 'Guadalupe')).toEqual([]);
  expect(dudas('María', 'María')).toEqual([]);
  expect(dudas('María  Poot', 'Poot')).toEqual([['apellidos_repetidos', ['MARÍA']]]);
  expect(together({ nombres: 'María Poot', apellidoPaterno: 'Poot' })).toMatchObject([{ dato: 'nombres' }]);
  expect(dudas('José María', 'María', '')).toEqual([]);
  expect(dudas('Poot Ana', 'Poot Canul')).toEqual([]);
  expect(dudas('Poot Canul Ana', 'Canul', 'Poot')).toEqual([['apellidos_repetidos', ['ANA']]]);
  expect(dudas('Juan Poot', 'Poot')).toEqual([]);
  expect(dudas('María Luisa Poot', 'Poot')).toEqual([]);
});

it('an initial is no given name and no surname', () => {
  for (const inicial of ['A', 'O', 'M.', 'J.'])
    expect([inicial, codes(inicial)]).toEqual([inicial, ['nombre_con_punto']]);
  for (const inicial of ['A', 'L', 'M.', 'J.', 'M. López'])
    expect([inicial, codes(inicial, false)]).toEqual([inicial, ['nombre_con_punto']]);
});

it('letters that programs write for an Ñ are doubted in any file', () => {
  expect(codes('Munnoz', false)).toEqual(['nombre_sin_enie']);
  expect(codes('Anyorve', false)).toEqual(['nombre_sin_enie']);
  expect(codes('Núnnez', false)).toEqual(['nombre_sin_enie']);
  expect(['Núñez', 'Tun', 'Castán', 'Ma'].flatMap((texto) => codes(texto, false))).toEqual([]);
});

it.each(['Don Juan', 'Sor Juana', 'Fray Luis'])('%s is doubtful for its title', (texto) => {
  expect(codes(texto)).toEqual(['nombre_con_titulo']);
});

it('a title that is the whole name is plain', () => {
  expect(codes('DON')).toEqual([]);
});

it('every name that always has an Ñ is doubtful without it', () => {
  for (const palabra of SIN_ENIE.keys()) expect(codes(palabra, false)).toEqual(['nombre_sin_enie']);
});

it('a word of the lists is found with its accent too', () => {
  const given = ['BEBÉ', 'Recién', 'Óbito', 'Capitán Juan', 'POLICÍA ANA', 'Tío Luis', 'ÍDEM', 'Único', 'Vacío'];
  expect(given.filter((texto) => codes(texto).length === 0)).toEqual([]);
  expect(codes('Ídem', false)).toEqual(['nombre_ausente']);
  expect(together({ nombres: 'Ana', apellidoPaterno: 'Ruiz', apellidoMaterno: 'SÓLO' })).toEqual([
    { codigo: 'nombre_ausente', dato: 'apellidoMaterno' },
  ]);
});

it('a word without a vowel is an abbreviation, except a particle', () => {
  for (const texto of ['SN JUAN', 'Dl Río', 'Sz', 'ST', 'NP'])
    expect([texto, codes(texto, false)]).toEqual([texto, ['nombre_con_punto']]);
  expect(codes('SR LÓPEZ', false)).toEqual(['nombre_con_titulo']);
  expect(codes('Jn')).toEqual(['nombre_con_punto']);
  expect(['MC GREGOR', 'Lynn', 'ICH', 'Ng', 'Smrz', 'Pérez Jr'].flatMap((texto) => codes(texto, false))).toEqual([]);
});

it('any character outside the plain repertoire makes a plain name doubtful', () => {
  const plain = /^[A-Za-zÁÉÍÓÚÜÑáéíóúüñªº '’‘´`ʼ.-]$/u;
  const outside = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    .filter((c) => !plain.test(c.normalize()) && !/\p{Cc}/u.test(c));
  fc.assert(
    fc.property(fc.constantFrom('GUADALUPE', 'María José', 'Núñez'), fc.nat(), outside, (name, at, character) => {
      const letters = Array.from(name);
      letters[at % letters.length] = character;
      const texto = letters.join('');
      if (texto.trim().normalize() !== texto.normalize()) return; // Blanks around a name are not part of it.
      expect(dudasDeNombre(texto, 'apellidoMaterno')).not.toEqual([]);
    }),
    { numRuns: 5000 },
  );
});

describe('the names of a person together', () => {
  it.each([
    [
      'given names that begin with the surname',
      { nombres: 'Lopez Ana', apellidoPaterno: 'LÓPEZ' },
      { codigo: 'apellidos_repetidos', dato: 'nombres', seria: ['ANA'] },
    ],
    [
      'given names that begin with the second surname',
      { nombres: 'Díaz Ana', apellidoPaterno: 'LÓPEZ', apellidoMaterno: 'DÍAZ' },
      { codigo: 'apellidos_repetidos', dato: 'nombres', seria: ['ANA'] },
    ],
    [
      'a lone surname of two words',
      { nombres: 'Ana', apellidoPaterno: 'GARCÍA RUIZ', apellidoMaterno: '' },
      { codigo: 'apellidos_juntos', dato: 'apellidoPaterno', seria: ['GARCÍA', 'RUIZ'] },
    ],
    [
      'a lone second surname of two words behind a particle',
      { nombres: 'Ana', apellidoMaterno: 'de la Cruz Ruiz' },
      { codigo: 'apellidos_juntos', dato: 'apellidoMaterno', seria: ['DE LA CRUZ', 'RUIZ'] },
    ],
    [
      'both surnames in both columns',
      { nombres: 'Ana', apellidoPaterno: 'García Ruiz', apellidoMaterno: 'GARCIA RUIZ' },
      { codigo: 'apellidos_juntos', dato: 'apellidoPaterno', seria: ['GARCÍA', 'RUIZ'] },
    ],
    [
      'both surnames in the first column, and the second one again in its own',
      { nombres: 'Ana', apellidoPaterno: 'de la Cruz Ruíz', apellidoMaterno: 'Ruiz' },
      { codigo: 'apellidos_juntos', dato: 'apellidoPaterno', seria: ['DE LA CRUZ', 'RUÍZ'] },
    ],
    [
      'both surnames in the second column',
      { nombres: 'Ana', apellidoPaterno: 'García', apellidoMaterno: 'García Ruiz' },
      { codigo: 'apellidos_juntos', dato: 'apellidoMaterno', seria: ['GARCÍA', 'RUIZ'] },
    ],
    [
      'a compound surname torn in two',
      { nombres: 'Ana', apellidoPaterno: 'Montes', apellidoMaterno: 'de Oca' },
      { codigo: 'nombre_cortado', dato: 'apellidoPaterno', seria: ['MONTES DE OCA'] },
    ],
    [
      'given names that begin with both',
      { nombres: 'LÓPEZ DÍAZ ANA', apellidoPaterno: 'López', apellidoMaterno: 'Díaz' },
      { codigo: 'apellidos_repetidos', dato: 'nombres', seria: ['ANA'] },
    ],
    [
      'three words without surnames',
      { nombres: 'Ana Zuz Uuk', apellidoPaterno: '', apellidoMaterno: null },
      { codigo: 'apellidos_en_nombres', dato: 'nombres' },
    ],
    [
      'a married name',
      { nombres: 'Ana', apellidoPaterno: 'Ruiz', apellidoMaterno: 'de López', sexo: 'M' },
      { codigo: 'apellido_de_casada', dato: 'apellidoMaterno' },
    ],
    [
      'a married name behind her own',
      { nombres: 'Ana', apellidoPaterno: 'Ruiz de Soto', sexo: 'M' },
      { codigo: 'apellido_de_casada', dato: 'apellidoPaterno' },
    ],
  ] as const)('are for review: %s', (_, names, duda) => {
    expect(together(names)).toEqual([duda]);
  });

  it.each([
    ['a man', { nombres: 'Juan', apellidoPaterno: 'Ruiz', apellidoMaterno: 'de López', sexo: 'H' }],
    [
      'a surname with a particle',
      { nombres: 'Ana', apellidoPaterno: 'Ruiz', apellidoMaterno: 'de la Cruz', sexo: 'M' },
    ],
    ['a man with one surname of two', { nombres: 'Juan', apellidoPaterno: 'Ruiz de Soto', sexo: 'H' }],
    [
      'a woman with two surnames, the first of two',
      { nombres: 'Ana', apellidoPaterno: 'Ruiz de Soto', apellidoMaterno: 'Gil', sexo: 'M' },
    ],
    ['one surname', { nombres: 'Ana', apellidoPaterno: 'de la Cruz', sexo: 'M' }],
    ['two words without surnames', { nombres: 'Ana Luz' }],
    ['the name of the surname alone', { nombres: 'Cruz', apellidoPaterno: 'Cruz', apellidoMaterno: 'Cruz' }],
    ['a lone compound surname', { nombres: 'Ana', apellidoPaterno: 'Montes de Oca', sexo: 'M' }],
    [
      'a second surname that only ends other compound ones',
      { nombres: 'Ana', apellidoPaterno: 'Pérez', apellidoMaterno: 'de León' },
    ],
    ['a compound surname by its first word', { nombres: 'Ana', apellidoPaterno: 'Niño de Rivera', sexo: 'M' }],
    [
      'a second compound surname',
      { nombres: 'Ana', apellidoPaterno: 'Gil', apellidoMaterno: 'NIÑO DE RIVERA', sexo: 'M' },
    ],
    ['the same surname twice', { nombres: 'Ana', apellidoPaterno: 'Pérez', apellidoMaterno: 'Pérez' }],
    [
      'a compound surname twice',
      { nombres: 'Ana', apellidoPaterno: 'Ponce de León', apellidoMaterno: 'Ponce de León' },
    ],
    ['surnames with the same particles', { nombres: 'Ana', apellidoPaterno: 'de la O', apellidoMaterno: 'de la Cruz' }],
    [
      'surnames that share a word beside others',
      { nombres: 'Ana', apellidoPaterno: 'Soto Ruiz', apellidoMaterno: 'Ruiz Esparza' },
    ],
    [
      'a surname of only a particle, with which the given names begin',
      { nombres: 'Der Ana', apellidoPaterno: 'Gil', apellidoMaterno: 'Der' },
    ],
    ['a lone surname of a saint', { nombres: 'Ana', apellidoPaterno: 'San Román' }],
  ] as const)('have no doubt: %s', (_, names) => {
    expect(together(names)).toEqual([]);
  });
});

it('a date that systems write for none, or an impossible age, is for review', () => {
  const year = new Date().getUTCFullYear();
  for (const fecha of ['1753-01-01', '1800-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '1900-01-02'])
    expect(dudasDeFecha(fecha)).toEqual(['fecha_de_sistema']);
  expect(dudasDeFecha(`${year - 111}-05-17`)).toEqual(['edad_inusual']);
  expect(dudasDeFecha(`${year - 110}-05-17`)).toEqual([]);
});

it('the year of an impossible age follows the clock, and never falls behind that of the code', () => {
  vi.useFakeTimers();
  const unusual = (now: string): boolean[] => {
    vi.setSystemTime(now);
    return [1915, 1916, 1920, 1921, 1922].map((anio) => dudasDeFecha(`${anio}-05-17`).includes('edad_inusual'));
  };
  expect(unusual('2031-12-31T23:59:59.999Z')).toEqual([true, true, true, false, false]);
  expect(unusual('2032-01-01T00:00:00Z')).toEqual([true, true, true, true, false]);
  expect(unusual('2031-01-01T00:00:00Z')).toEqual([true, true, true, false, false]);
  expect(unusual('2030-12-31T23:59:59.999Z')).toEqual([true, true, false, false, false]);
  expect(unusual('1990-01-01')).toEqual([true, false, false, false, false]);
});

it('one text may be two surnames', () => {
  expect([dosApellidos('', true), dosApellidos('DE LA CRUZ', true)]).toEqual([null, null]);
  expect(dosApellidos('Ruiz de Soto', true)).toEqual(['Ruiz', 'de Soto']);
  expect(dosApellidos('Ruiz de Soto', false)).toBeNull();
  expect(dosApellidos('LÓPEZ YÁÑEZ', false)).toEqual(['LÓPEZ', 'YÁÑEZ']);
});

describe('words that grew together are written apart', () => {
  it.each([
    ['DE LO REYES', 2, false, 'DE LOS REYES'],
    ['DE LO', 1, false, null],
    ['LO REYES', 1, false, null],
    ['RUIZ LO REYES', 0, false, null],
    ['RUIZ SOTO REYES', 0, false, null],
    ['DE-LA-CRUZ', 0, false, 'DE LA CRUZ'],
    ['MAC/GREGOR', 0, false, 'MAC GREGOR'],
    ['RUIZ DE-LA-CRUZ', 0, false, null],
    ['DELOS REYES', 1, false, 'DE LOS REYES'],
    ['MARIADEL CARMEN', 0, true, 'MARIA DEL CARMEN'],
    ['MARÍA DELCARMEN', 1, true, 'MARÍA DEL CARMEN'],
    ['DELCARMEN MARÍA', 0, true, null],
    ['RUIZ DELCARMEN', 0, false, null],
    ['DE LACRUZ', 1, false, 'DE LA CRUZ'],
    ['MARÍA-LUISA-INÉS', 0, true, 'MARIA LUISA-INÉS'],
    ['JOSELUIS', 0, true, 'JOSE LUIS'],
    ['JOSELUIS ANA-INÉS', 0, true, 'JOSE LUIS ANA-INÉS'],
  ] as const)('%s', (name, cuenta, esDePila, apart) => {
    expect(separar(name.split(' '), cuenta, esDePila)).toBe(apart);
  });
});

describe('given name and surname', () => {
  const cambio = (nombres: string, apellidoPaterno: string, apellidoMaterno: string) =>
    together({ nombres, apellidoPaterno, apellidoMaterno }).filter(({ codigo }) => codigo === 'apellidos_cambiados');
  const namesOf = (...names: readonly [string, string, string]) => cambio(...names).map((duda) => duda.seria);

  it('are told with what they would be, without the blanks around them', () => {
    expect(cambio(' Juan  Pérez ', 'Ruiz', ' ')).toEqual([
      { codigo: 'apellidos_cambiados', dato: 'nombres', seria: ['Juan', 'Pérez'] },
    ]);
    expect(namesOf('María José Pérez', 'Ruiz', '')).toEqual([['María José', 'Pérez']]);
    expect(namesOf(' García ', ' José Antonio ', 'Ruiz')).toEqual([['José Antonio', 'García']]);
  });

  it.each([
    ['García', 'José Antonio', 'Ruiz', 'José Antonio'],
    ['DE LA TORRE', 'LUIS', 'SOTO', 'LUIS'],
    ['IBARRA', 'SOLÍS', 'HÉCTOR', 'HÉCTOR'],
    ['Hernández', 'María', '', 'María'],
    ['Xoconostle', 'Alejandra', 'Ruiz', 'Alejandra'],
    ['Vera', 'Juan Carlos', 'Ruiz', 'Juan Carlos'],
    ['Garci\u0301a', 'José', 'Ruiz', 'José'],
  ] as const)('are exchanged: %s, %s, %s', (nombres, paterno, materno, dePila) => {
    expect(namesOf(nombres, paterno, materno)).toEqual([[dePila, nombres]]);
  });

  it.each([
    ['Juan Pérez', 'Ruiz', '', ['Juan', 'Pérez']],
    ['María Hernández', 'Pérez', 'Ruiz', ['María', 'Hernández']],
    ['JOSE LOPEZ GARCIA', 'PEREZ', 'RUIZ', ['JOSE', 'LOPEZ GARCIA']],
  ] as const)('are in one cell: %s, %s, %s', (nombres, paterno, materno, apart) => {
    expect(namesOf(nombres, paterno, materno)).toEqual([apart]);
  });

  it.each([
    ['Juan Pérez', 'Ruiz', 'Soto'],
    ['María del Valle', 'Ruiz', ''],
    ['Elvira', 'Antonio', 'Francisco'],
    ['José', 'Alejandro', 'Ruiz'],
    ['Nayara', 'Santiago', 'Cruz'],
    ['Guzmán', 'Ruiz', 'Soto'],
    ['', '', ''],
    ['de la', 'Ruiz', 'Soto'],
  ] as const)('are in their places: %s, %s, %s', (nombres, paterno, materno) => {
    expect(cambio(nombres, paterno, materno)).toEqual([]);
  });
});

it('explicar reports the doubts in both languages', () => {
  const persona = personWith({ apellidoPaterno: 'Hdez.', fechaNacimiento: '1900-01-01' });
  const [es, ingles] = [explicar(persona), explicar(persona, { idioma: en })].map((explicacion) =>
    explicacion.ok ? explicacion.avisos.map(({ codigo, mensaje }) => [codigo, mensaje]) : [],
  );
  expect(es).toEqual([
    ['nombre_abreviado', expect.stringContaining('HERNÁNDEZ')],
    ['fecha_de_sistema', expect.stringContaining('revise el acta')],
  ]);
  expect(ingles?.[0]?.[1]).toContain('HERNÁNDEZ');
});

it("explicar finds names in each other's place if it has the lexicon", () => {
  const persona = personWith({ nombres: 'García', apellidoPaterno: 'José Antonio', apellidoMaterno: 'Ruiz' });
  const codesWith = (opciones?: Parameters<typeof explicar>[1]): readonly string[] => {
    const explained = explicar(persona, opciones);
    return explained.ok ? explained.avisos.map(({ codigo }) => codigo) : [];
  };
  expect([codesWith(), codesWith({ lexico: LEXICO })]).toEqual([[], ['apellidos_cambiados']]);
});

it('two surnames share a word if it is compared alike, whatever its case, its accents and its form', () => {
  const compared = (word: string): string => leerNombre(word, 'apellidoMaterno').palabras.join(' ');
  const spelled = [
    'Marín',
    'MARIN',
    'MªRÍN',
    'Mari\u0301n',
    'Mar\u200bín',
    'Martín',
    'Peña',
    'Pena',
    'pen\u0303a',
    'Ｐeña',
  ];
  for (const one of spelled) {
    for (const other of spelled) {
      const doubts = together({ nombres: 'Luz', apellidoPaterno: `Soto ${one}`, apellidoMaterno: other });
      expect([one, other, doubts.length > 0]).toEqual([one, other, compared(one) === compared(other)]);
    }
  }
  expect(new Set(spelled.map(compared))).toEqual(new Set(['MARIN', 'MARTIN', 'PEÑA', 'PENA']));
});
