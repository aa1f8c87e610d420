/** Tests of the explanation: 18 entries, each with its datum, its rule and a sentence. */
import { describe, expect, it } from 'vitest';
import { type Caracter, type Idioma, type Persona, explicar } from '../src/index.js';
import { en } from '../src/textos/en.js';
import { RENATA, personWith } from './people.js';

function entriesOf(persona: Persona, idioma?: Idioma): readonly Caracter[] {
  const resultado = explicar(persona, { idioma });
  if (!resultado.ok) throw new Error('no key was calculated');
  return resultado.explicacion;
}

describe('a whole explanation', () => {
  it('explains the 18 characters in Spanish', () => {
    expect(
      entriesOf(
        personWith({ nombres: 'María de los Ángeles', apellidoPaterno: 'de la Cruz', apellidoMaterno: "O'Hara" }),
      ).map((c) => `${c.posicion} ${c.caracter} ${c.dato} [${c.regla}] ${c.texto}`),
    ).toEqual([
      '1 C apellidoPaterno [R 1.7] DE LA se omite; la inicial de CRUZ',
      '2 U apellidoPaterno [R 1.7] DE LA se omite; la primera vocal interna de CRUZ',
      "3 O apellidoMaterno [IN 3] la inicial de O'HARA",
      '4 A nombres [R 1.3] MARÍA DE LOS se omite; la inicial de ÁNGELES',
      '5 9 fechaNacimiento [IN 5-10] el año de nacimiento, 1990',
      '6 0 fechaNacimiento [IN 5-10] el año de nacimiento, 1990',
      '7 0 fechaNacimiento [IN 5-10] el mes de nacimiento, 05',
      '8 5 fechaNacimiento [IN 5-10] el mes de nacimiento, 05',
      '9 1 fechaNacimiento [IN 5-10] el día de nacimiento, 17',
      '10 7 fechaNacimiento [IN 5-10] el día de nacimiento, 17',
      '11 M sexo [IN 11] sexo: mujer',
      '12 D entidad [IN 12-13] la entidad de nacimiento, CIUDAD DE MÉXICO',
      '13 F entidad [IN 12-13] la entidad de nacimiento, CIUDAD DE MÉXICO',
      '14 R apellidoPaterno [R 1.7] DE LA se omite; la primera consonante interna de CRUZ',
      "15 X apellidoMaterno [R 1.18] la primera consonante interna de O'HARA es ' y da X",
      '16 N nombres [R 1.16] MARÍA DE LOS se omite; la primera consonante interna de ÁNGELES',
      '17 0 diferenciador [IN 17] lo asigna el registro; 0 es el primero para quien nació hasta 1999',
      '18 1 digitoVerificador [IN 18] el dígito verificador de los otros 17',
    ]);
  });

  it('explains the 18 characters in English', () => {
    expect(
      entriesOf(personWith({ apellidoPaterno: 'del Peñón', fechaNacimiento: '2000-01-01', sexo: 'H' }), en).map(
        (c) => c.texto,
      ),
    ).toEqual([
      'DEL is passed over; the initial of PEÑÓN',
      'DEL is passed over; the first internal vowel of PEÑÓN',
      'the initial of TINAJERO',
      'the initial of RENATA',
      'the year of birth, 2000',
      'the year of birth, 2000',
      'the month of birth, 01',
      'the month of birth, 01',
      'the day of birth, 01',
      'the day of birth, 01',
      'sex: male',
      'the entity of birth, CIUDAD DE MÉXICO',
      'the entity of birth, CIUDAD DE MÉXICO',
      'DEL is passed over; the first internal consonant of PEÑÓN is Ñ, which gives X',
      'the first internal consonant of TINAJERO',
      'the first internal consonant of RENATA',
      'assigned by the registry; A is the first for births from 2000 on',
      'the check digit of the other 17',
    ]);
  });

  it('is in Spanish if the language is no table of texts', () => {
    expect(entriesOf(RENATA, 'fr' as never)).toEqual(entriesOf(RENATA));
    expect(entriesOf(RENATA, null as never)).toEqual(entriesOf(RENATA));
  });

  it('splits the key into its parts', () => {
    expect(explicar(RENATA)).toMatchObject({
      ok: true,
      curp: 'OETR900517MDFLNN05',
      raiz: 'OETR900517MDFLNN',
      diferenciador: '0',
      digitoVerificador: '5',
      avisos: [],
    });
  });

  it('reports the problems of data without a key', () => {
    expect(explicar(personWith({ nombres: '' }), { idioma: en })).toMatchObject({
      ok: false,
      hallazgos: [{ codigo: 'ausente', mensaje: 'nombres is missing.' }],
    });
  });
});

