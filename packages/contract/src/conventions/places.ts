/** Reads a state, or a place in it, as people write it in files and forms. */
import { ENTIDADES, buscarEntidad } from '@curp-service/core';
import { withoutDecimals } from '../values.js';

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

/** Returns whether a place is a state of the United States, whatever its accents. */
const isStateAbroad = (place: string): boolean =>
  STATES_OF_USA.has(place.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase());

/**
 * Returns the key of an entity for its key, abbreviation or name (`NL`, `Nuevo León`, `19 - Nuevo León`, `MX-NLE`) or
 * for a place in it (`Monterrey, N.L.`), and any other text unchanged.
 */
export function readEntity(text: string): string {
  const key = ENTITY_KEYS.get(text) ?? entityKey(withoutDecimals(text));
  if (key !== undefined || text.length > LONGEST_ENTITY) return key ?? text;
  return keyOfMunicipality(text) ?? keyBesideName(text) ?? keyOfPlace(text) ?? text;
}

/** The key of abroad. */
export const ABROAD = '36';

function entityKey(name: string): string | undefined {
  // The choices of a form have no spaces: `ciudad_de_mexico`.
  const place = name.replaceAll('_', ' ').replace(/^\s*(?:MX-|nac(?:id[oa]|i[oó]|[ií])\s+en\s)/i, '');
  return isStateAbroad(place) ? ABROAD : buscarEntidad(place)?.claveEntidad;
}

/** Returns the key of the state in INEGI's key of a municipality, of five digits; the first one may be a lost zero: `09014`, `9014`. */
function keyOfMunicipality(text: string): string | undefined {
  const digits = /^\s*\d{4,5}\s*$/.test(text) ? text.trim().padStart(5, '0') : '';
  return digits === '' || digits.endsWith('000') || digits > '33' ? undefined : entityKey(digits.slice(0, 2));
}

/** `México`, `Méx.` or `MX` after a place may be the country: another part of the place says more. */
const MAY_BE_COUNTRY = /^\s*m(?:[eé]x(?:ico)?|x)\s*\.?\s*$/i;

/** Returns whether another place follows the entity, as in `Hidalgo, Texas`. The larger place comes last, so this one may be abroad. */
export function hasPlaceBehind(text: string): boolean {
  if (!text.includes(',') || text.length > LONGEST_ENTITY) return false;
  const parts = text.split(',').filter((part) => /\p{L}/u.test(part) && !MAY_BE_COUNTRY.test(part));
  const last = parts.findLastIndex((part) => (entityKey(part) ?? ABROAD) !== ABROAD);
  return last >= 0 && last < parts.length - 1;
}

/**
 * Returns the key of the entity that is part of a place, such as `Tijuana B.C.`, if no other part names another entity; of a
 * place that ends abroad, that of abroad. A bare number is no name.
 */
function keyOfPlace(text: string): string | undefined {
  const found = text.split(/[,;/()]/).flatMap(keysOfPart);
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
