/** Reads a person from the options of a command or, on a terminal, by asking, and finds the problems in the data. */
import { type DatosConocidos, type Fallo, type Hallazgo, type Persona, revisar, validar } from '@curp-service/core';
import { toWire, WIRE_NAMES } from '@curp-service/contract/answers';
import { findingMessage } from '@curp-service/contract/finding-message';
import { readEntity } from '@curp-service/contract/conventions/places';
import { readSex, readTypedDate, typedKey } from '@curp-service/contract/values';
import { CURP_FIELD, type AskedField, PERSON_FIELDS } from './data.js';
import { coreOptions, json, tell, text, user } from '../environment.js';
import { CommandFailure, EXIT, wrongUse } from '../failure.js';
import { print } from '../terminal/color.js';
import { argument, type CommandWord, JSON_OUTPUT } from '../terminal/commands.js';
import { ask, hasTerminal } from '../terminal/questions.js';
import { words } from '../textos/words.js';

export type GivenData = Partial<Readonly<Record<AskedField['name'], string>>>;

interface JsonOption {
  readonly json?: true;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which `Object.fromEntries` forgets
const PERSON_WORDS = Object.fromEntries(PERSON_FIELDS.map(({ name, word }) => [name, word])) as Readonly<
  Record<(typeof PERSON_FIELDS)[number]['name'], CommandWord<string>>
>;
export const PERSON_OPTIONS = { ...PERSON_WORDS, json: JSON_OUTPUT };

export const CURP_ARGUMENT = argument<string | undefined>('[CURP]', words('person_si_falta_se'));

/** Returns an example with an invented person, on two lines. */
export const personExample = (command: string): readonly string[] => [
  `${command} --nombres Renata --apellido-paterno Olvera \\`,
  '  --apellido-materno Tinajero --fecha 1990-05-17 --sexo M --entidad DF',
];

/** Returns the data in the form that `core` takes, right or wrong; `undefined` for those not given. */
export const toCoreData = ({ nombres, apellidoPaterno, apellidoMaterno, fecha, sexo, entidad }: GivenData) => ({
  nombres,
  apellidoPaterno,
  apellidoMaterno,
  fechaNacimiento: fecha && readTypedDate(fecha),
  sexo: sexo && readSex(sexo),
  entidad: entidad && readEntity(entidad),
});

export function toPerson(given: GivenData): Persona {
  const { nombres = '', fechaNacimiento = '', sexo = '', entidad = '', ...surnames } = toCoreData(given);
  return { ...surnames, nombres, fechaNacimiento, sexo, entidad };
}

/** Finds the problems of the given data. A key must not be empty; the commands themselves validate it. */
function findProblems(given: GivenData): readonly Hallazgo[] {
  const present = new Set<string>(
    [CURP_FIELD, ...PERSON_FIELDS].filter(({ name }) => given[name] !== undefined).map(({ dato }) => dato),
  );
  const ofCurp = validar(given.curp ?? '', coreOptions()).hallazgos.filter(({ codigo }) => codigo === 'ausente');
  return [...ofCurp, ...revisar(toCoreData(given), coreOptions())].filter(({ dato }) => present.has(dato));
}

const findingMessages = (hallazgos: readonly Hallazgo[]): string[] =>
  hallazgos.map((one) => findingMessage(one, user.language));

/** Returns the result of `core`; if it found problems, reports them and ends the command. */
export function requireOk<T extends { readonly ok: true }>(result: T | Fallo, { json: asJson }: JsonOption): T {
  if (result.ok) return result;
  const { hallazgos } = result;
  if (asJson !== true) throw new CommandFailure(EXIT.NO, findingMessages(hallazgos).join('\n'));
  print(json({ errores: hallazgos.map((one) => Object.assign(toWire(one), { dato: WIRE_NAMES[one.dato] })) }));
  throw new CommandFailure(EXIT.NO);
}

export const askPerson = async (given: GivenData & JsonOption): Promise<Persona> =>
  toPerson(await complete(PERSON_FIELDS, given, given));

export async function askCurp(curp: string | undefined, options: JsonOption): Promise<string> {
  return typedKey((await complete([CURP_FIELD], withCurp({}, curp), options)).curp ?? '');
}

/** Asks for the key and, if no datum is given, for all of them. */
export async function askCurpAndKnown(
  curp: string | undefined,
  options: GivenData & JsonOption,
): Promise<{ readonly curp: string; readonly datos: DatosConocidos }> {
  const isPart = PERSON_FIELDS.some(({ name }) => options[name] !== undefined);
  if (!isPart && curp !== undefined && !hasTerminal()) throw noData();
  const fields = [CURP_FIELD, ...(isPart ? [] : PERSON_FIELDS.map(orUnknown))];
  const completed = await complete(fields, withCurp(options, curp), options, UNKNOWN_MARK);
  const known = Object.entries(completed).filter(([, answer]) => answer !== UNKNOWN_MARK);
  return { curp: typedKey(completed.curp ?? ''), datos: toCoreData(Object.fromEntries(known)) };
}

/** The answer for a datum that the user does not know. */
const UNKNOWN_MARK = '?';

function orUnknown(field: AskedField): AskedField {
  const [es, en] = field.question.map((question, i) => {
    const hint = words('person_si_no_lo')[i];
    return question.endsWith(')') ? `${question.slice(0, -1)}; ${hint})` : `${question} (${hint})`;
  });
  return { ...field, question: [es ?? '', en ?? ''] };
}

const withCurp = (given: GivenData, curp: string | undefined): GivenData =>
  curp === undefined ? given : { ...given, curp };

/** Reports wrong data, then asks for the missing ones. */
async function complete(
  fields: readonly AskedField[],
  given: GivenData,
  options: JsonOption,
  unknown?: string,
): Promise<GivenData> {
  const missing = fields.filter(({ name }) => given[name] === undefined);
  if (missing.length > 0 && !hasTerminal()) throw missingData(missing);
  const hallazgos = findProblems(given);
  requireOk(hallazgos.length === 0 ? { ok: true } : { ok: false, hallazgos }, options);
  if (missing.length === 0) return given;
  const answers = await ask(
    missing.map(({ name, question }) => ({
      prompt: text(...question),
      problems: (answer) => (answer === unknown ? [] : findingMessages(findProblems({ [name]: answer }))),
    })),
  );
  return { ...given, ...Object.fromEntries(missing.map(({ name }, i) => [name, answers[i]])) };
}

function noData(): Error {
  const list = PERSON_FIELDS.map(({ flag }) => flag).join(', ');
  return wrongUse(...words('person_falta_al_menos', { list }));
}

function missingData(missing: readonly AskedField[]): Error {
  const list = missing.map(({ flag }) => flag).join(', ');
  const note = missing.some(({ name }) => name === 'apellidoMaterno') ? tell('person_con_un_solo') : '';
  return wrongUse(...words('person_falta', { list, note }));
}
