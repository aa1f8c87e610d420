/** Gets the data of a person and a CURP from the options or, on a terminal, by asking for the missing ones. */
import type { Persona } from '@curp-service/core';
import { findingMessage } from '@curp-service/contract/finding-message';
import type { Command } from 'commander';
import { CURP_FIELD, type Field, PERSON_FIELDS } from './data.js';
import type { Environment } from '../environment.js';
import { type GivenData, type PersonOptions, requireOk, toPerson, findProblems } from './person.js';
import { hasTerminal, ask } from '../terminal/questions.js';

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
  fields: readonly Field[],
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

function failMissing(missing: readonly Field[], { text }: Environment, command: Command): never {
  const list = missing.map(({ flag }) => flag).join(', ');
  const note = missing.some(({ option }) => option === 'apellidoMaterno')
    ? text(' Con un solo apellido: --apellido-materno "".', ' With one surname only: --apellido-materno "".')
    : '';
  return command.error(text(`Falta: ${list}.${note}`, `Missing: ${list}.${note}`));
}
