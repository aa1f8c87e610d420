/** What a text is in a row: the cell of a column, or a part of one that is read by itself. */
import type { Field, Witness } from '@curp-service/contract/columns';

/** The cells of a row in the order in which they are read, then the parts of cells. */
export const enum Role {
  GIVEN,
  SECOND_GIVEN,
  SURNAMES,
  FIRST,
  SECOND,
  DATE,
  YEAR,
  MONTH,
  DAY,
  SEX,
  ENTITY,
  MAN,
  WOMAN,
  AGE,
  COUNTRY,
  OTHER_YEAR,
  OTHER_DATE,
  STAMP,
  /** The given names in two cells. */
  BOTH_GIVEN,
  /** A word of a name. */
  GIVEN_WORD,
  FIRST_WORD,
  SECOND_WORD,
  /** A word of a whole name, before it is cut. */
  WHOLE_WORD,
  /** The year of a date, and the rest of it behind the year or before it. */
  OF_YEAR,
  AFTER_YEAR,
  BEFORE_YEAR,
  /** What follows from two other entries. */
  PAIR,
  COUNT,
}

/** The roles of the three names of a person. */
export type NameRole = Role.GIVEN | Role.FIRST | Role.SECOND;

/** The columns that are read by their texts, by the role of their cells. The key and the RFC of a row are hardly ever repeated. */
export const COLUMN_ROLES: readonly (readonly [column: Field | Witness, role: Role])[] = [
  ['nombres', Role.GIVEN],
  ['segundo_nombre', Role.SECOND_GIVEN],
  ['apellidos', Role.SURNAMES],
  ['apellido_paterno', Role.FIRST],
  ['apellido_materno', Role.SECOND],
  ['fecha_nacimiento', Role.DATE],
  ['anio_nacimiento', Role.YEAR],
  ['mes_nacimiento', Role.MONTH],
  ['dia_nacimiento', Role.DAY],
  ['sexo', Role.SEX],
  ['entidad', Role.ENTITY],
  ['hombre', Role.MAN],
  ['mujer', Role.WOMAN],
  ['edad', Role.AGE],
  ['pais', Role.COUNTRY],
  ['otro_anio', Role.OTHER_YEAR],
  ['otra_fecha', Role.OTHER_DATE],
  ['marca', Role.STAMP],
];
