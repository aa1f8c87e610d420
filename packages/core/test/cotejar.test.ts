/** Tests of the comparison of a key with a person. */
import { describe, expect, it } from 'vitest';
import { type DatosConocidos, type Persona, candidatas, cotejar, cotejarDatos } from '../src/index.js';
import { en } from '../src/textos/en.js';
import { digitoVerificador } from '../src/norma/digito-verificador.js';
import { RENATA, personWith } from './people.js';

const CURP = 'OETR900517MDFLNN05';
const ALL_AGREE = {
  nombres: 'coincide',
  apellidoPaterno: 'coincide',
  apellidoMaterno: 'coincide',
  fechaNacimiento: 'coincide',
  sexo: 'coincide',
  entidad: 'coincide',
};

/** Returns the positions that do not agree. */
function differences(curp: string, persona: Persona = RENATA): string[] {
  const cotejo = cotejar(curp, persona);
  if (!cotejo.ok) throw new Error('nothing was compared');
  return cotejo.posiciones
    .filter((p) => !p.coincide)
    .map((p) => `${p.posicion} ${p.esperado}≠${p.recibido} ${p.regla}`);
}

describe('cotejar', () => {
  it('finds the calculated key identical, even in lower case and with spaces around it', () => {
    expect(cotejar(CURP, RENATA)).toMatchObject({
      ok: true,
      resultado: 'identica',
      calculada: CURP,
      campos: ALL_AGREE,
    });
    expect(cotejar(` ${CURP.toLowerCase()} `, RENATA)).toMatchObject({ resultado: 'identica' });
    expect(differences(CURP)).toEqual([]);
  });

  it('lists the 18 positions with the rule of each', () => {
    const cotejo = cotejar(CURP, personWith({ apellidoPaterno: 'de la Torre' }));
    expect(cotejo.ok && cotejo.posiciones).toHaveLength(18);
    expect(cotejo.ok && cotejo.posiciones[0]).toEqual({
      posicion: 1,
      esperado: 'T',
      recibido: 'O',
      coincide: false,
      regla: 'R 1.7',
    });
  });

  it('takes a key with the same root and another differentiator for a homonym’s', () => {
    const others = candidatas(RENATA);
    for (const clave of others.ok ? others.candidatas.slice(1) : []) {
      expect(cotejar(clave, RENATA)).toMatchObject({ resultado: 'misma_raiz', calculada: CURP, campos: ALL_AGREE });
    }
    expect(
      cotejar(
        'OETR100517MDFLNNK' + digitoVerificador('OETR100517MDFLNNK'),
        personWith({ fechaNacimiento: '2010-05-17' }),
      ),
    ).toMatchObject({
      resultado: 'misma_raiz',
    });
  });

  it.each([
    ['OETR900517MDFLNN06', 'another check digit', ALL_AGREE],
    ['OETR900517MDFLNN15', 'a differentiator with a wrong check digit', ALL_AGREE],
    ['OETR900517MDFLNNA3', 'another century', { ...ALL_AGREE, fechaNacimiento: 'difiere' }],
    ['OETR900517MDFLNN', 'too short', ALL_AGREE],
    ['OETR900517MDFLNN055', 'too long', ALL_AGREE],
    ['OETR900517MDFLNN?5', 'no differentiator', ALL_AGREE],
    [
      'OETR900517',
      'the beginning',
      {
        ...ALL_AGREE,
        nombres: 'difiere',
        apellidoPaterno: 'difiere',
        apellidoMaterno: 'difiere',
        sexo: 'difiere',
        entidad: 'difiere',
      },
    ],
  ])('finds that %s differs: %s', (curp, _, campos) => {
    expect(cotejar(curp, RENATA)).toMatchObject({ ok: true, resultado: 'difiere', campos });
  });

  it('has nothing received at the positions that a short key lacks', () => {
    expect(differences('OETR900517MDFLNN')).toEqual(['17 0≠ IN 17', '18 5≠ IN 18']);
  });

  it.each<[Partial<Persona>, object, string[]]>([
    [{ nombres: 'Tadeo' }, { nombres: 'difiere' }, ['4 T≠R IN 4', '16 D≠N IN 16']],
    [{ nombres: 'Ramón' }, { nombres: 'difiere' }, ['16 M≠N IN 16']],
    [{ apellidoPaterno: 'Osorio' }, { apellidoPaterno: 'difiere' }, ['2 O≠E IN 2', '14 S≠L IN 14']],
    [{ apellidoMaterno: 'Tovar' }, { apellidoMaterno: 'difiere' }, ['15 V≠N IN 15']],
    [{ apellidoMaterno: '' }, { apellidoMaterno: 'difiere' }, ['3 X≠T R 1.10', '15 X≠N R 1.14']],
    [{ fechaNacimiento: '1990-05-18' }, { fechaNacimiento: 'difiere' }, ['10 8≠7 IN 5-10']],
    [{ fechaNacimiento: '1890-05-17' }, {}, []],
    [{ sexo: 'X' }, { sexo: 'difiere' }, ['11 X≠M GIIS']],
    [{ entidad: 'MC' }, { entidad: 'difiere' }, ['12 M≠D IN 12-13', '13 C≠F IN 12-13']],
  ])('with %j finds these data different: %j', (datos, campos, posiciones) => {
    expect(cotejar(CURP, personWith(datos))).toMatchObject({ campos: { ...ALL_AGREE, ...campos } });
    expect(differences(CURP, personWith(datos)).filter((p) => !p.startsWith('18'))).toEqual(posiciones);
  });

  it.each([RENATA, { nombres: 'Tadeo', rfc: 'OETR900517' }, { sexo: 'F' }])(
    'cotejarDatos leaves out the positions',
    (datos) => {
      const cotejo = cotejar(CURP, datos);
      expect(cotejarDatos(CURP, datos)).toEqual(cotejo.ok ? { ...cotejo, posiciones: [] } : cotejo);
    },
  );

  it('finds no difference in a first surname if a vowel is censored in only one of the two keys', () => {
    const vargas = personWith({ nombres: 'Ana', apellidoPaterno: 'Vargas', apellidoMaterno: 'Cruz' });
    const ofLuz = 'VACL900517MDFRRZ0';
    expect(cotejar(ofLuz + digitoVerificador(ofLuz), vargas)).toMatchObject({
      resultado: 'difiere',
      campos: { ...ALL_AGREE, nombres: 'difiere' },
    });
    expect(cotejar('VXCA900517MDFRRN02', { ...vargas, nombres: 'Luz' })).toMatchObject({
      campos: { ...ALL_AGREE, nombres: 'difiere' },
    });
    expect(cotejar('VACA900517MDFRRN00', vargas)).toMatchObject({ resultado: 'difiere', campos: ALL_AGREE });
    expect(cotejar('VXCL900517MDFRRN00', vargas)).toMatchObject({ campos: { ...ALL_AGREE, nombres: 'difiere' } });
    expect(cotejar('VXSL900517MDFRRN00', { ...vargas, nombres: 'Luz' })).toMatchObject({
      campos: { apellidoPaterno: 'difiere' },
    });
    expect(cotejar('VECA900517MDFRRN00', vargas)).toMatchObject({
      campos: { ...ALL_AGREE, apellidoPaterno: 'difiere' },
    });
  });

  it('counts a character of two code units as one position', () => {
    expect(cotejar('😀ETR900517MDFLNN05', RENATA)).toMatchObject({
      campos: { ...ALL_AGREE, apellidoPaterno: 'difiere' },
    });
  });

  it('counts the positions of a lone second surname for the second surname', () => {
    expect(cotejar('TOXR900517MDFLXN03', personWith({ apellidoPaterno: '', apellidoMaterno: 'Tovar' }))).toMatchObject({
      campos: { ...ALL_AGREE, apellidoMaterno: 'difiere' },
    });
  });

  it('lists the findings about the key before those about the person', () => {
    expect(cotejar('', personWith({ sexo: 'F' } as never), { idioma: en })).toMatchObject({
      ok: false,
      hallazgos: [
        { codigo: 'ausente', dato: 'curp', mensaje: 'curp is missing.' },
        { codigo: 'sexo_invalido', dato: 'sexo', mensaje: 'sexo must be H (male), M (female) or X (non-binary).' },
      ],
    });
    expect(cotejar(5 as never, RENATA)).toMatchObject({ ok: false, hallazgos: [{ codigo: 'tipo', dato: 'curp' }] });
    expect(cotejar(CURP, null as never)).toMatchObject({ ok: false, hallazgos: [{ dato: 'nombres' }, {}, {}, {}] });
  });
});

