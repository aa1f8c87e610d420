/** Commands as rows of a table: a name, arguments, options, and what they run. */
import type { Bilingual } from '@curp-service/contract/language';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, configHelp, type Environment, json, jsonHelp, type Translate } from '../environment.js';
import { addCommand } from './help.js';
import type { Shown } from './table.js';

/** An argument or the value of an option. Without a reader, `T` is what commander gives. */
export interface CommandWord<T> {
  readonly form: string;
  readonly help: Bilingual;
  readonly read?: ((text: Translate) => Reader<T>) | undefined;
}
type ValueOf<W> = W extends CommandWord<infer T> ? T : never;
type CommandWords = Readonly<Record<string, CommandWord<unknown>>>;

export function argument(form: string, help: Bilingual): CommandWord<string>;
export function argument<T>(form: string, help: Bilingual, read?: (text: Translate) => Reader<T>): CommandWord<T>;
export function argument<T>(form: string, help: Bilingual, read?: (text: Translate) => Reader<T>): CommandWord<T> {
  return { form, help, read };
}

/** An option that takes a value. */
export function option(form: string, help: Bilingual): CommandWord<string>;
export function option<T>(form: string, help: Bilingual, read: (text: Translate) => Reader<T>): CommandWord<T>;
export function option<T>(form: string, help: Bilingual, read?: (text: Translate) => Reader<T>): CommandWord<T> {
  return { form: ` ${form}`, help, read };
}

/** An option that takes none. */
export const flag = (...help: Bilingual): CommandWord<true> => ({ form: '', help });

/** Skips `confirm`. */
export const YES = flag('no pregunta', 'does not ask');

interface CommandRow<A extends readonly CommandWord<unknown>[], O extends CommandWords> {
  readonly name: string;
  readonly about: Bilingual;
  readonly examples: readonly string[];
  readonly args?: A;
  /** Besides `--json` and `--config`, which all have. */
  readonly options?: O;
  /** Follows the help. */
  readonly after?: Bilingual;
  /** Returns what to print, unless it prints by itself. */
  readonly run: (context: CommandContext, args: ArgumentValues<A>, options: OptionValues<O>) => Promise<Shown | void>;
}

type ArgumentValues<A> = { readonly [K in keyof A]: ValueOf<A[K]> };
type OptionValues<O> = { readonly [K in keyof O]?: ValueOf<O[K]> } & CommonOptions;

interface CommonOptions {
  readonly json?: true;
  readonly csv?: true;
  readonly config?: string;
}

/** Adds a command to a group. */
export type AddCommand = (group: Command, environment: Environment) => void;

/** A row of a table, as the function that adds its command. */
export const command =
  <const A extends readonly CommandWord<unknown>[], O extends CommandWords>(row: CommandRow<A, O>): AddCommand =>
  (group, environment) => {
    const { text, print } = environment;
    const added = addCommand(group, row.name, text, text(...row.about), row.examples);
    for (const { form, help, read } of row.args ?? []) added.argument(form, text(...help), read?.(text));
    for (const [name, { form, help, read }] of Object.entries(row.options ?? {})) {
      if (read === undefined) added.option(`--${name}${form}`, text(...help));
      else added.option(`--${name}${form}`, text(...help), read(text));
    }
    added.option('--json', jsonHelp(text)).option('--config <ARCHIVO>', configHelp(text));
    if (row.after !== undefined) added.addHelpText('after', `\n${text(...row.after)}`);
    added.action(async (...given: unknown[]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- commander gives the arguments, then the options, then the command
      const [args, options] = [given.slice(0, -2), given.at(-2)] as unknown as [ArgumentValues<A>, OptionValues<O>];
      if (options.config !== undefined) environment.sources.addFile(options.config, true);
      const context = { ...environment, failUsage: (message: string) => added.error(message) };
      const shown = await row.run(context, args, options);
      if (shown !== undefined) print(options.json ? json(shown.json) : options.csv ? (shown.csv ?? '') : shown.text);
    });
  };

/** Adds a group of commands to the program. */
export const commandGroup =
  (name: string, about: Bilingual, examples: readonly string[], rows: readonly AddCommand[]): AddCommand =>
  (program, environment) => {
    const { text } = environment;
    const group = addCommand(program, name, text, text(...about), examples);
    for (const add of rows) add(group, environment);
  };

export type Reader<T> = (value: string) => T;

/** `read` gives `undefined` for a value that the option does not take. The error says what it must be, and never repeats it. */
export const reader =
  <T>(read: (value: string) => T | undefined, ...mustBe: Bilingual) =>
  (text: Translate): Reader<T> =>
  (value) => {
    const found = read(value);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(text(...mustBe));
  };

/** One of these words, in any case. */
export function oneOf<W extends string>(text: Translate, ...words: readonly W[]): Reader<W> {
  const list = words.join(', ');
  const find = (value: string): W | undefined => words.find((each) => each === value.toLowerCase());
  return reader(find, `debe ser una de: ${list}.`, `must be one of: ${list}.`)(text);
}

/** `alternative`: the other values that the option takes, as the error names them. */
export const wholeNumber = (text: Translate, min: number, max: number, alternative = ''): Reader<number> =>
  reader(
    (value) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
      return number >= min && number <= max ? number : undefined;
    },
    `debe ser un número entero de ${min} a ${max}${alternative}.`,
    `must be a whole number from ${min} to ${max}${alternative}.`,
  )(text);