type Row = [
  datos: Partial<Record<keyof Persona, unknown>>,
  posicion: number,
  caracter: string,
  regla: string,
  texto: string,
  english: string,
];

describe('the rule of a letter', () => {
  it.each<Row>([
    [
      { nombres: 'Ñique' },
      4,
      'X',
      'R 1.1',
      'la inicial de ÑIQUE es Ñ y da X',
      'the initial of ÑIQUE is Ñ, which gives X',
    ],
    [{ nombres: 'Abril Renata' }, 4, 'A', 'R 1.2', 'la inicial de ABRIL', 'the initial of ABRIL'],
    [
      { nombres: 'Abril Renata' },
      16,
      'B',
      'R 1.15',
      'la primera consonante interna de ABRIL',
      'the first internal consonant of ABRIL',
    ],
    [
      { nombres: 'Ma. Renata' },
      4,
      'R',
      'R 1.3',
      'MA. se omite; la inicial de RENATA',
      'MA. is passed over; the initial of RENATA',
    ],
    [
      { nombres: 'José Renato' },
      16,
      'N',
      'R 1.16',
      'JOSÉ se omite; la primera consonante interna de RENATO',
      'JOSÉ is passed over; the first internal consonant of RENATO',
    ],
    [
      { nombres: 'Van Rob' },
      4,
      'R',
      'R 1.7',
      'VAN se omite; la inicial de ROB',
      'VAN is passed over; the initial of ROB',
    ],
    [
      { nombres: 'van rob' },
      16,
      'B',
      'R 1.7',
      'VAN se omite; la primera consonante interna de ROB',
      'VAN is passed over; the first internal consonant of ROB',
    ],
    [
      { apellidoPaterno: 'D/Amico' },
      2,
      'X',
      'R 1.4',
      'la primera vocal interna de D/AMICO es / y da X',
      'the first internal vowel of D/AMICO is /, which gives X',
    ],
    [
      { apellidoPaterno: '’Orsay' },
      1,
      'X',
      'R 1.4',
      'la inicial de ’ORSAY es ’ y da X',
      'the initial of ’ORSAY is ’, which gives X',
    ],
    [
      { apellidoPaterno: 'bäcker' },
      2,
      'X',
      'R 1.4',
      'la primera vocal interna de BÄCKER es Ä y da X',
      'the first internal vowel of BÄCKER is Ä, which gives X',
    ],
    [{ apellidoPaterno: 'Riva Palacio' }, 1, 'R', 'R 1.5', 'la inicial de RIVA', 'the initial of RIVA'],
    [
      { apellidoPaterno: 'Riva Palacio' },
      2,
      'I',
      'R 1.5',
      'la primera vocal interna de RIVA',
      'the first internal vowel of RIVA',
    ],
    [{ apellidoMaterno: 'Riva Palacio' }, 3, 'R', 'R 1.5', 'la inicial de RIVA', 'the initial of RIVA'],
    [
      { apellidoPaterno: 'Riva Palacio' },
      14,
      'V',
      'IN 14',
      'la primera consonante interna de RIVA',
      'the first internal consonant of RIVA',
    ],
    [
      { apellidoMaterno: 'Riva Palacio' },
      15,
      'V',
      'IN 15',
      'la primera consonante interna de RIVA',
      'the first internal consonant of RIVA',
    ],
    [
      { apellidoPaterno: 'Argüello' },
      2,
      'U',
      'R 1.6',
      'la primera vocal interna de ARGÜELLO es Ü y cuenta como U',
      'the first internal vowel of ARGÜELLO is Ü, which counts as U',
    ],
    [
      { apellidoPaterno: 'de las Lomas' },
      1,
      'L',
      'R 1.7',
      'DE LAS se omite; la inicial de LOMAS',
      'DE LAS is passed over; the initial of LOMAS',
    ],
    [{ apellidoPaterno: 'Ma Lomas' }, 1, 'M', 'R 1.5', 'la inicial de MA', 'the initial of MA'],
    [
      { apellidoPaterno: 'de Ma' },
      1,
      'M',
      'R 1.7',
      'DE se omite; la inicial de MA',
      'DE is passed over; the initial of MA',
    ],
    [
      { apellidoPaterno: 'De la' },
      1,
      'L',
      'D 6',
      'DE se omite; LA, última palabra, no se omite; la inicial de LA',
      'DE is passed over; LA, the last word, stays; the initial of LA',
    ],
    [
      { apellidoPaterno: 'le' },
      1,
      'L',
      'D 6',
      'LE, última palabra, no se omite; la inicial de LE',
      'LE, the last word, stays; the initial of LE',
    ],
    [
      { apellidoPaterno: 'Pérez', apellidoMaterno: 'Duarte', nombres: 'Olga' },
      2,
      'X',
      'R 1.8',
      'PEDO es una palabra inconveniente: la segunda letra da X',
      'PEDO is an inconvenient word: the second letter gives X',
    ],
    [
      { apellidoPaterno: 'Ich' },
      2,
      'X',
      'R 1.9',
      'la primera vocal interna de ICH: no la hay, va X',
      'the first internal vowel of ICH: there is none, hence X',
    ],
    [{ apellidoMaterno: '' }, 3, 'X', 'R 1.10', 'no hay segundo apellido: X', 'there is no second surname: X'],
    [{ apellidoPaterno: '', apellidoMaterno: '' }, 1, 'X', 'R 1.11', 'no hay apellidos: X', 'there is no surname: X'],
    [
      { apellidoPaterno: 'Desconocido', apellidoMaterno: '' },
      2,
      'X',
      'R 1.11',
      'no hay apellidos: X',
      'there is no surname: X',
    ],
    [{ apellidoPaterno: '', apellidoMaterno: null }, 3, 'X', 'R 1.11', 'no hay apellidos: X', 'there is no surname: X'],
    [
      { apellidoPaterno: 'Oñate' },
      14,
      'X',
      'R 1.12',
      'la primera consonante interna de OÑATE es Ñ y da X',
      'the first internal consonant of OÑATE is Ñ, which gives X',
    ],
    [
      { apellidoPaterno: 'Po' },
      14,
      'X',
      'R 1.13',
      'la primera consonante interna de PO: no la hay, va X',
      'the first internal consonant of PO: there is none, hence X',
    ],
    [{ apellidoMaterno: undefined }, 15, 'X', 'R 1.14', 'no hay segundo apellido: X', 'there is no second surname: X'],
    [{ apellidoPaterno: '', apellidoMaterno: '' }, 14, 'X', 'R 1.17', 'no hay apellidos: X', 'there is no surname: X'],
    [{ apellidoPaterno: '', apellidoMaterno: '' }, 15, 'X', 'R 1.17', 'no hay apellidos: X', 'there is no surname: X'],
    [
      { apellidoPaterno: 'N.' },
      14,
      'X',
      'R 1.18',
      'la primera consonante interna de N. es . y da X',
      'the first internal consonant of N. is ., which gives X',
    ],
    [
      { apellidoPaterno: 'R2D2' },
      14,
      'X',
      'D 5',
      'la primera consonante interna de R2D2 es 2 y da X',
      'the first internal consonant of R2D2 is 2, which gives X',
    ],
    [
      { apellidoPaterno: 'L–una' },
      2,
      'X',
      'R 1.4',
      'la primera vocal interna de L–UNA es – y da X',
      'the first internal vowel of L–UNA is –, which gives X',
    ],
    [
      { apellidoPaterno: 'L€una' },
      14,
      'X',
      'D 5',
      'la primera consonante interna de L€UNA es € y da X',
      'the first internal consonant of L€UNA is €, which gives X',
    ],
    [{ apellidoPaterno: 'Läs Lomas' }, 1, 'L', 'R 1.5', 'la inicial de LÄS', 'the initial of LÄS'],
    [
      { apellidoPaterno: 'Çelik' },
      1,
      'C',
      'D 3',
      'la inicial de ÇELIK es Ç y cuenta como C',
      'the initial of ÇELIK is Ç, which counts as C',
    ],
    [
      { apellidoPaterno: 'Þórr' },
      1,
      'X',
      'D 3',
      'la inicial de ÞÓRR es Þ y da X',
      'the initial of ÞÓRR is Þ, which gives X',
    ],
    [
      { apellidoPaterno: 'ßa' },
      14,
      'X',
      'R 1.13',
      'la primera consonante interna de ßA: no la hay, va X',
      'the first internal consonant of ßA: there is none, hence X',
    ],
    [{ apellidoPaterno: 'Óscar' }, 1, 'O', 'IN 1', 'la inicial de ÓSCAR', 'the initial of ÓSCAR'],
    [{ sexo: 'X' }, 11, 'X', 'GIIS', 'sexo: no binario', 'sex: non-binary'],
    [{ sexo: 'H' }, 11, 'H', 'IN 11', 'sexo: hombre', 'sex: male'],
    [{ sexo: 'M' }, 11, 'M', 'IN 11', 'sexo: mujer', 'sex: female'],
    [
      { entidad: 'NE' },
      12,
      'N',
      'IN 12-13',
      'la entidad de nacimiento, NACIDO EN EL EXTRANJERO',
      'the entity of birth, NACIDO EN EL EXTRANJERO',
    ],
  ])('%j, position %i → %s by %s', (datos, posicion, caracter, regla, texto, english) => {
    const persona = personWith(datos);
    expect(entriesOf(persona)[posicion - 1]).toMatchObject({ posicion, caracter, regla, texto });
    expect(entriesOf(persona, en)[posicion - 1]).toMatchObject({ posicion, caracter, regla, texto: english });
  });

  it('explains the differentiator by the century', () => {
    expect(entriesOf(RENATA, en)[16]?.texto).toBe('assigned by the registry; 0 is the first for births up to 1999');
    expect(entriesOf(personWith({ fechaNacimiento: '2000-01-01' }))[16]?.texto).toBe(
      'lo asigna el registro; A es el primero para quien nació desde 2000',
    );
  });
});

