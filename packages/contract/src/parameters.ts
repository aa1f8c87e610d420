/** The eight parameters of a person as the contract names them: into what `core` takes, or every problem with them. */
import { type Hallazgo, type Persona, revisar } from '@curp-service/core';
import type { Problema as ProblemaDe } from './codes/code.js';
import type { CausaDePersona } from './codes/person.js';

type Problema = ProblemaDe<CausaDePersona>;

const NOMBRES = ['nombres', 'apellido_paterno', 'apellido_materno'] as const;
const NUMEROS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento', 'entidad'] as const;
const SEXOS = ['H', 'M', 'X'] as const;
const CIFRAS = { anio_nacimiento: 4, mes_nacimiento: 2, dia_nacimiento: 2, entidad: 2 } as const;

/** What every operation on a person reads, in the contract's order. */
export const OCHO = [...NOMBRES, 'anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento', 'sexo', 'entidad'] as const;

type Nombre = (typeof NOMBRES)[number];
type Numero = (typeof NUMEROS)[number];

/** What was sent under each name; `undefined`: nothing. */
export type Valores = Readonly<Record<(typeof OCHO)[number], string | undefined>>;

/** What programs write for a datum that they do not have: a slip, not a name. */
const NULOS: ReadonlySet<string> = new Set(['null', 'None', 'undefined', 'NaN']);

/** Absent, empty, or of nothing that can be seen. */
export const falta = (valor: string | undefined): valor is undefined | '' =>
  valor === undefined || !(seVe(valor.charCodeAt(0)) || /[^\s\p{Cf}\p{M}]/u.test(valor));

/** The ASCII characters that can be seen: most values begin with one. */
const seVe = (codigo: number): boolean => codigo > 32 && codigo < 127;

/** The person that the parameters describe, to be judged only where they have no problem of form. */
export function leerPersona(v: Valores): Persona {
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
export function problemasDeForma(valores: Valores): Problema[] {
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
export function problemasDePersona(valores: Valores): Problema[] {
  const problemas = problemasDeForma(valores);
  const mal = new Set<string | undefined>(problemas.map(({ parametro }) => parametro));
  const mes = mal.has('mes_nacimiento') ? undefined : valores.mes_nacimiento;
  if (mes !== undefined && !esMes(mes)) problemas.push({ causa: 'mes_inexistente' });
  // In place of a part that is wrong stands one that makes no other part wrong: the rest is judged all the same.
  const anio = mal.has('anio_nacimiento') ? '2000' : valores.anio_nacimiento;
  const dia = mal.has('dia_nacimiento') ? '01' : valores.dia_nacimiento;
  const fechaNacimiento = `${anio}-${mes !== undefined && esMes(mes) ? mes : '01'}-${dia}`;
  const hallazgos = revisar({ ...leerPersona(valores), fechaNacimiento }).filter(({ dato }) => !mal.has(dato));
  return [...problemas, ...hallazgos.map(enPersona)];
}

const esMes = (mes: string): boolean => /^(0[1-9]|1[0-2])$/.test(mes);

function enNombre(parametro: Nombre, valor: string | undefined): Problema | null {
  if (falta(valor)) {
    // Present and empty, the second surname says that there is none.
    if (parametro === 'apellido_materno' && valor !== undefined) return null;
    return { causa: `${parametro}_ausente`, parametro };
  }
  return NULOS.has(valor) ? { causa: `${parametro}_nulo`, parametro } : null;
}

function enNumero(parametro: Numero, valor: string | undefined): Problema | null {
  if (falta(valor)) return { causa: `${parametro}_ausente`, parametro };
  if (!sonCifras(valor)) return { causa: `${parametro}_no_numerico`, parametro };
  return valor.length === CIFRAS[parametro] ? null : { causa: `${parametro}_cifras`, parametro };
}

function sonCifras(texto: string): boolean {
  for (let i = 0; i < texto.length; i++) {
    const codigo = texto.charCodeAt(i);
    if (codigo < 48 || codigo > 57) return false;
  }
  return true;
}

function enSexo(valor: string | undefined): Problema | null {
  if (falta(valor)) return { causa: 'sexo_ausente', parametro: 'sexo' };
  return SEXOS.some((sexo) => sexo === valor) ? null : { causa: 'sexo_invalido', parametro: 'sexo' };
}

/** What the contract says where `core` finds something wrong with well-formed parameters. */
function enPersona({ codigo, dato }: Hallazgo): Problema {
  switch (codigo) {
    case 'sin_letras':
    case 'largo':
    case 'control':
      return { causa: codigo, parametro: dato };
    case 'fecha_inexistente':
      return { causa: 'dia_inexistente' };
    case 'fecha_remota':
    case 'fecha_futura':
    case 'entidad_invalida':
      return { causa: codigo };
    default:
      return { causa: 'calculo' }; // the parameters were checked: nothing else can be wrong with them
  }
}
