/** Reads a state, or a place in it, as people write it in files and forms. */
import { ENTIDADES, buscarEntidad } from '@curp-service/core';
import { withoutDecimals } from '../values.js';
import { POSTAL_KEYS } from './postal.js';

/** The keys and abbreviations of the catalogue, exactly as most files write them. */
const ENTITY_KEYS: ReadonlyMap<string, string> = new Map(
  ENTIDADES.flatMap(({ claveEntidad, abreviaturaEntidad }) => [
    [claveEntidad, claveEntidad],
    [abreviaturaEntidad, claveEntidad],
  ]),
);

/** States of the United States in which people of files were born: a place there is abroad. Colorado and Florida are places in Mexico too. */
const STATES_OF_USA: ReadonlySet<string> = new Set(
  (
    'alabama|alaska|arizona|arkansas|california|carolina del norte|north carolina|carolina del sur|south carolina|' +
    'connecticut|delaware|hawai|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|luisiana|louisiana|maryland|' +
    'massachusetts|michigan|minnesota|misisipi|mississippi|misuri|missouri|nebraska|nevada|nueva jersey|new jersey|' +
    'nuevo mexico|new mexico|nueva york|new york|ohio|oklahoma|oregon|pensilvania|pennsylvania|tennessee|texas|utah|' +
    'washington|wisconsin|wyoming'
  ).split('|'),
);

/** SAP's codes of states, where they are not those of the catalogue. Its CHI is Chihuahua, and may be Chiapas elsewhere. */
const SAP_CODES: ReadonlyMap<string, string> = new Map([
  ['CHS', '07'],
  ['CMP', '04'],
  ['MCH', '16'],
  ['TLX', '29'],
  ['TMS', '28'],
]);

/** The letters of the post for those states. Behind a place (`San Antonio, TX`), they are abroad unless a Mexican catalogue has them too. */
const LETTERS_OF_USA =
  'AL AK AZ AR CA CO CT DC DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  );

/** Municipalities of the state of México whose name no other state has in common use: `Toluca, México` is that state. */
const IN_STATE_OF_MEXICO: ReadonlySet<string> = new Set(
  (
    'acolman|almoloya de juarez|amecameca|atizapan|atizapan de zaragoza|atlacomulco|chalco|chimalhuacan|ciudad nezahualcoyotl|coacalco|' +
    'coacalco de berriozabal|cuautitlan|cuautitlan izcalli|ecatepec|ecatepec de morelos|huixquilucan|ixtapaluca|ixtlahuaca|metepec|' +
    'naucalpan|naucalpan de juarez|nezahualcoyotl|nicolas romero|san felipe del progreso|san mateo atenco|tecamac|tejupilco|tenancingo|' +
    'tenango del valle|teoloyucan|texcoco|tlalnepantla|tlalnepantla de baz|toluca|toluca de lerdo|tultepec|tultitlan|valle de bravo|' +
    'valle de chalco|villa nicolas romero|zinacantepec|zumpango'
  ).split('|'),
);

/** Returns a place in lower case, without accents and signs. */
const plainPlace = (place: string): string =>
  place
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns the key of an entity for its key, abbreviation or name (`NL`, `Nuevo León`, `19 - Nuevo León`, `MX-NLE`) or
 * for a place in it (`Monterrey, N.L.`), and any other text unchanged.
 */
export function readEntity(text: string): string {
  const key = ENTITY_KEYS.get(text) ?? entityKey(withoutDecimals(text));
  if (key !== undefined || text.length > LONGEST_ENTITY) return key ?? text;
  return keyOfMunicipality(text) ?? keyBesideName(text) ?? keyOfPlace(text) ?? keyOfMexico(text) ?? text;
}

/** The key of abroad. */
export const ABROAD = '36';

function entityKey(name: string): string | undefined {
  // The choices of a form have no spaces: `ciudad_de_mexico`.
  const place = name
    .replaceAll('_', ' ')
    .replace(/^\s*(?:MX-|nac(?:id[oa]|i[oó]|[ií])\s+en\s|(?:el\s+)?estado\s+libre\s+y\s+soberano\s+de\s)/i, '');
  if (STATES_OF_USA.has(plainPlace(place))) return ABROAD;
  return buscarEntidad(place)?.claveEntidad ?? SAP_CODES.get(place.trim().toUpperCase());
}

