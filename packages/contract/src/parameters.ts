/** Checks the parameters of a person, and those of a comparison, and turns them into the data that `core` takes. */
import { type DatosConocidos, type Hallazgo, type Persona, atestiguar, revisar, validar } from '@curp-service/core';
import { WIRE_NAMES } from './answers.js';
import { WHOLE_NAME, PERSON_PARAMETERS } from './columns.js';
import type { ProblemOf } from './codes/code.js';
import type { PersonCause } from './codes/person.js';
import { findingMessage } from './finding-message.js';
import { CORE_OPTIONS, type Language } from './language.js';
import { isSex } from './values.js';

type PersonProblem = ProblemOf<PersonCause>;

/** The number of characters of a key. */
export const KEY_LENGTH = 18;

const NUMBERS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento', 'entidad'] as const;
const PARAMETER_DIGITS = { anio_nacimiento: 4, mes_nacimiento: 2, dia_nacimiento: 2, entidad: 2 } as const;

type NameParameter = (typeof WHOLE_NAME)[number];
type NumberParameter = (typeof NUMBERS)[number];

/** The value of each parameter; `undefined` if it was not sent. */
export type PersonValues = Readonly<Record<(typeof PERSON_PARAMETERS)[number], string | undefined>>;

/** Texts that programs write by mistake for a datum that they do not have. */
export const NULL_TEXTS: ReadonlySet<string> = new Set(['null', 'None', 'undefined', 'NaN']);

/** Returns whether a value is absent, empty, or without a visible character. */
export const isMissing = (value: string | undefined): value is undefined | '' =>
  value === undefined || !(isVisibleAscii(value.charCodeAt(0)) || /[^\s\p{Cf}\p{M}]/u.test(value));

/** Tests the first character of a value: most are visible ASCII, and this is quicker than the regular expression. */
const isVisibleAscii = (code: number): boolean => code > 32 && code < 127;

/** Returns the person that the parameters describe. They must have no problem of form. */
export function toPersona(v: PersonValues): Persona {
  return {
    nombres: v.nombres ?? '',
    apellidoPaterno: v.apellido_paterno,
    apellidoMaterno: v.apellido_materno,
    fechaNacimiento: `${v.anio_nacimiento}-${v.mes_nacimiento}-${v.dia_nacimiento}`,
    sexo: v.sexo ?? '',
    entidad: v.entidad ?? '',
  };
}

/** Finds every problem of form with the parameters: missing, not numeric, of another length, not an allowed value. */
export function formProblems(values: PersonValues): PersonProblem[] {
  const problems: PersonProblem[] = [];
  const add = (problem: PersonProblem | null): void => {
    if (problem !== null) problems.push(problem);
  };
  for (const name of WHOLE_NAME) add(nameProblem(name, values[name]));
  for (const number of NUMBERS) add(numberProblem(number, values[number]));
  add(sexProblem(values.sexo));
  return problems;
}

/** Finds every problem with the parameters: those of form and, for the other data, those that `core` finds. */
export function personProblems(values: PersonValues): PersonProblem[] {
  const problems = formProblems(values);
  const bad = new Set<string | undefined>(problems.map(({ parametro }) => parametro));
  const hasMonth = /^(0[1-9]|1[0-2])$/.test(`${values.mes_nacimiento}`);
  if (!hasMonth && !bad.has('mes_nacimiento')) problems.push({ cause: 'mes_inexistente' });
  // A neutral part replaces a bad one, so that the rest of the date is still checked.
  const anio = bad.has('anio_nacimiento') ? '2000' : values.anio_nacimiento;
  const dia = bad.has('dia_nacimiento') ? '01' : values.dia_nacimiento;
  const fechaNacimiento = `${anio}-${hasMonth ? values.mes_nacimiento : '01'}-${dia}`;
  const hallazgos = revisar({ ...toPersona(values), fechaNacimiento }).filter(({ dato }) => !bad.has(WIRE_NAMES[dato]));
  return [...problems, ...hallazgos.map(toProblem)];
}

