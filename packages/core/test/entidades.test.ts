/** Tests of the catalogue of entities and of the search by name. */
import { describe, expect, it } from 'vitest';
import { ENTIDADES, buscarEntidad, filtrarEntidades } from '../src/index.js';

describe('ENTIDADES', () => {
  it('has the 33 records of the catalogue, in its order and spelling', () => {
    expect(ENTIDADES.map((e) => `${e.claveEntidad} ${e.nombreEntidad} ${e.abreviaturaEntidad}`).join(' · ')).toBe(
      '01 AGUASCALIENTES AS · 02 BAJA CALIFORNIA BC · 03 BAJA CALIFORNIA SUR BS · 04 CAMPECHE CC · 05 COAHUILA CL · 06 COLIMA CM · ' +
        '07 CHIAPAS CS · 08 CHIHUAHUA CH · 09 CIUDAD DE MÉXICO DF · 10 DURANGO DG · 11 GUANAJUATO GT · 12 GUERRERO GR · 13 HIDALGO HG · ' +
        '14 JALISCO JC · 15 MÉXICO MC · 16 MICHOACÁN MN · 17 MORELOS MS · 18 NAYARIT NT · 19 NUEVO LEÓN NL · 20 OAXACA OC · ' +
        '21 PUEBLA PL · 22 QUERÉTARO QT · 23 QUINTANA ROO QR · 24 SAN LUIS POTOSÍ SP · 25 SINALOA SL · 26 SONORA SR · 27 TABASCO TC · ' +
        '28 TAMAULIPAS TS · 29 TLAXCALA TL · 30 VERACRUZ VZ · 31 YUCATÁN YN · 32 ZACATECAS ZS · 36 NACIDO EN EL EXTRANJERO NE',
    );
  });

  it('is frozen', () => {
    expect([ENTIDADES, ...ENTIDADES].every((entidad) => Object.isFrozen(entidad))).toBe(true);
  });
});

describe('buscarEntidad', () => {
  it('finds a key with white space around it, and only one with two digits', () => {
    expect(buscarEntidad(' 09\n')?.abreviaturaEntidad).toBe('DF');
    expect(buscarEntidad('009')).toBeUndefined();
  });

  it('finds every entity by key, abbreviation and name', () => {
    for (const entidad of ENTIDADES) {
      expect(buscarEntidad(entidad.claveEntidad)).toBe(entidad);
      expect(buscarEntidad(entidad.abreviaturaEntidad.toLowerCase())).toBe(entidad);
      expect(buscarEntidad(entidad.nombreEntidad)).toBe(entidad);
      expect(buscarEntidad(` ${entidad.nombreEntidad.toLowerCase().normalize('NFD').replaceAll(' ', '  ')} `)).toBe(
        entidad,
      );
    }
  });

  it.each([
    ['AGS', '01'],
    ['B.C.S.', '03'],
    ['Baja California', '02'],
    ['Camp.', '04'],
    ['Coahuila de Zaragoza', '05'],
    ['Coah.', '05'],
    ['Col.', '06'],
    ['Chis.', '07'],
    ['Chih.', '08'],
    ['CDMX', '09'],
    ['D.F.', '09'],
    ['Distrito Federal', '09'],
    ['México, D.F.', '09'],
    ['Ciudad de Mexico', '09'],
    ['Dgo.', '10'],
    ['Gto.', '11'],
    ['Gro.', '12'],
    ['Hgo.', '13'],
    ['Jal.', '14'],
    ['Edomex', '15'],
    ['Edo. Méx.', '15'],
    ['Edo. de México', '15'],
    ['Estado de México', '15'],
    ['MEX', '15'],
    ['Mexico', '15'],
    ['Mich.', '16'],
    ['Michoacán de Ocampo', '16'],
    ['Mor.', '17'],
    ['Nay.', '18'],
    ['Nuevo Leon', '19'],
    ['N.L.', '19'],
    ['Oax.', '20'],
    ['Pue.', '21'],
    ['Qro.', '22'],
    ['Q. Roo', '23'],
    ['Q.Roo', '23'],
    ['SLP', '24'],
    ['Sin.', '25'],
    ['Son.', '26'],
    ['Tab.', '27'],
    ['Tamps.', '28'],
    ['Tlax.', '29'],
    ['Ver.', '30'],
    ['Veracruz de Ignacio de la Llave', '30'],
    ['Yuc.', '31'],
    ['Zac.', '32'],
    ['Querétaro de Arteaga', '22'],
    ['Baja California Norte', '02'],
    ['BC', '02'],
    ['BCS', '03'],
    ['Veracruz-Llave', '30'],
    ['Edo Mex', '15'],
    ['Estado del México', '15'],
    ['B.C.N.', '02'],
    ['B. C. Norte', '02'],
    ['B. California', '02'],
    ['Baja Calif.', '02'],
    ['Baja Cal.', '02'],
    ['B.C. Sur', '03'],
    ['Baja Cal. Sur', '03'],
    ['Baja Calif. Sur', '03'],
    ['B. California Sur', '03'],
    ['Nvo. León', '19'],
    ['N. León', '19'],
    ['S.L. Potosí', '24'],
    ['Sn. Luis Potosí', '24'],
    ['Tamp.', '28'],
    ['Edo. de Méx.', '15'],
    ['Estado de Jalisco', '14'],
    ['DF', '09'],
    ['Cd. de México', '09'],
    ['México, Distrito Federal', '09'],
    ['S.L.P.', '24'],
    ['S. L. P.', '24'],
    ['GTO', '11'],
    ['jal', '14'],
    ['NE', '36'],
    ['Nacida en el extranjero', '36'],
    ['NACIDO  EN EL EXTRANJERO', '36'],
    ['Extranjero', '36'],
    ...'EUA;Canadá;Puerto Rico;Chile;Inglaterra;Finlandia;Serbia;Rusia;Arabia Saudita;Bangladés;Filipinas;Kirguistán;Mauritania;El Congo;Sierra Leona;Mozambique;Mónaco'
      .split(';')
      .map((pais) => [pais, '36']),
  ])('finds %s as %s', (texto, clave) => {
    expect(buscarEntidad(texto)?.claveEntidad).toBe(clave);
  });

  it.each([
    '',
    ' ',
    '33',
    '9',
    '0 9',
    '0-9',
    '87',
    'Texas',
    'XX',
    'QO',
    'Baja',
    'California',
    'Txca',
    'Tlaxca',
    'Lamex',
    'Estado',
    'de',
    'Chi',
    9,
    null,
    undefined,
    {},
  ])('finds no entity for %j', (texto) => {
    expect(buscarEntidad(texto as string)).toBeUndefined();
  });
});

describe('filtrarEntidades', () => {
  it.each([
    ['edo mex', ['MC', 'DF']],
    ['cdmx', ['DF']],
    ['mex', ['MC', 'DF']],
    ['ciudad', ['DF']],
    ['baja cal', ['BC', 'BS']],
    ['california', ['BC', 'BS']],
    ['luis', ['SP']],
    ['extran', ['NE']],
    ['09', ['DF']],
    ['qro', ['QT', 'QR']],
    ['zzz', []],
  ])('finds for %j the entities %j', (texto, abbreviations) => {
    expect(filtrarEntidades(texto).map(({ abreviaturaEntidad }) => abreviaturaEntidad)).toEqual(abbreviations);
  });

  it.each(['', ' ', 'Edo.', 'estado de'])('returns every entity for %j', (texto) => {
    expect(filtrarEntidades(texto)).toEqual(ENTIDADES);
  });
});