describe('cotejar with part of the data', () => {
  const NOTHING = {
    nombres: 'sin_dato',
    apellidoPaterno: 'sin_dato',
    apellidoMaterno: 'sin_dato',
    fechaNacimiento: 'sin_dato',
    sexo: 'sin_dato',
    entidad: 'sin_dato',
    rfc: 'sin_dato',
  };
  const withDigit = (first17: string): string => first17 + digitoVerificador(first17);
  /** Returns the characters that the known data decide, and `·` for the others. */
  const expectedOf = (curp: string, datos: DatosConocidos): string => {
    const cotejo = cotejar(curp, datos);
    return cotejo.ok ? cotejo.posiciones.map(({ esperado }) => esperado ?? '·').join('') : 'not compared';
  };

  it('judges the given data and says which positions they decide', () => {
    expect(cotejar(CURP, { nombres: 'Renata', apellidoPaterno: 'Osorio' })).toEqual({
      ok: true,
      resultado: 'difiere',
      posiciones: expect.arrayContaining([
        { posicion: 2, esperado: 'O', recibido: 'E', coincide: false, regla: 'IN 2' },
        { posicion: 3, esperado: null, recibido: 'T', coincide: true, regla: 'IN 3' },
        { posicion: 17, esperado: null, recibido: '0', coincide: true, regla: 'IN 17' },
        { posicion: 18, esperado: null, recibido: '5', coincide: true, regla: 'IN 18' },
      ]),
      campos: { ...NOTHING, nombres: 'coincide', apellidoPaterno: 'difiere' },
      deLaClave: [],
    });
    expect(expectedOf(CURP, { nombres: 'Renata', apellidoPaterno: 'Osorio' })).toBe('OO·R·········S·N··');
    expect(expectedOf(CURP, { fechaNacimiento: '1990-05-17', sexo: 'H' })).toBe('····900517H·······');
    expect(expectedOf(CURP, { apellidoMaterno: 'Tovar', entidad: '09' })).toBe('··T········DF·V···');
  });

  it.each<[DatosConocidos, string]>([
    [{ nombres: 'Renata', apellidoPaterno: 'Olvera', apellidoMaterno: 'Tinajero' }, 'compatible'],
    [{ nombres: 'María Renata' }, 'compatible'],
    [{ nombres: 'Renata María' }, 'compatible'],
    [{ nombres: 'María' }, 'difiere'],
    [{ apellidoMaterno: null }, 'difiere'],
    [{ apellidoMaterno: '' }, 'difiere'],
    [{ apellidoPaterno: '' }, 'difiere'],
    [{ fechaNacimiento: '1890-05-17' }, 'compatible'],
    [{ fechaNacimiento: '1990-05-18' }, 'difiere'],
    [{ sexo: 'X' }, 'difiere'],
    [{ entidad: 'MC' }, 'difiere'],
  ])('%j gives %s', (datos, resultado) => {
    expect(cotejar(CURP, datos)).toMatchObject({ resultado });
  });

  it('finds position 17 different if the century of a known date is another', () => {
    const key = withDigit('OETR100517MDFLNN1');
    const [posicion, regla] = [17, 'IN 17'];
    const another = cotejar(key, { fechaNacimiento: '2010-05-17' });
    expect(another).toMatchObject({ resultado: 'difiere', campos: { fechaNacimiento: 'difiere' } });
    expect(another.ok && another.posiciones[16]).toEqual({
      posicion,
      esperado: 'A',
      recibido: '1',
      coincide: false,
      regla,
    });
    expect(cotejar(withDigit('OETR100517MDFLNNB'), { fechaNacimiento: '2010-05-17' })).toMatchObject({
      resultado: 'compatible',
    });
  });

  it('finds no difference in a vowel that an inconvenient word of the key censors', () => {
    expect(cotejar('VXCA900517MDFRRN02', { apellidoPaterno: 'Vargas' })).toMatchObject({ resultado: 'compatible' });
    expect(expectedOf('VXCA900517MDFRRN02', { apellidoPaterno: 'Vargas' })).toBe('VX···········R····');
    expect(cotejar('VXCA900517MDFRRN02', { apellidoPaterno: 'Vergara' })).toMatchObject({ resultado: 'difiere' });
    expect(cotejar('VXCA900517MDFRRN02', { apellidoPaterno: 'Vargas', nombres: 'Luz' })).toMatchObject({
      campos: { apellidoPaterno: 'coincide', nombres: 'difiere' },
    });
    expect(cotejar(withDigit('VACA900517MDFRRN0'), { apellidoPaterno: 'Vargas' })).toMatchObject({
      resultado: 'compatible',
    });
  });

  it('accepts that an unknown surname does not exist', () => {
    const lone = withDigit('TOXR900517MDFVXN0');
    expect(cotejar(lone, { apellidoMaterno: 'Tovar' })).toMatchObject({ resultado: 'compatible' });
    expect(expectedOf(lone, { apellidoMaterno: 'Tovar' })).toBe('TO···········V····');
    expect(cotejar(lone, { apellidoMaterno: 'Tinajero' })).toMatchObject({ resultado: 'difiere' });
    expect(expectedOf(lone, { apellidoMaterno: 'Tinajero' })).toBe('··T···········N···');
    expect(cotejar(lone, { apellidoPaterno: ' ' })).toMatchObject({ resultado: 'compatible' });
    expect(cotejar(lone, { apellidoMaterno: '' })).toMatchObject({ resultado: 'compatible' });
    const none = withDigit('XXXR900517MDFXXN0');
    expect(cotejar(none, { apellidoPaterno: 'Desconocido' })).toMatchObject({ resultado: 'compatible' });
    expect(cotejar(none, { apellidoMaterno: 'Desconocido' })).toMatchObject({ resultado: 'compatible' });
    expect(cotejar(lone, { apellidoMaterno: 'Desconocido' })).toMatchObject({ resultado: 'difiere' });
    expect(cotejar(withDigit('DETR900517MDFSNN0'), { apellidoPaterno: 'Desconocido' })).toMatchObject({
      resultado: 'compatible',
    });
  });

  it.each([
    ['OETR900517MDFLNN06', ['digito_verificador']],
    ['OETR900517MDFLNN', ['longitud']],
    ['OETR9OO517MDFLNN05', ['cifra', 'cifra', 'digito_verificador']],
    ['OETR900517MDFLNNA5', ['nacimiento_futuro']],
    ['', ['ausente']],
  ])('reports what is wrong with the key %s, and does not compare it', (curp, codigos) => {
    const result = cotejar(curp, { nombres: 'Tadeo' }, { idioma: en });
    expect(result.ok ? [] : result.hallazgos.map(({ codigo, dato }) => [codigo, dato])).toEqual(
      codigos.map((codigo) => [codigo, 'curp']),
    );
    expect(cotejar(curp, RENATA).ok).toBe(curp !== '');
  });

  it('compares a key that has only notices', () => {
    expect(cotejar('XEXX010101MNEXXXA8', { sexo: 'M' })).toMatchObject({ resultado: 'compatible' });
  });

  it('lists the findings about the key, the given data and the RFC, in this order', () => {
    const given = { nombres: '', fechaNacimiento: '17/05/1990', sexo: 'F', rfc: 'OETR' };
    const result = cotejar('OETR900517MDFLNN06', given);
    expect(result.ok ? [] : result.hallazgos.map(({ codigo, dato }) => `${dato} ${codigo}`)).toEqual([
      'curp digito_verificador',
      'nombres ausente',
      'fechaNacimiento fecha_formato',
      'sexo sexo_invalido',
      'rfc rfc_invalido',
    ]);
    expect(cotejar(CURP, { rfc: 'OETR900517AB1' })).toMatchObject({
      ok: false,
      hallazgos: [{ codigo: 'ausente', dato: 'nombres' }, {}, {}, {}],
    });
  });
});