function nameProblem(parametro: NameParameter, value: string | undefined): PersonProblem | null {
  if (isMissing(value)) {
    // An empty second surname says that the person has only one.
    if (parametro === 'apellido_materno' && value !== undefined) return null;
    return { cause: `${parametro}_ausente`, parametro };
  }
  return NULL_TEXTS.has(value) ? { cause: `${parametro}_nulo`, parametro } : null;
}

function numberProblem(parametro: NumberParameter, value: string | undefined): PersonProblem | null {
  if (isMissing(value)) return { cause: `${parametro}_ausente`, parametro };
  if (!/^\d+$/.test(value)) return { cause: `${parametro}_no_numerico`, parametro };
  return value.length === PARAMETER_DIGITS[parametro] ? null : { cause: `${parametro}_cifras`, parametro };
}

function sexProblem(value: string | undefined): PersonProblem | null {
  if (isMissing(value)) return { cause: 'sexo_ausente', parametro: 'sexo' };
  return isSex(value) ? null : { cause: 'sexo_invalido', parametro: 'sexo' };
}

/** Returns the problem of the contract for a finding of `core` about well-formed parameters. */
function toProblem({ codigo, dato }: Hallazgo): PersonProblem {
  switch (codigo) {
    case 'sin_letras':
    case 'largo':
    case 'control':
      return { cause: codigo, parametro: WIRE_NAMES[dato] };
    case 'fecha_inexistente':
      return { cause: 'dia_inexistente' };
    case 'fecha_remota':
    case 'fecha_futura':
    case 'entidad_invalida':
      return { cause: codigo };
    default:
      return { cause: 'calculo' }; // well-formed parameters give no other finding
  }
}

/** The value of each parameter. An absent or empty one is not known, but an empty `apellido_materno` says that there is none. */
export interface ComparisonValues extends PersonValues {
  readonly curp: string | undefined;
  readonly rfc: string | undefined;
}

const isKnown = (values: PersonValues, name: keyof PersonValues): boolean =>
  name === 'apellido_materno' ? values[name] !== undefined : !isMissing(values[name]);

/** Turns the parameters into known data. They must have no problem. */
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

/** Finds every problem of a comparison. With all data, a malformed key is a result; with part of them, its letters prove nothing. */
export function comparisonProblems(values: ComparisonValues, language: Language): PersonProblem[] {
  const { curp, rfc } = values;
  const isWhole = PERSON_PARAMETERS.every((name) => isKnown(values, name));
  const ofKey: PersonProblem[] = isMissing(curp) ? [{ cause: 'curp_ausente' }] : [];
  const ofForm = isMissing(curp) || isWhole ? [] : malformedKey(curp, language);
  const ofRfc: PersonProblem[] = !isMissing(rfc) && atestiguar(rfc, '') === null ? [{ cause: 'rfc_invalido' }] : [];
  return [...ofKey, ...ofForm, ...ofRfc, ...personProblems(values).filter(isOfKnown(values))];
}

/** Returns a filter for the problems of known data. An absent datum is a problem only if no datum is given, or if it is part of a given date. */
function isOfKnown(values: PersonValues): (problem: PersonProblem) => boolean {
  const known = PERSON_PARAMETERS.filter((name) => isKnown(values, name));
  const hasDate = known.some(isOfDate);
  return ({ cause, parametro = '' }) =>
    !cause.endsWith('_ausente') || known.length === 0 || (hasDate && isOfDate(parametro));
}

/** Returns whether the known data have the form of the contract. */
export const areWellFormed = (values: PersonValues): boolean => !formProblems(values).some(isOfKnown(values));

const isOfDate = (parametro: string): boolean => parametro.endsWith('_nacimiento');

/** Says why a key is not well formed. */
export function malformedKey(curp: string, language: Language): ProblemOf<'curp_mal_formada'>[] {
  const errors = validar(curp, CORE_OPTIONS[language]).hallazgos.filter(({ severidad }) => severidad === 'error');
  return errors.map((error) => {
    const [posicion, ...others] = error.posiciones;
    const parts = { motivo: findingMessage(error, language), posicion: others.length > 0 ? undefined : posicion };
    return { cause: 'curp_mal_formada', parts };
  });
}
