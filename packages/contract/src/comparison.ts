/** Checks the parameters of a comparison: a key, any part of a person's data, and an RFC. */
import { type DatosConocidos, type Hallazgo, atestiguar, validar } from '@curp-service/core';
import type { ProblemOf } from './codes/code.js';
import type { PersonCause } from './codes/person.js';
import { findingMessage } from './finding-message.js';
import { CORE_OPTIONS, type Language } from './language.js';
import { PERSON_PARAMETERS, type PersonValues, isMissing, personProblems } from './parameters.js';

type ComparisonProblem = ProblemOf<PersonCause>;

/** The value of each parameter. Absent or empty: not known; but an empty `apellido_materno` says that there is none. */
export interface ComparisonValues extends PersonValues {
  readonly curp: string | undefined;
  readonly rfc: string | undefined;
}

const isKnown = (values: PersonValues, name: keyof PersonValues): boolean =>
  name === 'apellido_materno' ? values[name] !== undefined : !isMissing(values[name]);

/** What the parameters say of a person, if they have no problem. */
export function toKnownData(values: ComparisonValues): DatosConocidos {
  const { anio_nacimiento: anio, mes_nacimiento: mes, dia_nacimiento: dia } = values;
  const known = (value: string | undefined): string | undefined => (isMissing(value) ? undefined : value);
  return {
    nombres: known(values.nombres),
    apellidoPaterno: known(values.apellido_paterno),
    apellidoMaterno: values.apellido_materno,
    fechaNacimiento: known(anio) && `${anio}-${mes}-${dia}`,
    sexo: known(values.sexo),
    entidad: known(values.entidad),
    rfc: known(values.rfc),
  };
}

/** Every problem of a comparison. With all data, a malformed key is a result; with part of them, its letters prove nothing. */
export function comparisonProblems(values: ComparisonValues, language: Language): ComparisonProblem[] {
  const { curp, rfc } = values;
  const known = PERSON_PARAMETERS.filter((name) => isKnown(values, name));
  const isWhole = known.length === PERSON_PARAMETERS.length;
  const ofKey: ComparisonProblem[] = isMissing(curp) ? [{ cause: 'curp_ausente' }] : [];
  const ofForm = isMissing(curp) || isWhole ? [] : malformedKey(curp, language);
  const ofRfc: ComparisonProblem[] = !isMissing(rfc) && atestiguar(rfc, '') === null ? [{ cause: 'rfc_invalido' }] : [];
  const hasDate = known.some(isOfDate);
  const isMissed = ({ cause, parametro = '' }: ComparisonProblem): boolean =>
    !cause.endsWith('_ausente') || known.length === 0 || (hasDate && isOfDate(parametro));
  return [...ofKey, ...ofForm, ...ofRfc, ...personProblems(values).filter(isMissed)];
}

const isOfDate = (parametro: string): boolean => parametro.endsWith('_nacimiento');

/** Why a key is not well formed. */
export function malformedKey(curp: string, language: Language): ProblemOf<'curp_mal_formada'>[] {
  const errors = validar(curp, CORE_OPTIONS[language]).hallazgos.filter(({ severidad }) => severidad === 'error');
  return errors.map((error) => ({ cause: 'curp_mal_formada', parts: { motivo: reasonOf(error, language) } }));
}

/** The finding as it reads after a colon, with its position if there is only one. */
function reasonOf(hallazgo: Hallazgo, language: Language): string {
  const message = findingMessage(hallazgo, language);
  const said = message.charAt(0).toLowerCase() + message.slice(1);
  const [position, ...others] = hallazgo.posiciones;
  if (position === undefined || others.length > 0) return said;
  return `${language === 'en' ? 'at position' : 'en la posición'} ${position}, ${said}`;
}
