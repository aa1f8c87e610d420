/** Reads a person from the options of a command or, on a terminal, by asking, and finds the problems in the data. */
import { type Fallo, type Hallazgo, type Persona, revisar, validar } from '@curp-service/core';
import { toWire, WIRE_NAMES } from '@curp-service/contract/answers';
import { findingMessage } from '@curp-service/contract/finding-message';
import { readEntity, readSex, readTypedDate } from '@curp-service/contract/values';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { CURP_FIELD, type AskedField, PERSON_FIELDS } from './data.js';
import { type Environment, json, jsonHelp } from '../environment.js';
import { EXIT, CommandFailure } from '../failure.js';
import { ask, hasTerminal } from '../terminal/questions.js';

/** The data as the user wrote them. */
export type GivenData = Partial<Readonly<Record<AskedField['option'], string>>>;

export interface PersonOptions extends Omit<GivenData, 'curp'> {
  readonly json?: true;
}

const SEXES = ['H', 'M', 'X'] as const;

export function addPersonOptions(command: Command, { text }: Environment): Command {
  for (const { flag, valueName, help } of PERSON_FIELDS) command.option(`${flag} <${valueName}>`, text(...help));
  return command.option('--json', jsonHelp(text));
}

/** An example with an invented person, on two lines. */
export const personExample = (command: string): readonly string[] => [
  `${command} --nombres Renata --apellido-paterno Olvera \\`,
  '  --apellido-materno Tinajero --fecha 1990-05-17 --sexo M --entidad DF',
];

/** The data in the form that `core` takes, right or wrong. */
const toCoreData = ({ nombres, apellidoPaterno, apellidoMaterno, fecha = '', sexo = '', entidad = '' }: GivenData) => ({
  nombres,
  apellidoPaterno,
  apellidoMaterno,
  fechaNacimiento: toIsoDate(fecha),
  sexo: readSex(sexo),
  entidad: readEntity(entidad),
});

function toIsoDate(text: string): string {
  const fecha = readTypedDate(text);
  return fecha === null ? text : `${fecha.anio}-${fecha.mes}-${fecha.dia}`;
}

/** For data without problems. */
export function toPerson(given: GivenData): Persona {
  const { nombres = '', sexo, ...rest } = toCoreData(given);
  return { ...rest, nombres, sexo: SEXES.find((sex) => sex === sexo) ?? 'X' };
}

/** The problems of the given data. A key must not be empty; the commands themselves validate it. */
function findProblems(given: GivenData, { language }: Environment): readonly Hallazgo[] {
  const present = new Set<string>(
    [CURP_FIELD, ...PERSON_FIELDS].filter(({ option }) => given[option] !== undefined).map(({ dato }) => dato),
  );
  const curpProblems = validar(given.curp ?? '', CORE_OPTIONS[language]).hallazgos.filter(
    ({ codigo }) => codigo === 'ausente',
  );
  return [...curpProblems, ...revisar(toCoreData(given), CORE_OPTIONS[language])].filter(({ dato }) =>
    present.has(dato),
  );
}

/** Returns the result of `core`; if it found problems, reports them and ends the command. */
export function requireOk<T extends { readonly ok: true }>(
  result: T | Fallo,
  { json: asJson }: { readonly json?: true },
  { print, language }: Environment,
): T {
  if (result.ok) return result;
  const { hallazgos } = result;
  if (asJson !== true)
    throw new CommandFailure(EXIT.NO, hallazgos.map((one) => findingMessage(one, language)).join('\n'));
  print(json({ errores: hallazgos.map((one) => Object.assign(toWire(one), { dato: WIRE_NAMES[one.dato] })) }));
  throw new CommandFailure(EXIT.NO);
}

export async function askPerson(options: PersonOptions, environment: Environment, command: Command): Promise<Persona> {
  return toPerson(await complete(PERSON_FIELDS, options, options, environment, command));
}

export async function askCurp(
  curp: string | undefined,
  options: { readonly json?: true },
  environment: Environment,
  command: Command,
): Promise<string> {
  const completed = await complete([CURP_FIELD], curp === undefined ? {} : { curp }, options, environment, command);
  return completed.curp ?? '';
}

export async function askCurpAndPerson(
  curp: string | undefined,
  options: PersonOptions,
  environment: Environment,
  command: Command,
): Promise<{ readonly curp: string; readonly persona: Persona }> {
  const given = { ...options, ...(curp === undefined ? {} : { curp }) };
  const completed = await complete([CURP_FIELD, ...PERSON_FIELDS], given, options, environment, command);
  return { curp: completed.curp ?? '', persona: toPerson(completed) };
}

/** Reports wrong data before it asks for the missing ones. */
async function complete(
  fields: readonly AskedField[],
  given: GivenData,
  options: { readonly json?: true },
  environment: Environment,
  command: Command,
): Promise<GivenData> {
  const missing = fields.filter(({ option }) => given[option] === undefined);
  if (missing.length > 0 && !hasTerminal()) failMissing(missing, environment, command);
  const hallazgos = findProblems(given, environment);
  requireOk(hallazgos.length === 0 ? { ok: true } : { ok: false, hallazgos }, options, environment);
  if (missing.length === 0) return given;
  const answers = await ask(
    missing.map(({ option, question }) => ({
      prompt: environment.text(...question),
      problems: (answer) =>
        findProblems({ [option]: answer }, environment).map((one) => findingMessage(one, environment.language)),
    })),
  );
  return { ...given, ...Object.fromEntries(missing.map(({ option }, i) => [option, answers[i]])) };
}

function failMissing(missing: readonly AskedField[], { text }: Environment, command: Command): never {
  const list = missing.map(({ flag }) => flag).join(', ');
  const note = missing.some(({ option }) => option === 'apellidoMaterno')
    ? text(' Con un solo apellido: --apellido-materno "".', ' With one surname only: --apellido-materno "".')
    : '';
  return command.error(text(`Falta: ${list}.${note}`, `Missing: ${list}.${note}`));
}
