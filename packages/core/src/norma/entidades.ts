/**
 * The catalogue of entities of birth: positions 12 and 13.
 *
 * Source: Instructivo Normativo para la Asignación de la CURP, DOF 18-06-2018, modified DOF 18-10-2021, art. 3, and that
 * of March 2006, Anexo 4, p. 67; `NE` for a birth abroad, whatever the nationality (I06 ch. 3). The contract of the
 * service fixes the two-digit keys and the spelling of the names.
 */

import { PAISES } from './paises.js';

/**
 * Key, abbreviation, name, and other names in use, simplified: abbreviations of the post, of SAT's catalogue of states and
 * of ISO 3166-2, long official names, former names.
 */
const CATALOGO = [
  ['01', 'AS', 'AGUASCALIENTES', 'AGS', 'AGU'],
  ['02', 'BC', 'BAJA CALIFORNIA', 'BCN', 'BAJACALIFORNIANORTE', 'BCNORTE', 'BCALIFORNIA', 'BAJACALIF', 'BAJACAL'],
  ['03', 'BS', 'BAJA CALIFORNIA SUR', 'BCS', 'BCSUR', 'BCALIFORNIASUR', 'BAJACALIFSUR', 'BAJACALSUR'],
  ['04', 'CC', 'CAMPECHE', 'CAMP', 'CAM'],
  ['05', 'CL', 'COAHUILA', 'COAH', 'COAHUILAZARAGOZA', 'COA'],
  ['06', 'CM', 'COLIMA', 'COL'],
  ['07', 'CS', 'CHIAPAS', 'CHIS', 'CHP'],
  ['08', 'CH', 'CHIHUAHUA', 'CHIH', 'CHH'],
  [
    '09',
    'DF',
    'CIUDAD DE MÉXICO',
    'CDMX',
    'CDMEXICO',
    'DISTRITOFEDERAL',
    'MEXICODF',
    'MEXICODISTRITOFEDERAL',
    'CMX',
    'DIF',
  ],
  ['10', 'DG', 'DURANGO', 'DGO', 'DUR'],
  ['11', 'GT', 'GUANAJUATO', 'GTO', 'GUA'],
  ['12', 'GR', 'GUERRERO', 'GRO'],
  ['13', 'HG', 'HIDALGO', 'HGO', 'HID'],
  ['14', 'JC', 'JALISCO', 'JAL'],
  ['15', 'MC', 'MÉXICO', 'MEX', 'EDOMEX'],
  ['16', 'MN', 'MICHOACÁN', 'MICH', 'MICHOACANOCAMPO', 'MIC'],
  ['17', 'MS', 'MORELOS', 'MOR'],
  ['18', 'NT', 'NAYARIT', 'NAY'],
  ['19', 'NL', 'NUEVO LEÓN', 'NLE', 'NVOLEON', 'NLEON'],
  ['20', 'OC', 'OAXACA', 'OAX'],
  ['21', 'PL', 'PUEBLA', 'PUE'],
  ['22', 'QT', 'QUERÉTARO', 'QRO', 'QUERETAROARTEAGA', 'QUE'],
  ['23', 'QR', 'QUINTANA ROO', 'QROO', 'ROO'],
  ['24', 'SP', 'SAN LUIS POTOSÍ', 'SLP', 'SLPOTOSI', 'SNLUISPOTOSI'],
  ['25', 'SL', 'SINALOA', 'SIN'],
  ['26', 'SR', 'SONORA', 'SON'],
  ['27', 'TC', 'TABASCO', 'TAB'],
  ['28', 'TS', 'TAMAULIPAS', 'TAMPS', 'TAMP', 'TAM'],
  ['29', 'TL', 'TLAXCALA', 'TLAX', 'TLA'],
  ['30', 'VZ', 'VERACRUZ', 'VER', 'VERACRUZLLAVE', 'VERACRUZIGNACIOLLAVE'],
  ['31', 'YN', 'YUCATÁN', 'YUC'],
  ['32', 'ZS', 'ZACATECAS', 'ZAC'],
  ['36', 'NE', 'NACIDO EN EL EXTRANJERO', 'NACIDAEXTRANJERO', 'NACEXTRANJERO', 'EXTRANJERO', 'EXTRANJERA', ...PAISES],
] as const satisfies readonly (readonly [clave: string, abreviatura: string, nombre: string, ...alias: string[]])[];

