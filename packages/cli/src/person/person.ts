/** Reads a person from the options of a command or, on a terminal, by asking, and finds the problems in the data. */
import { type Fallo, type Hallazgo, type Persona, revisar, validar } from '@curp-service/core';
import { toWire, WIRE_NAMES } from '@curp-service/contract/answers';
import { findingMessage } from '@curp-service/contract/finding-message';
import { isSex, readEntity, readSex, readTypedDate } from '@curp-service/contract/values';
import { CURP_FIELD, type AskedField, PERSON_FIELDS } from './data.js';
import { coreOptions, json, text, user } from '../environment.js';
import { CommandFailure, EXIT, wrongUse } from '../failure.js';
import { print } from '../terminal/color.js';
import { argument, type CommandWord, JSON_OUTPUT } from '../terminal/commands.js';
import { ask, hasTerminal } from '../terminal/questions.js';

/** The data as the user wrote them. */
export type GivenData = Partial<Readonly<Record<AskedField['name'], string>>>;

interface JsonOption {
  readonly json?: true;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which `Object.fromEntries` forgets
const PERSON_WORDS = Object.fromEntries(PERSON_FIELDS.map(({ name, word }) => [name, word])) as Readonly<
  Record<(typeof PERSON_FIELDS)[number]['name'], CommandWord<string>>
>;
export const PERSON_OPTIONS = { ...PERSON_WORDS, json: JSON_OUTPUT };

export const CURP_ARGUMENT = argument<string | undefined>('[CURP]', [
  'la clave; si falta, se pregunta',
  'the key; if absent, it is asked for',
]);

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

function toIsoDate(typed: string): string {
  const fecha = readTypedDate(typed);
  return fecha === null ? typed : `${fecha.anio}-${fecha.mes}-${fecha.dia}`;
}

/** For data without problems. */
export function toPerson(given: GivenData): Persona {
  const { nombres = '', sexo, ...rest } = toCoreData(given);
  return { ...rest, nombres, sexo: isSex(sexo) ? sexo : 'X' };
}

/** The problems of the given data. A key must not be empty; the commands themselves validate it. */
function findProblems(given: GivenData): readonly Hallazgo[] {
  const present = new Set<string>(
    [CURP_FIELD, ...PERSON_FIELDS].filter(({ name }) => given[name] !== undefined).map(({ dato }) => dato),
  );
  const ofCurp = validar(given.curp ?? '', coreOptions()).hallazgos.filter(({ codigo }) => codigo === 'ausente');
  return [...ofCurp, ...revisar(toCoreData(given), coreOptions())].filter(({ dato }) => present.has(dato));
}

const messagesOf = (hallazgos: readonly Hallazgo[]): string[] =>
  hallazgos.map((one) => findingMessage(one, user.language));

/** Returns the result of `core`; if it found problems, reports them and ends the command. */
export function requireOk<T extends { readonly ok: true }>(result: T | Fallo, { json: asJson }: JsonOption): T {
  if (result.ok) return result;
  const { hallazgos } = result;
  if (asJson !== true) throw new CommandFailure(EXIT.NO, messagesOf(hallazgos).join('\n'));
  print(json({ errores: hallazgos.map((one) => Object.assign(toWire(one), { dato: WIRE_NAMES[one.dato] })) }));
  throw new CommandFailure(EXIT.NO);
}

export const askPerson = async (given: GivenData & JsonOption): Promise<Persona> =>
  toPerson(await complete(PERSON_FIELDS, given, given));

export async function askCurp(curp: string | undefined, options: JsonOption): Promise<string> {
  return (await complete([CURP_FIELD], withCurp({}, curp), options)).curp ?? '';
}

export async function askCurpAndPerson(
  curp: string | undefined,
  options: GivenData & JsonOption,
): Promise<{ readonly curp: string; readonly persona: Persona }> {
  const completed = await complete([CURP_FIELD, ...PERSON_FIELDS], withCurp(options, curp), options);
  return { curp: completed.curp ?? '', persona: toPerson(completed) };
}

const withCurp = (given: GivenData, curp: string | undefined): GivenData =>
  curp === undefined ? given : { ...given, curp };

/** Reports wrong data before it asks for the missing ones. */
async function complete(fields: readonly AskedField[], given: GivenData, options: JsonOption): Promise<GivenData> {
  const missing = fields.filter(({ name }) => given[name] === undefined);
  if (missing.length > 0 && !hasTerminal()) throw missingData(missing);
  const hallazgos = findProblems(given);
  requireOk(hallazgos.length === 0 ? { ok: true } : { ok: false, hallazgos }, options);
  if (missing.length === 0) return given;
  const answers = await ask(
    missing.map(({ name, question }) => ({
      prompt: text(...question),
      problems: (answer) => messagesOf(findProblems({ [name]: answer })),
    })),
  );
  return { ...given, ...Object.fromEntries(missing.map(({ name }, i) => [name, answers[i]])) };
}

function missingData(missing: readonly AskedField[]): Error {
  const list = missing.map(({ flag }) => flag).join(', ');
  const note = missing.some(({ name }) => name === 'apellidoMaterno')
    ? text(' Con un solo apellido: --apellido-materno "".', ' With one surname only: --apellido-materno "".')
    : '';
  return wrongUse(`Falta: ${list}.${note}`, `Missing: ${list}.${note}`);
}
