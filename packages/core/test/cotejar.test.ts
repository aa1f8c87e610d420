/** Tests of the comparison of a key with a person. */
import { describe, expect, it } from 'vitest';
import { type Persona, candidatas, cotejar } from '../src/index.js';
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

/** The positions that do not agree. */
function differences(curp: string, persona: Persona = RENATA): string[] {
  const cotejo = cotejar(curp, persona);
  if (!cotejo.ok) throw new Error('nothing was compared');
  return cotejo.posiciones
    .filter((p) => !p.coincide)
    .map((p) => `${p.posicion} ${p.esperado}≠${p.recibido} ${p.regla}`);
}

describe('cotejar', () => {
  it('the calculated key is identical, also in lower case and with spaces around it', () => {
    expect(cotejar(CURP, RENATA)).toMatchObject({
      ok: true,
      resultado: 'identica',
      calculada: CURP,
      campos: ALL_AGREE,
    });
    expect(cotejar(` ${CURP.toLowerCase()} `, RENATA)).toMatchObject({ resultado: 'identica' });
    expect(differences(CURP)).toEqual([]);
  });

  it('the result lists the 18 positions with the rule of each', () => {
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

  it('a key with the same root and another differentiator is a homonym’s', () => {
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
  ])('%s differs: %s', (curp, _, campos) => {
    expect(cotejar(curp, RENATA)).toMatchObject({ ok: true, resultado: 'difiere', campos });
  });

  it('positions that a short key lacks have nothing received', () => {
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
  ])('with %j, these data differ: %j', (datos, campos, posiciones) => {
    expect(cotejar(CURP, personWith(datos))).toMatchObject({ campos: { ...ALL_AGREE, ...campos } });
    expect(differences(CURP, personWith(datos)).filter((p) => !p.startsWith('18'))).toEqual(posiciones);
  });

  it('a vowel censored in only one of the two keys is no difference of the first surname', () => {
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

  it('a character of two code units takes one position', () => {
    expect(cotejar('😀ETR900517MDFLNN05', RENATA)).toMatchObject({
      campos: { ...ALL_AGREE, apellidoPaterno: 'difiere' },
    });
  });

  it('the positions of a lone second surname count for the second surname', () => {
    expect(cotejar('TOXR900517MDFLXN03', personWith({ apellidoPaterno: '', apellidoMaterno: 'Tovar' }))).toMatchObject({
      campos: { ...ALL_AGREE, apellidoMaterno: 'difiere' },
    });
  });

  it('the findings about the key come before those about the person', () => {
    expect(cotejar('', personWith({ sexo: 'F' } as never), { idioma: en })).toMatchObject({
      ok: false,
      hallazgos: [
        { codigo: 'ausente', dato: 'curp', mensaje: 'curp is missing.' },
        { codigo: 'sexo_invalido', dato: 'sexo', mensaje: 'sexo: the sex must be H, M or X.' },
      ],
    });
    expect(cotejar(5 as never, RENATA)).toMatchObject({ ok: false, hallazgos: [{ codigo: 'tipo', dato: 'curp' }] });
    expect(cotejar(CURP, null as never)).toMatchObject({ ok: false, hallazgos: [{ dato: 'nombres' }, {}, {}, {}] });
  });
});
