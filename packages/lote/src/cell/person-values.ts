/** The data of a row's person as they are read, for the few rows of which more than the key is asked. */
import type { Dato } from '@curp-service/core';
import { parseNombre } from '@curp-service/core/completo';
import { type PersonValues, isMissing } from '@curp-service/contract/parameters';
import type { PersonRow } from './person-row.js';
import { Role } from './roles.js';

/** The names of a person, and the other data, under the names of the contract. */
type NameValues = Pick<PersonValues, 'nombres' | 'apellido_paterno' | 'apellido_materno'>;
type OtherValues = Partial<Omit<PersonValues, keyof NameValues>>;

const DIGITS_OF_DAY = 8;

/** Returns the names as they are read; `undefined` for one that the row lacks. */
export function namesOf(person: PersonRow): NameValues {
  const { texts } = person;
  const none = { nombres: undefined, apellido_paterno: undefined, apellido_materno: undefined };
  const { fullName } = texts.reader.reader;
  if (fullName !== null) {
    const cut = person.isOfParts(Role.GIVEN) ? parseNombre(texts.text(Role.GIVEN) ?? '', fullName) : null;
    if (cut === null) return { ...none, ...person.oddity(Role.GIVEN)?.values };
    return { nombres: cut.nombres, apellido_paterno: cut.apellidoPaterno, apellido_materno: cut.apellidoMaterno };
  }
  const given = person.oddity(Role.GIVEN)?.values ?? { nombres: texts.text(Role.GIVEN) };
  const second = person.isOfParts(Role.GIVEN) ? texts.text(Role.SECOND_GIVEN) : undefined;
  const nombres = isMissing(second) ? given.nombres : `${given.nombres} ${second}`;
  if (!texts.hasText(Role.SURNAMES)) {
    const first = person.oddity(Role.FIRST)?.values ?? { apellido_paterno: texts.text(Role.FIRST) };
    const givenEmpty = texts.isGivenEmpty('apellido_materno') ? '' : undefined;
    const other = person.oddity(Role.SECOND)?.values ?? { apellido_materno: texts.text(Role.SECOND) ?? givenEmpty };
    return { ...none, ...first, ...other, nombres };
  }
  if (!person.isOfParts(Role.FIRST)) return { ...none, ...person.oddity(Role.FIRST)?.values, nombres };
  const [paterno, materno] = (texts.text(Role.SURNAMES) ?? '').split(' ').filter((word) => word !== '');
  return { nombres, apellido_paterno: paterno, apellido_materno: materno };
}

/** Returns the date, the sex and the entity as they are read; `undefined` for one that the row lacks. */
export function otherValuesOf(person: PersonRow): OtherValues {
  const { texts, composed: { birth } } = person; // oxfmt-ignore
  const digits = String(birth).padStart(DIGITS_OF_DAY, '0');
  const ofBirth = {
    anio_nacimiento: birth === 0 ? undefined : digits.slice(0, 4),
    mes_nacimiento: birth === 0 ? undefined : digits.slice(4, 6),
    dia_nacimiento: birth === 0 ? undefined : digits.slice(6),
  };
  return {
    ...ofBirth,
    ...person.oddity(Role.DATE)?.values,
    ...(person.oddity(Role.SEX)?.values ?? { sexo: texts.text(Role.SEX) }),
    ...(person.oddity(Role.ENTITY)?.values ?? { entidad: texts.text(Role.ENTITY) }),
  };
}

/** Returns the data of a person as they are written. Names that stand together in one cell are cut as they are read. */
export function writtenIn(person: PersonRow): Record<Dato, string | undefined> {
  const { texts } = person;
  const joined = (sign: string, ...roles: readonly Role[]): string =>
    roles.flatMap((role) => texts.text(role) ?? []).join(sign);
  const { nombres, apellido_paterno, apellido_materno } = namesOf(person);
  const areCut = texts.reader.reader.fullName !== null || texts.hasText(Role.SURNAMES);
  return {
    nombres: areCut ? nombres : joined(' ', Role.GIVEN, Role.SECOND_GIVEN),
    apellidoPaterno: areCut ? apellido_paterno : texts.text(Role.FIRST),
    apellidoMaterno: areCut ? apellido_materno : texts.text(Role.SECOND),
    fechaNacimiento: texts.text(Role.DATE) ?? joined('/', Role.DAY, Role.MONTH, Role.YEAR),
    sexo: texts.text(Role.SEX) ?? joined(' ', Role.MAN, Role.WOMAN),
    entidad: texts.text(Role.ENTITY),
  };
}