/** Returns the key of the state in INEGI's key of a municipality, of five digits; the first one may be a lost zero: `09014`, `9014`. */
function keyOfMunicipality(text: string): string | undefined {
  const digits = /^\s*\d{4,5}\s*$/.test(text) ? text.trim().padStart(5, '0') : '';
  return digits === '' || digits.endsWith('000') || digits > '33' ? undefined : entityKey(digits.slice(0, 2));
}

/** `México`, `Méx.` or `MX` after a place may be the country: another part of the place says more. */
const MAY_BE_COUNTRY = /^\s*m(?:[eé]x(?:ico)?|x)\s*\.?\s*$/i;

/** Returns the key of the state of México if `México` is it: behind one of its municipalities, or before the country (`Sultepec, México, México`). */
function keyOfMexico(text: string): string | undefined {
  const [, place = '', country] = /^(.+?) (?:mexico|mex|mx)( mexico)?$/.exec(plainPlace(text)) ?? [];
  return country !== undefined || IN_STATE_OF_MEXICO.has(place) ? entityKey('MC') : undefined;
}

/**
 * Returns whether the place may be abroad although it has an entity: another place follows it, as in `Hidalgo, Texas`, since the
 * larger place comes last, or its letters are those of a state of the United States too, as in `Jackson, MS`.
 */
export function hasPlaceBehind(text: string): boolean {
  if (!text.includes(',') || text.length > LONGEST_ENTITY) return false;
  const parts = text.split(',').filter((part) => /\p{L}/u.test(part) && !MAY_BE_COUNTRY.test(part));
  const last = parts.findLastIndex((part) => (entityKey(part) ?? ABROAD) !== ABROAD);
  return last >= 0 && (last < parts.length - 1 || (last > 0 && lettersOfUsa(parts[last]) !== ''));
}

/** Returns the letters of a state of the United States; empty for any other part of a place. */
function lettersOfUsa(part: string): string {
  const letters = part.replaceAll('.', '').trim().toUpperCase();
  return LETTERS_OF_USA.includes(letters) ? letters : '';
}

/**
 * Returns the key of the entity that is part of a place, such as `Tijuana B.C.`, if no other part names another entity; of a
 * place that ends abroad, that of abroad. A bare number is no name.
 */
function keyOfPlace(text: string): string | undefined {
  const parts = text.split(/[,;/()]/);
  const found = parts.flatMap(keysOfPart);
  const letters = parts.length > 1 ? lettersOfUsa(parts.findLast((part) => part.trim() !== '') ?? '') : '';
  if (found.length === 0 && letters !== '' && !POSTAL_KEYS.has(letters)) return ABROAD;
  if (found.at(-1) === ABROAD) return ABROAD;
  const keys = new Set(found);
  const [key] = keys;
  return keys.size === 1 ? key : undefined;
}

/** Returns the key of a part of a place or, if it is no entity, those of its start and of the abbreviations at its end (`N. L.`). */
function keysOfPart(part: string): string[] {
  if (!/\p{L}/u.test(part)) return [];
  const key = MAY_BE_COUNTRY.test(part) ? undefined : entityKey(part);
  if (key !== undefined) return [key];
  const end = part.search(/\s(?:\p{L}{1,5}\.\s?)+$/u);
  return end < 0 ? [] : [part.slice(0, end), part.slice(end + 1)].flatMap(keysOfPart);
}

const CODE_FIRST = /^\s*(?<code>[\p{L}\d]{1,2})[^\p{L}\d]+(?<name>.+)$/u;
const CODE_LAST = /^(?<name>.+?)[^\p{L}\d]+(?<code>[\p{L}\d]{1,2})[^\p{L}\d]*$/u;
/** No name of an entity or a place is longer. `CODE_LAST` is slow on a text of a megabyte. */
const LONGEST_ENTITY = 100;

/** Returns the key of an entity written with its key or abbreviation and its name, if both agree. A number may be of another catalogue: `05 Chiapas`. */
function keyBesideName(text: string): string | undefined {
  const keys = [CODE_FIRST, CODE_LAST].map((form) => {
    const { code = '', name = '' } = form.exec(text)?.groups ?? {};
    const key = buscarEntidad(code.padStart(2, '0'))?.claveEntidad;
    const named = /\d/.test(name) ? undefined : buscarEntidad(name)?.claveEntidad;
    return key === named || /^\d+$/.test(code) ? named : undefined;
  });
  return keys.find((key) => key !== undefined);
}
