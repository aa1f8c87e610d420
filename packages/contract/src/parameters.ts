/** The eight parameters of a person as the contract names them: into what `core` takes, or every problem with them. */
import { type Hallazgo, type Persona, revisar } from '@curp-service/core';
import type { Problem as ProblemaDe } from './codes/code.js';
import type { PersonCause } from './codes/person.js';

type Problema = ProblemaDe<PersonCause>;

const NOMBRES = ['nombres', 'apellido_paterno', 'apellido_materno'] as const;
const NUMEROS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento', 'entidad'] as const;
const SEXOS = ['H', 'M', 'X'] as const;
const CIFRAS = { anio_nacimiento: 4, mes_nacimiento: 2, dia_nacimiento: 2, entidad: 2 } as const;

/** What every operation on a person reads, in the contract's order. */
export const PERSON_PARAMETERS = [
  ...NOMBRES,
  'anio_nacimiento',
  'mes_nacimiento',
  'dia_nacimiento',
  'sexo',
  'entidad',
] as const;

type Nombre = (typeof NOMBRES)[number];
type Numero = (typeof NUMEROS)[number];

/** What was sent under each name; `undefined`: nothing. */
export type PersonValues = Readonly<Record<(typeof PERSON_PARAMETERS)[number], string | undefined>>;

/** What programs write for a datum that they do not have: a slip, not a name. */
const NULOS: ReadonlySet<string> = new Set(['null', 'None', 'undefined', 'NaN']);

/** Absent, empty, or of nothing that can be seen. */
export const isMissing = (valor: string | undefined): valor is undefined | '' =>
  valor === undefined || !(seVe(valor.charCodeAt(0)) || /[^\s\p{Cf}\p{M}]/u.test(valor));

/** The ASCII characters that can be seen: most values begin with one. */
const seVe = (codigo: number): boolean => codigo > 32 && codigo < 127;

/** The person that the parameters describe, to be judged only where they have no problem of form. */
export function toPersona(v: PersonValues): Persona {
  return {
    nombres: v.nombres ?? '',
    apellidoPaterno: v.apellido_paterno,
    apellidoMaterno: v.apellido_materno,
    fechaNacimiento: `${v.anio_nacimiento}-${v.mes_nacimiento}-${v.dia_nacimiento}`,
    sexo: SEXOS.find((sexo) => sexo === v.sexo) ?? 'X',
    entidad: v.entidad ?? '',
  };
}

/** Every problem of form with the parameters: missing, not numeric, of another length, not among those allowed. */
export function formProblems(valores: PersonValues): Problema[] {
  const problemas: Problema[] = [];
  const anotar = (problema: Problema | null): void => {
    if (problema !== null) problemas.push(problema);
  };
  for (const nombre of NOMBRES) anotar(enNombre(nombre, valores[nombre]));
  for (const numero of NUMEROS) anotar(enNumero(numero, valores[numero]));
  anotar(enSexo(valores.sexo));
  return problemas;
}

/** Every problem with the parameters: those of form and, for the data that have none, those that `core` finds. */
export function personProblems(valores: PersonValues): Problema[] {
  const problemas = formProblems(valores);
  const mal = new Set<string | undefined>(problemas.map(({ parametro }) => parametro));
  const mes = mal.has('mes_nacimiento') ? undefined : valores.mes_nacimiento;
  if (mes !== undefined && !esMes(mes)) problemas.push({ cause: 'mes_inexistente' });
  // In place of a part that is wrong stands one that makes no other part wrong: the rest is judged all the same.
  const anio = mal.has('anio_nacimiento') ? '2000' : valores.anio_nacimiento;
  const dia = mal.has('dia_nacimiento') ? '01' : valores.dia_nacimiento;
  const fechaNacimiento = `${anio}-${mes !== undefined && esMes(mes) ? mes : '01'}-${dia}`;
  const hallazgos = revisar({ ...toPersona(valores), fechaNacimiento }).filter(({ dato }) => !mal.has(dato));
  return [...problemas, ...hallazgos.map(enPersona)];
}

const esMes = (mes: string): boolean => /^(0[1-9]|1[0-2])$/.test(mes);

function enNombre(parametro: Nombre, valor: string | undefined): Problema | null {
  if (isMissing(valor)) {
    // Present and empty, the second surname says that there is none.
    if (parametro === 'apellido_materno' && valor !== undefined) return null;
    return { cause: `${parametro}_ausente`, parametro };
  }
  return NULOS.has(valor) ? { cause: `${parametro}_nulo`, parametro } : null;
}

function enNumero(parametro: Numero, valor: string | undefined): Problema | null {
  if (isMissing(valor)) return { cause: `${parametro}_ausente`, parametro };
  if (!sonCifras(valor)) return { cause: `${parametro}_no_numerico`, parametro };
  return valor.length === CIFRAS[parametro] ? null : { cause: `${parametro}_cifras`, parametro };
}

function sonCifras(texto: string): boolean {
  for (let i = 0; i < texto.length; i++) {
    const codigo = texto.charCodeAt(i);
    if (codigo < 48 || codigo > 57) return false;
  }
  return true;
}

function enSexo(valor: string | undefined): Problema | null {
  if (isMissing(valor)) return { cause: 'sexo_ausente', parametro: 'sexo' };
  return SEXOS.some((sexo) => sexo === valor) ? null : { cause: 'sexo_invalido', parametro: 'sexo' };
}

/** What the contract says where `core` finds something wrong with well-formed parameters. */
function enPersona({ codigo, dato }: Hallazgo): Problema {
  switch (codigo) {
    case 'sin_letras':
    case 'largo':
    case 'control':
      return { cause: codigo, parametro: dato };
    case 'fecha_inexistente':
      return { cause: 'dia_inexistente' };
    case 'fecha_remota':
    case 'fecha_futura':
    case 'entidad_invalida':
      return { cause: codigo };
    default:
      return { cause: 'calculo' }; // the parameters were checked: nothing else can be wrong with them
  }
}
