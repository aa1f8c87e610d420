/** Finds what other cells of a row say against its key. The reason says both. */
import { atestiguar } from '@curp-service/core';
import { esParticula, leerNombre } from '@curp-service/core/leido';
import type { Reason } from '@curp-service/contract/words/reasons';
import type { ReasonId } from '@curp-service/contract/words/sentences';
import type { ColumnIndexes, Field } from '@curp-service/contract/columns';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { Flag } from '../cell/part.js';
import type { PersonRow } from '../cell/person-row.js';
import { Role } from '../cell/roles.js';
import { contradictingAges, isAbroad, isOtherAge, isRfc } from '../datum/witnesses.js';
import type { Row } from '../read/row.js';
import type { RowData } from './row-data.js';

const says = (id: ReasonId, campo: Field, testigo: string, fila: string | number): Reason => ({
  id,
  campo,
  parts: { testigo, fila: String(fila) },
});

/** The first ten characters of an RFC are those of the key, for most people. */
export const LIKE_RFC = 10;

/** Returns whether other cells of a row may contradict its key: only then somebody looks at them. */
export function mayContradict(person: PersonRow, { curp, rfc }: ColumnIndexes, row: Row): boolean {
  const { key, birth, flags } = person.composed;
  if (person.texts.hasColumn(Role.AGE) && isOtherAge(person.value(Role.AGE), birth)) return true;
  if (person.texts.hasColumn(Role.OTHER_YEAR) && differs(person.value(Role.OTHER_YEAR), Math.trunc(birth / 10_000)))
    return true;
  if (person.texts.hasColumn(Role.OTHER_DATE) && differs(person.value(Role.OTHER_DATE), birth)) return true;
  if ((flags & Flag.ABROAD) !== 0 && !person.isBornAbroad) return true;
  return (rfc >= 0 && !isFilledAs(row, rfc, key, LIKE_RFC)) || (curp >= 0 && !isFilledAs(row, curp, key, KEY_LENGTH));
}

const differs = (number: number, own: number): boolean => number !== 0 && number !== own;

/** Returns whether a cell is empty, or begins with the first characters of the key. */
export function isFilledAs({ bytes, from, to }: Row, column: number, key: Int32Array, length: number): boolean {
  const start = from[column];
  if (start < 0 || to[column] === start) return true;
  if (to[column] - start < length) return false;
  for (let i = 0; i < length; i++) if (bytes[start + i] !== ((key[i >> 2] >> (8 * (i & 3))) & 0xff)) return false;
  return length < KEY_LENGTH || to[column] - start === length;
}

/** Returns the contradictions between a calculated key and the other cells of its row. */
export function contradictions(data: RowData, key: string): readonly Reason[] {
  const { rfc = '', edad = '', pais = '', otro_anio, otra_fecha } = data.witnesses;
  const birth = `${data.anio_nacimiento}-${data.mes_nacimiento}-${data.dia_nacimiento}`;
  const ages = contradictingAges(edad, birth);
  const found = [
    ages !== null && says('edad_difiere', 'fecha_nacimiento', String(ages[0]), ages[1]),
    isOfAnother(rfc, key, data.apellido_paterno ?? '') &&
      says('rfc_difiere', 'rfc', rfc.trim().toUpperCase().slice(0, 10), key.slice(0, 10)),
    otro_anio !== undefined &&
      otro_anio !== data.anio_nacimiento &&
      says('anio_difiere', 'fecha_nacimiento', otro_anio, birth),
    otra_fecha !== undefined && otra_fecha !== birth && says('fecha_difiere', 'fecha_nacimiento', otra_fecha, birth),
    isAbroad(pais) && key.slice(11, 13) !== 'NE' && says('pais_difiere', 'entidad', pais.trim(), key.slice(11, 13)),
  ];
  return found.filter((message) => message !== false);
}

/** Returns whether an RFC has another date than the key, or other initials of its two surnames. Of a lone or a short surname, both have other letters by rule. */
function isOfAnother(rfc: string, key: string, firstSurname: string): boolean {
  const verdict = rfc.trim() === '' ? null : atestiguar(rfc, key);
  if (verdict === null) return isRfc(rfc.trim()); // the 31st of November is nobody's birth
  if (verdict !== 'indeterminado') return verdict === 'difiere';
  const letters = rfc.trim().toUpperCase();
  if (isShort(firstSurname) && letters.slice(0, 3) === `${key.charAt(0)}${key.slice(2, 4)}`) return false;
  const isGeneric = letters.slice(4, 10) !== key.slice(4, 10);
  return !isGeneric && key.charAt(2) !== 'X' && [0, 2].some((i) => !['X', letters.charAt(i)].includes(key.charAt(i)));
}

/** SAT takes one letter of a first surname of one or two letters, one of the second and two of the given name. */
const isShort = (surname: string): boolean => {
  const word = leerNombre(surname, 'apellidoPaterno').palabras.find((each) => !esParticula(each)) ?? '';
  return word.length > 0 && word.length <= 2;
};
