/** Commands as rows of a table: a name, arguments, options, and the function that they run. */
import type { Bilingual } from '@curp-service/contract/language';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { json, sources, tell, text } from '../environment.js';
import { WrongUse } from '../failure.js';
import { print } from './color.js';
import type { Shown } from './table.js';
import { words } from '../textos/words.js';

/** Turns the words of the user into a value. */
export type Reader<T> = (value: string) => T;

/** An argument, or an option without its name. Without a reader, `T` is the value that commander passes. */
export interface CommandWord<T> {
  readonly form: string;
  readonly help: Bilingual;
  readonly read?: Reader<T> | undefined;
  /** The one-letter name of an option. */
  readonly short?: string;
  /** True if the option may be repeated; its value is a list. */
  readonly repeats?: boolean;
}
type ValueOf<W> = W extends CommandWord<infer T> ? T : never;
export type CommandWords = Readonly<Record<string, CommandWord<unknown>>>;

interface MakeWord {
  (form: string, help: Bilingual): CommandWord<string>;
  <T>(form: string, help: Bilingual, read?: Reader<T>): CommandWord<T>;
}
export const argument: MakeWord = <T>(form: string, help: Bilingual, read?: Reader<T>) => ({ form, help, read });
export const option: MakeWord = <T>(form: string, help: Bilingual, read?: Reader<T>) =>
  argument<T>(` ${form}`, help, read);

export const flag = (...help: Bilingual): CommandWord<true> => ({ form: '', help });

/** The flag that skips `confirm`. */
export const YES_FLAG = flag(...words('terminal_no_pregunta'));
export const JSON_OUTPUT = flag(...words('terminal_un_documento_json'));
export const CONFIG = option('<ARCHIVO>', words('terminal_el_archivo_de'));
/** The options of a command that writes a file. */
export const OUTPUT_OPTIONS = {
  forzar: flag(...words('terminal_reemplaza_salida_si')),
  silencio: flag(...words('terminal_sin_resumen')),
};
export const SUMMARY_JSON = flag(...words('terminal_el_resumen_como'));

/** Their values. Without `salida`, standard output is written. */
export interface OutputOptions {
  readonly salida?: string;
  readonly forzar?: true;
  readonly silencio?: true;
}

/** Returns the option that names the file to write. */
export const outputFile = (...help: Bilingual): CommandWord<string> => ({ ...option('<SALIDA>', help), short: '-o' });

const ADMIN_OPTIONS = { json: JSON_OUTPUT, config: CONFIG };

interface CommandRow<A extends readonly CommandWord<unknown>[], O extends CommandWords> {
  readonly name: string;
  readonly about: Bilingual;
  readonly examples: readonly string[];
  readonly args?: A;
  /** The options by name: `sin_preguntas` and `sinPreguntas` are `--sin-preguntas`. */
  readonly options?: O;
  /** The text after the help. */
  readonly after?: Bilingual;
  /** Returns the text to print, unless it prints by itself. */
  readonly run: (
    args: ArgumentValues<A>,
    options: OptionValues<O>,
    added: Command,
  ) => Shown | void | Promise<Shown | void>;
}

type ArgumentValues<A> = { readonly [K in keyof A]: ValueOf<A[K]> };
type OptionValues<O> = { readonly [K in keyof O]?: ValueOf<O[K]> };

export type AddCommand = (parent: Command) => void;

/** Turns a row of a table into the function that adds its command. */
export const command =
  <const A extends readonly CommandWord<unknown>[], O extends CommandWords>(
    row: CommandRow<A, O>,
    common: CommandWords = {},
  ): AddCommand =>
  (parent) => {
    const added = describedCommand(parent, row.name, row.about, row.examples);
    for (const { form, help, read } of row.args ?? []) {
      const word = new Argument(form, text(...help));
      if (read !== undefined) word.argParser(read);
      added.addArgument(word);
    }
    const names = new Map<string, string>();
    for (const [name, { form, help, read, short, repeats = false }] of Object.entries({
      ...row.options,
      ...common,
    })) {
      const long = `--${name.replaceAll(/_|(?=[A-Z])/g, '-').toLowerCase()}${form}`;
      const word = new Option(short === undefined ? long : `${short}, ${long}`, text(...help));
      if (repeats) word.argParser<readonly string[] | undefined>((value, others) => [...(others ?? []), value]);
      else if (read !== undefined) word.argParser(read);
      added.addOption(word);
      names.set(word.attributeName(), name);
    }
    if (row.after !== undefined) added.addHelpText('after', `\n${text(...row.after)}`);
    added.action(async (...given: unknown[]) => {
      const values = Object.entries(added.opts()).map(([name, value]) => [names.get(name) ?? name, value]);
      const { config, json: asJson, csv }: { json?: unknown; csv?: true; config?: string } = Object.fromEntries(values);
      if (config !== undefined) sources.addFile(config, true);
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- commander gives the arguments, then the options, then the command
        const args = given.slice(0, -2) as unknown as ArgumentValues<A>;
        const shown = await row.run(args, Object.fromEntries(values), added);
        if (shown !== undefined) print(asJson ? json(shown.json) : csv ? (shown.csv ?? '') : shown.text);
      } catch (error) {
        if (error instanceof WrongUse) added.error(error.message);
        throw error;
      }
    });
  };

export const adminCommand = <const A extends readonly CommandWord<unknown>[], O extends CommandWords>(
  row: CommandRow<A, O>,
): AddCommand => command(row, ADMIN_OPTIONS);

export const commandGroup =
  (name: string, about: Bilingual, examples: readonly string[], rows: readonly AddCommand[]): AddCommand =>
  (program) => {
    const group = describedCommand(program, name, about, examples);
    for (const add of rows) add(group);
  };

const describedCommand = (parent: Command, name: string, about: Bilingual, examples: readonly string[]): Command =>
  parent
    .command(name)
    .description(text(...about))
    .addHelpText('after', ['', tell('terminal_ejemplo'), ...examples.map((example) => `  ${example}`)].join('\n'));

/** Creates a reader. `read` returns `undefined` for a wrong value. The error says what the value must be, and never repeats it. */
export const reader =
  <T>(read: (value: string) => T | undefined, ...mustBe: Bilingual): Reader<T> =>
  (value) => {
    const found = read(value);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(text(...mustBe));
  };

/** Reads one of these words, in upper or lower case. */
export function oneOf<W extends string>(...values: readonly W[]): Reader<W> {
  const list = values.join(', ');
  const find = (value: string): W | undefined => values.find((each) => each === value.toLowerCase());
  return reader(find, ...words('terminal_debe_ser_una', { list }));
}

/** Reads a whole number. `mustBe`: what the error says, if the option takes another value too. */
export const wholeNumber = (
  min: number,
  max: number,
  mustBe: Bilingual = words('terminal_debe_ser_un_entero', { min, max }),
): Reader<number> =>
  reader(
    (value) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
      return number >= min && number <= max ? number : undefined;
    },
    ...mustBe,
  );