describe('rare characters', () => {
  it.each([
    ['Иван Ana', 4, 'X', 'D 3', 'la inicial de ИВАН es И y da X'],
    ['Åse', 4, 'A', 'D 3', 'la inicial de ÅSE es Å y cuenta como A'],
    ['Əli', 4, 'X', 'D 3', 'la inicial de ƏLI es Ə y da X'],
    ['★Ana', 4, 'X', 'D 5', 'la inicial de ★ANA es ★ y da X'],
    ['A😀na', 16, 'X', 'D 5', 'la primera consonante interna de A😀NA es 😀 y da X'],
    ['șarl', 4, 'S', 'IN 4', 'la inicial de ȘARL'],
    ['jo\u0301se\u0301 mateo', 4, 'M', 'R 1.3', 'JÓSÉ se omite; la inicial de MATEO'],
  ])('%s is quoted as it was written', (nombres, posicion, caracter, regla, texto) => {
    expect(entriesOf(personWith({ nombres }))[posicion - 1]).toMatchObject({ caracter, regla, texto });
  });
});

describe('notices', () => {
  it('a calculated key that equals a generic one gets the notice clave_generica', () => {
    const generica = {
      nombres: 'Xia',
      apellidoPaterno: 'Xeo',
      apellidoMaterno: '',
      fechaNacimiento: '2001-01-01',
      sexo: 'H',
      entidad: 'NE',
    };
    expect(explicar(personWith(generica))).toMatchObject({
      curp: 'XEXX010101HNEXXXA4',
      avisos: [{ codigo: 'clave_generica', dato: 'curp', regla: 'D 15' }],
    });
  });

  it('a lone second surname gets the notice apellido_recorrido, and its positions name apellidoMaterno', () => {
    const resultado = explicar(personWith({ apellidoPaterno: '', apellidoMaterno: 'de Tovar' }));
    expect(resultado).toMatchObject({
      avisos: [
        {
          codigo: 'apellido_recorrido',
          severidad: 'aviso',
          dato: 'apellidoMaterno',
          posiciones: [1, 2, 14],
          regla: 'I06 3',
        },
      ],
    });
    const datos = resultado.ok ? resultado.explicacion.map(({ dato, regla }) => `${dato} ${regla}`) : [];
    expect([1, 2, 3, 14, 15].map((posicion) => datos[posicion - 1])).toEqual([
      'apellidoMaterno R 1.7',
      'apellidoMaterno R 1.7',
      'apellidoPaterno R 1.10',
      'apellidoMaterno R 1.7',
      'apellidoPaterno R 1.14',
    ]);
  });

  it.each([
    ['', ''],
    ['', 'Desconocido'],
    ['Desconocido', null],
  ])('surnames %j and %j get the notice sin_apellidos', (apellidoPaterno, apellidoMaterno) => {
    expect(explicar(personWith({ apellidoPaterno, apellidoMaterno }))).toMatchObject({
      avisos: [
        {
          codigo: 'sin_apellidos',
          severidad: 'aviso',
          dato: 'apellidoPaterno',
          posiciones: [1, 2, 3, 14, 15],
          regla: 'R 1.11',
        },
      ],
    });
  });

  const noticesOf = (datos: Partial<Record<keyof Persona, unknown>>): string[] => {
    const resultado = explicar(personWith(datos));
    return resultado.ok ? resultado.avisos.map(({ codigo, dato }) => `${dato}: ${codigo}`) : ['no key'];
  };

  it.each([
    ['nombres', 'R3nata'],
    ['apellidoPaterno', 'Olvera 2'],
    ['apellidoMaterno', '1Tinajero'],
  ])('digits in %s get the notice nombre_con_cifras', (dato, texto) => {
    expect(noticesOf({ [dato]: texto })).toEqual([`${dato}: nombre_con_cifras`]);
  });

  it.each([
    'X',
    'xxx',
    'N',
    'NN',
    'N/N',
    'n. n.',
    'S/N',
    'N/A',
    'N.D.',
    'Sin nombre',
    'SIN DATO',
    'sin datos',
    'Sin apellido',
    'Sin apellidos',
    'No tiene',
    'No aplica',
    'No identificado',
    'No identificada',
    'NO  ESPECIFICADO',
    '(sin información)',
    'Se desconoce',
    'Ninguno',
    'S. D.',
  ])('%s as a name is a placeholder', (texto) => {
    expect(noticesOf({ nombres: texto })).toEqual(['nombres: nombre_de_relleno']);
    expect(noticesOf({ apellidoPaterno: texto })).toEqual(['apellidoPaterno: nombre_de_relleno']);
    expect(noticesOf({ apellidoMaterno: texto })).toEqual(['apellidoMaterno: nombre_de_relleno']);
  });

  it('DESCONOCIDO is a placeholder as a given name only, because it is a surname of the norm', () => {
    expect(noticesOf({ nombres: 'Desconocido' })).toEqual(['nombres: nombre_de_relleno']);
    expect(noticesOf({ nombres: 'DESCONOCIDA' })).toEqual(['nombres: nombre_de_relleno']);
    expect(noticesOf({ nombres: 'Recién nacida' })).toEqual(['nombres: nombre_de_relleno']);
    expect(noticesOf({ apellidoPaterno: 'Desconocido' })).toEqual([]);
    expect(noticesOf({ apellidoPaterno: 'Desconocido', apellidoMaterno: '' })).toEqual([
      'apellidoPaterno: sin_apellidos',
    ]);
  });

  it.each(['Xxana', 'Exx', 'Nnena', 'Ana', 'Ndo', 'Desconocidos', 'Adesconocido'])(
    '%s is no placeholder',
    (nombres) => {
      expect(noticesOf({ nombres })).toEqual([]);
    },
  );

  it('three words in the given name and no surname get the notice apellidos_en_nombres', () => {
    const sin = { apellidoPaterno: ' ', apellidoMaterno: null };
    expect(noticesOf({ ...sin, nombres: ' Renata  Olvera Tinajero ' })).toEqual([
      'apellidoPaterno: sin_apellidos',
      'nombres: apellidos_en_nombres',
    ]);
    expect(noticesOf({ ...sin, nombres: ' Renata  Olvera ' })).toEqual(['apellidoPaterno: sin_apellidos']);
    expect(noticesOf({ apellidoPaterno: null, apellidoMaterno: undefined, nombres: 'Renata Olvera Tinajero' })).toEqual(
      ['apellidoPaterno: sin_apellidos', 'nombres: apellidos_en_nombres'],
    );
    expect(noticesOf({ apellidoMaterno: '', nombres: 'Ana Luz Abril' })).toEqual([]);
    expect(noticesOf({ apellidoPaterno: '', nombres: 'Ana Luz Abril' })).toEqual([
      'apellidoMaterno: apellido_recorrido',
    ]);
  });

  it('a notice about a name has the positions of the name, a rule and a message without the name', () => {
    expect(explicar(personWith({ nombres: 'R3nata' }), { idioma: en })).toMatchObject({
      avisos: [
        {
          severidad: 'aviso',
          posiciones: [4, 16],
          regla: 'D 5',
          mensaje: 'nombres has digits: check for a typing error.',
        },
      ],
    });
  });
});