/** `'01'` to `'32'`, and `'36'` for a birth abroad. */
export type ClaveEntidad = (typeof CATALOGO)[number][0];
/** `'AS'` to `'ZS'`, and `'NE'` for a birth abroad. */
export type AbreviaturaEntidad = (typeof CATALOGO)[number][1];

export interface Entidad {
  readonly claveEntidad: ClaveEntidad;
  readonly nombreEntidad: string;
  readonly abreviaturaEntidad: AbreviaturaEntidad;
}

export const ENTIDADES: readonly Entidad[] = Object.freeze(
  CATALOGO.map(([claveEntidad, abreviaturaEntidad, nombreEntidad]) =>
    Object.freeze({ claveEntidad, nombreEntidad, abreviaturaEntidad }),
  ),
);

/** Words in the name of an entity that distinguish none. */
export const PALABRAS_COMUNES = 'DE DEL LA EN EL ESTADO EDO';
const SOBRANTE = new RegExp(`\\b(${PALABRAS_COMUNES.replaceAll(' ', '|')})\\b|[^\\p{L}\\p{N}]`, 'gu');

/** Returns the letters of a name in upper case, without accents, signs, white space and words that distinguish no entity. */
function sinAdornos(texto: string): string {
  return texto.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(SOBRANTE, '');
}

/** Each key, abbreviation and simplified name with its entity. */
export const POR_NOMBRE = new Map(
  CATALOGO.flatMap(([clave, ...nombres], i) =>
    [clave, ...nombres.map(sinAdornos)].map((n) => [n, ENTIDADES[i]] as const),
  ),
);

/** Returns the entity of a key, an abbreviation or a name as people write it: `09`, `df`, `Nuevo León`, `Edo. Méx.`, `CDMX`. */
export function buscarEntidad(texto: string): Entidad | undefined {
  if (typeof texto !== 'string') return undefined;
  return POR_NOMBRE.get(/\d/.test(texto) ? texto.trim() : sinAdornos(texto));
}

/** Returns the entities that match a typed text: the named one, then those with a name that begins with it, then those that contain it. */
export function filtrarEntidades(texto: string): Entidad[] {
  const escrito = sinAdornos(texto);
  const exacta = buscarEntidad(texto);
  const empiezan = CATALOGO.map((nombres) => nombres.some((nombre) => sinAdornos(nombre).startsWith(escrito)));
  const orden = [
    ...ENTIDADES.filter((entidad) => entidad === exacta),
    ...ENTIDADES.filter((_, i) => empiezan[i]),
    ...ENTIDADES.filter(({ nombreEntidad }) => sinAdornos(nombreEntidad).includes(escrito)),
  ];
  return Array.from(new Set(orden));
}

/** The codes of the two letters of each abbreviation, indexed by the two characters of a key or abbreviation. */
const CODIGOS = new Uint16Array(1 << 14);
for (const { claveEntidad, abreviaturaEntidad } of ENTIDADES) {
  const codigos = (abreviaturaEntidad.charCodeAt(0) << 8) | abreviaturaEntidad.charCodeAt(1);
  for (const clave of [claveEntidad, abreviaturaEntidad]) {
    CODIGOS[(clave.charCodeAt(0) << 7) | clave.charCodeAt(1)] = codigos;
  }
}

/** Returns the codes of positions 12 and 13 for an exact key (`09`) or abbreviation (`DF`), in one number; 0 if it is unknown. */
export function codigosDeEntidad(clave: unknown): number {
  return typeof clave === 'string' && clave.length === 2 ? codigosDeClave(clave.charCodeAt(0), clave.charCodeAt(1)) : 0;
}

/** Like `codigosDeEntidad`, for the codes of the two characters. */
export const codigosDeClave = (primero: number, segundo: number): number =>
  (primero | segundo) < 128 ? CODIGOS[(primero << 7) | segundo] : 0;