describe('the RFC in a comparison', () => {
  it.each([
    ['OETR900517AB1', 'coincide', 'the same letters and date'],
    ['OETR900517', 'coincide', 'without a homoclave'],
    [' oetr-900517-ab1 ', 'coincide', 'with hyphens, in lower case'],
    ['OETR 900517 AB1', 'coincide', 'with spaces'],
    ['OETX900517AB1', 'indeterminado', 'other letters'],
    ['ÑETR900517AB1', 'indeterminado', 'with Ñ'],
    ['N\u0303ETR900517AB1', 'indeterminado', 'with a decomposed Ñ'],
    ['OETR900518AB1', 'difiere', 'another day'],
    ['XAXX010101000', 'indeterminado', 'the general public'],
    ['XEXX010101000', 'indeterminado', 'foreigners'],
    ['XAXX010102000', 'difiere', 'a person'],
    ['OETR010101AB1', 'difiere', 'born on the first day of a century'],
  ])('%s gives %s (%s)', (rfc, testimonio) => {
    expect(cotejar(CURP, { sexo: 'M', rfc })).toMatchObject({
      resultado: testimonio === 'difiere' ? 'difiere' : 'compatible',
      campos: { rfc: testimonio },
    });
    expect(cotejar(CURP, { ...RENATA, rfc })).toMatchObject({
      resultado: 'identica',
      campos: { ...ALL_AGREE, rfc: testimonio },
    });
  });

  it.each<[unknown, string]>([
    ['OET900517AB1', 'of a company'],
    ['OETR900517AB', 'too short'],
    ['OETR900517AB12', 'too long'],
    ['OETR900230AB1', 'no such day'],
    ['1ETR900517AB1', 'a digit for a letter'],
    ['', 'empty'],
    [5, 'no text'],
  ])('%j is not that of a person: %s', (rfc) => {
    expect(cotejar(CURP, { ...RENATA, rfc: rfc as string })).toMatchObject({
      ok: false,
      hallazgos: [{ codigo: 'rfc_invalido', dato: 'rfc', regla: 'D 21' }],
    });
  });

  it('may have 29 February of the year 00', () => {
    expect(cotejar(CURP, { ...RENATA, rfc: 'OETR000229AB1' })).toMatchObject({ campos: { rfc: 'difiere' } });
  });

  it('is not in the answer if none was given', () => {
    expect(cotejar(CURP, RENATA)).not.toHaveProperty('campos.rfc');
  });
});
