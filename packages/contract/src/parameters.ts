/** Checks the eight parameters of a person and turns them into the `Persona` that `core` takes. */
import { type Hallazgo, type Persona, revisar } from '@curp-service/core';
import { WIRE_NAMES } from './answers.js';
import type { ProblemOf } from './codes/code.js';
import type { PersonCause } from './codes/person.js';
import { isSex } from './values.js';

type PersonProblem = ProblemOf<PersonCause>;

const NAMES = ['nombres', 'apellido_paterno', 'apellido_materno'] as const;
const NUMBERS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento', 'entidad'] as const;
const DIGITS = { anio_nacimiento: 4, mes_nacimiento: 2, dia_nacimiento: 2, entidad: 2 } as const;

/** The parameters of a person, in the order of the contract. */
export const PERSON_PARAMETERS = [
  ...NAMES,
  'anio_nacimiento',
  'mes_nacimiento',
  'dia_nacimiento',
  'sexo',
  'entidad',
] as const;

type NameParameter = (typeof NAMES)[number];
type NumberParameter = (typeof NUMBERS)[number];

/** The value of each parameter; `undefined`: it was not sent. */
export type PersonValues = Readonly<Record<(typeof PERSON_PARAMETERS)[number], string | undefined>>;

/** Texts that programs write by mistake for a datum that they do not have. */
export const NULL_TEXTS: ReadonlySet<string> = new Set(['null', 'None', 'undefined', 'NaN']);

/** Absent, empty, or without a visible character. */
export const isMissing = (value: string | undefined): value is undefined | '' =>
  value === undefined || !(isVisibleAscii(value.charCodeAt(0)) || /[^\s\p{Cf}\p{M}]/u.test(value));

/** Most values begin with a visible ASCII character: testing it first is quicker. */
const isVisibleAscii = (code: number): boolean => code > 32 && code < 127;

/** The person that the parameters describe. It makes sense only if they have no problem of form. */
export function toPersona(v: PersonValues): Persona {
  return {
    nombres: v.nombres ?? '',
    apellidoPaterno: v.apellido_paterno,
    apellidoMaterno: v.apellido_materno,
    fechaNacimiento: `${v.anio_nacimiento}-${v.mes_nacimiento}-${v.dia_nacimiento}`,
    sexo: isSex(v.sexo) ? v.sexo : 'X',
    entidad: v.entidad ?? '',
  };
}

/** Every problem of form with the parameters: missing, not numeric, of another length, not an allowed value. */
export function formProblems(values: PersonValues): PersonProblem[] {
  const problems: PersonProblem[] = [];
  const add = (problem: PersonProblem | null): void => {
    if (problem !== null) problems.push(problem);
  };
  for (const name of NAMES) add(nameProblem(name, values[name]));
  for (const number of NUMBERS) add(numberProblem(number, values[number]));
  add(sexProblem(values.sexo));
  return problems;
}

/** Every problem with the parameters: those of form and, for data without one, those that `core` finds. */
export function personProblems(values: PersonValues): PersonProblem[] {
  const problems = formProblems(values);
  const bad = new Set<string | undefined>(problems.map(({ parametro }) => parametro));
  const mes = bad.has('mes_nacimiento') ? undefined : values.mes_nacimiento;
  if (mes !== undefined && !isMonth(mes)) problems.push({ cause: 'mes_inexistente' });
  // A neutral part replaces a bad one, so that the rest of the date is still checked.
  const anio = bad.has('anio_nacimiento') ? '2000' : values.anio_nacimiento;
  const dia = bad.has('dia_nacimiento') ? '01' : values.dia_nacimiento;
  const fechaNacimiento = `${anio}-${mes !== undefined && isMonth(mes) ? mes : '01'}-${dia}`;
  const hallazgos = revisar({ ...toPersona(values), fechaNacimiento }).filter(({ dato }) => !bad.has(WIRE_NAMES[dato]));
  return [...problems, ...hallazgos.map(toProblem)];
}

const isMonth = (mes: string): boolean => /^(0[1-9]|1[0-2])$/.test(mes);

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
  if (!areDigits(value)) return { cause: `${parametro}_no_numerico`, parametro };
  return value.length === DIGITS[parametro] ? null : { cause: `${parametro}_cifras`, parametro };
}

function areDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function sexProblem(value: string | undefined): PersonProblem | null {
  if (isMissing(value)) return { cause: 'sexo_ausente', parametro: 'sexo' };
  return isSex(value) ? null : { cause: 'sexo_invalido', parametro: 'sexo' };
}

/** The problem of the contract for a finding of `core` about well-formed parameters. */
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
