/** Finds settings in the environment, in files of variables and in files of secrets, and warns of names that are ignored. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Language, say } from '@curp-service/contract/language';
import { ConfigError } from './config.js';
import { GONE_SETTINGS, VARIABLE_NAMES, type SettingName, SECRETS } from './variables.js';
import { words } from './textos/words.js';

export { type SettingName, VARIABLE_NAMES, SECRETS };

/** The file with the variables of the systemd unit. */
export const UNIT_FILE = '/etc/curp-service.env';

/** The value of a variable, and the file that sets it (`null` for the environment). */
export interface Setting {
  readonly value: string;
  readonly file: string | null;
}

/** Returns the setting that `NAME` or, for a secret, `NAME_FILE` sets. */
const settingOf = (name: string): string => SECRETS.find((secret) => name === `${secret}_FILE`) ?? name;

export class SettingSources {
  readonly #env: NodeJS.ProcessEnv;
  readonly #language: Language;
  /** The file of each variable that a file sets. */
  readonly #files = new Map<string, string>();

  /** Variables of files are added to `env`, so that Node, its libraries and child processes see them too. */
  constructor(env: NodeJS.ProcessEnv, language: Language) {
    this.#env = env;
    this.#language = language;
  }

  /** Adds the variables of a file, if it exists. Variables that are already set stay, unless the file `wins`. */
  addFile(path: string, wins = false): void {
    const text = this.#read(path, path);
    if (text === null && wins) {
      throw this.#error(...words('settings_no_existe_el', { path }));
    }
    const added = parseEnv(text ?? '');
    const settings = new Set(Object.keys(added).map(settingOf));
    if (wins) for (const name of Object.keys(this.#env)) if (settings.has(settingOf(name))) delete this.#env[name];
    const present = new Set(Object.keys(this.#env).map(settingOf));
    for (const [name, value] of Object.entries(added)) {
      if (present.has(settingOf(name))) continue;
      this.#env[name] = value;
      this.#files.set(name, path);
    }
  }

  /** Adds the variables of the systemd unit, unless another source sets `DATABASE_URL`. */
  addUnit(): void {
    if (this.find('DATABASE_URL') === null) this.addFile(UNIT_FILE);
  }

  /** Returns a setting, or `null` if it is unset or empty. Throws if a secret is set twice or its file cannot be read. */
  find(name: SettingName): Setting | null {
    const [found, secret] = [this.#variable(name), this.#secret(name)];
    if (found === null || secret === null) return found ?? secret;
    const places = `${found.file ?? name}, ${secret.file}`;
    throw this.#error(...words('settings_esta_definido_dos', { name, places }));
  }

  values(): Partial<Record<SettingName, string>> {
    return Object.fromEntries(VARIABLE_NAMES.map((name) => [name, this.find(name)?.value]));
  }

  /** Lists the names in the environment, each with the file that sets it. */
  names(): readonly (readonly [name: string, file: string | null])[] {
    return Object.keys(this.#env).map((name) => [name, this.#files.get(name) ?? null]);
  }

  #variable(name: string): Setting | null {
    const value = this.#env[name]?.trim() ?? '';
    return value === '' ? null : { value, file: this.#files.get(name) ?? null };
  }

  #secret(name: SettingName): Setting | null {
    const variable = `${name}_FILE`;
    const file = SECRETS.includes(name) ? this.#variable(variable)?.value : undefined;
    if (file === undefined) return null;
    const value = this.#read(file, variable)?.trim();
    if (value) return { value, file };
    throw value === undefined
      ? this.#error(...words('settings_no_existe_el_archivo', { variable, file }))
      : this.#error(...words('settings_el_archivo_esta', { variable, file }));
  }

  /** Returns the text of a file, or `null` if the file does not exist. */
  #read(path: string, asked: string): string | null {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code === 'ENOENT') return null;
      const file = asked === path ? path : `${path}, ${asked}`;
      throw this.#error(...words('settings_no_se_puede', { file, code }));
    }
  }

  #error(es: string, en: string): ConfigError {
    return new ConfigError(say([es, en], this.#language));
  }
}

/** The settings of the service and of its clients, which use `CURP_TOKEN` and `CURP_URL`. */
const KNOWN_VARIABLES: ReadonlySet<string> = new Set([
  ...VARIABLE_NAMES,
  ...SECRETS.map((name) => `${name}_FILE`),
  'CURP_TOKEN',
  'CURP_URL',
]);
const OURS = /^(LOTES?|UPSTREAM|DATABASE|CURP)_/i;
/** Kubernetes sets variables of this form for each service of a cluster, like one named `curp-service`. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT(_\d+_\w+)?$/;

/** Warns of variables that are settings no longer, or look like settings but are none, one sentence for each. Without it, they would be ignored silently. */
export function ignoredNames(sources: SettingSources, language: Language): string[] {
  return sources.names().flatMap(([name, file]) => {
    if (KNOWN_VARIABLES.has(name)) return [];
    const given = { ajuste: name, archivo: file === null ? '' : ` (${file})` };
    const instead = GONE_SETTINGS[name.replace(/_FILE$/, '')];
    if (instead !== undefined) return say(words('settings_ya_no_existe', { ...given, consejo: instead }), language);
    const similar = similarTo(name);
    if (similar === undefined && (!OURS.test(name) || OF_KUBERNETES.test(name))) return [];
    const said =
      similar === undefined
        ? words('settings_no_hay', given)
        : words('settings_no_hay_pero', { ...given, parecido: similar });
    return say(said, language);
  });
}

/** Finds the setting that differs by one typing error, or by two if its name is long. */
const similarTo = (name: string): string | undefined =>
  Array.from(KNOWN_VARIABLES).find((known) => within(known.length < 8 ? 1 : 2, name.toUpperCase(), known));

/** Returns whether at most `slips` added, dropped, changed or swapped letters turn one word into the other. */
function within(slips: number, a: string, b: string): boolean {
  if (a === b) return true;
  if (slips === 0) return false;
  let same = 0;
  while (a[same] === b[same]) same += 1;
  const [x, y] = [a.slice(same), b.slice(same)];
  const swapped = x[0] === y[1] && x[1] === y[0];
  return (
    within(slips - 1, x.slice(1), y) ||
    within(slips - 1, x, y.slice(1)) ||
    within(slips - 1, x.slice(1), y.slice(1)) ||
    (swapped && within(slips - 1, x.slice(2), y.slice(2)))
  );
}
