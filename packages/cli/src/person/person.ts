/** A person on the command line: the options, how they are read, and what may be wrong with them. */
import { type Fallo, type Hallazgo, type Persona, revisar, validar } from '@curp-service/core';
import { readEntity, readDate, readSex } from '@curp-service/contract/values';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { CLAVE, type Campo, PERSONA } from './data.js';
import { type Entorno, enJson, json } from '../environment.js';
import { Falla, SALIDA } from '../failure.js';

/** What was given, as it was written. */
export type Dados = Partial<Readonly<Record<Campo['campo'], string>>>;

export interface OpcionesDePersona extends Omit<Dados, 'curp'> {
  readonly json?: true;
}

const SEXOS = ['H', 'M', 'X'] as const;

/** Adds the options of a person to a command. */
export function conPersona(command: Command, { texto }: Entorno): Command {
  for (const { flag, valor, ayuda } of PERSONA) command.option(`${flag} <${valor}>`, texto(...ayuda));
  return command.option('--json', enJson(texto));
}

/** A command with an invented person, on two lines. */
export const ejemploDePersona = (comando: string): readonly string[] => [
  `${comando} --nombres Renata --apellido-paterno Olvera \\`,
  '  --apellido-materno Tinajero --fecha 1990-05-17 --sexo M --entidad DF',
];

/** The data as `core` takes them, right or wrong. */
const leidos = ({ nombres, apellidoPaterno, apellidoMaterno, fecha = '', sexo = '', entidad = '' }: Dados) => ({
  nombres,
  apellidoPaterno,
  apellidoMaterno,
  fechaNacimiento: aFecha(fecha),
  sexo: readSex(sexo),
  entidad: readEntity(entidad),
});

function aFecha(texto: string): string {
  const fecha = readDate(texto);
  return fecha === null ? texto : `${fecha.anio}-${fecha.mes}-${fecha.dia}`;
}

/** The person of data in which nothing is wrong. */
export function leerPersona(dados: Dados): Persona {
  const { nombres = '', sexo, ...resto } = leidos(dados);
  return { ...resto, nombres, sexo: SEXOS.find((uno) => uno === sexo) ?? 'X' };
}

/** What is wrong with what was given. A key may be any but an empty one: to judge it is the work of a command. */
export function problemasDe(dados: Dados, { idioma }: Entorno): readonly Hallazgo[] {
  const hay = new Set<string>(
    [CLAVE, ...PERSONA].filter(({ campo }) => dados[campo] !== undefined).map(({ dato }) => dato),
  );
  const deLaClave = validar(dados.curp ?? '', CORE_OPTIONS[idioma]).hallazgos.filter(
    ({ codigo }) => codigo === 'ausente',
  );
  return [...deLaClave, ...revisar(leidos(dados), CORE_OPTIONS[idioma])].filter(({ dato }) => hay.has(dato));
}

/** What `core` gives, unless it finds something wrong: then says what, and ends. */
export function exigir<T extends { readonly ok: true }>(
  resultado: T | Fallo,
  { json: comoJson }: { readonly json?: true },
  { print }: Entorno,
): T {
  if (resultado.ok) return resultado;
  const { hallazgos } = resultado;
  if (comoJson !== true) throw new Falla(SALIDA.NO, hallazgos.map(({ mensaje }) => mensaje).join('\n'));
  print(json({ errores: hallazgos }));
  throw new Falla(SALIDA.NO);
}
