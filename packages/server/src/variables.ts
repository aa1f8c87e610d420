/** Defines every environment variable that the service reads, with its default and its accepted values. */

import type { Bilingual } from '@curp-service/contract/language';

/** The default of a variable, a description of its values in both languages, and their parser, which returns `undefined` for others. */
type Variable<T> = readonly [fallback: string, es: string, en: string, parse: (text: string) => T | undefined];

const matching = (fallback: string, form: Pick<RegExp, 'test'>, es: string, en: string): Variable<string> => [
  fallback,
  es,
  en,
  (text) => (form.test(text) ? text : undefined),
];

/** `es` and `en` name the unit that is counted. */
const wholeSetting = (fallback: string, min: number, max: number, es: string, en: string): Variable<number> => [
  fallback,
  `${es}, un entero de ${min} a ${max}`,
  `${en}, a whole number from ${min} to ${max}`,
  (text) => (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
];

function port(fallback: string): Variable<number> {
  const [, , , parse] = wholeSetting(fallback, 0, 65_535, '', '');
  return [fallback, 'un puerto de 0 a 65535 (0 elige uno libre)', 'a port from 0 to 65535 (0 picks a free one)', parse];
}

/** The value is `null` if the variable is unset and its default is empty. */
const onOrOff = (fallback: '' | 'off', es = '', en = ''): Variable<boolean | null> => [
  fallback,
  `on u off${es}`,
  `on or off${en}`,
  (text) => text === 'on' || (text === 'off' ? false : text === fallback ? null : undefined),
];

function orOff([, es, en, parse]: Variable<number>): Variable<number | null> {
  return ['off', `${es}, u off`, `${en}, or off`, (text) => (text === 'off' ? null : parse(text))];
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const BASE_URL = {
  test: (text: string) => /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(text) && URL.canParse(text),
};

const HOST_SETTING = matching(
  '127.0.0.1',
  /^[\w.:%-]+$/,
  'una dirección o nombre de esta máquina, como 127.0.0.1 o 0.0.0.0',
  'an address or name of this machine, such as 127.0.0.1 or 0.0.0.0',
);

const TABLE = {
  HOST: HOST_SETTING,
  PORT: port('3000'),
  ADMIN_HOST: HOST_SETTING,
  ADMIN_PORT: port('9464'),
  DATABASE_URL: matching(
    'sqlite:data/curp.db',
    /^(sqlite:|postgres(ql)?:\/\/).+$/,
    'sqlite:RUTA, como sqlite:data/curp.db, o postgres://USUARIO:CONTRASEÑA@SERVIDOR/BASE',
    'sqlite:PATH, like sqlite:data/curp.db, or postgres://USER:PASSWORD@HOST/DATABASE',
  ),
  DATABASE_POOL: wholeSetting('10', 1, 1000, 'conexiones', 'connections'),
  LOG_LEVEL: matching(
    'info',
    new RegExp(`^(${LEVELS.join('|')})$`),
    `uno de ${LEVELS.join(', ')}`,
    `one of ${LEVELS.join(', ')}`,
  ),
  RATE_LIMIT: orOff(wholeSetting('', 1, 1_000_000, 'peticiones por segundo', 'requests per second')),
  DEMO_TOKEN: onOrOff(
    '',
    '; sin valor: on solo para programas de esta máquina, en una dirección de loopback y sin TRUST_PROXY',
    '; unset: on only for programs of this machine, on a loopback address without TRUST_PROXY',
  ),
  CORS_ORIGIN: matching(
    '*',
    /^(\*|off|https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*)$/,
    '*, off, u orígenes como https://ejemplo.mx separados por comas',
    '*, off, or origins like https://example.mx separated by commas',
  ),
  TRUST_PROXY: onOrOff('off'),
  PADRON: onOrOff('off'),
  UPSTREAM_URL: matching(
    '',
    BASE_URL,
    'la dirección base de otro servicio, como https://curp.ejemplo.mx, junto con UPSTREAM_TOKEN',
    'the base address of another service, like https://curp.example.mx, together with UPSTREAM_TOKEN',
  ),
  UPSTREAM_TOKEN: matching(
    '',
    /^[!-~]+$/,
    'el token que da ese servicio, sin espacios, junto con UPSTREAM_URL',
    'the token that that service gives, without spaces, together with UPSTREAM_URL',
  ),
  UPSTREAM_METHOD: matching('POST', /^(POST|GET)$/, 'POST o GET', 'POST or GET'),
  LOTE_MAX_MB: wholeSetting('100', 1, 10_000_000, 'megabytes', 'megabytes'),
  LOTE_TEMP_MB: wholeSetting('4000', 1, 10_000_000, 'megabytes', 'megabytes'),
  LOTES_RETENTION: wholeSetting('86400', 60, 604_800, 'segundos', 'seconds'),
  LOTES_MAX_MB: wholeSetting('40000', 1, 10_000_000, 'megabytes', 'megabytes'),
  USAGE_RETENTION: wholeSetting('24', 1, 1200, 'meses', 'months'),
};

export type SettingName = keyof typeof TABLE;
export type SettingValue<K extends SettingName> = (typeof TABLE)[K] extends Variable<infer T> ? T : never;

/** All settings, in the order of the documentation. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are all the names
export const VARIABLE_NAMES = Object.keys(TABLE) as readonly SettingName[];

export const VARIABLES: { readonly [K in SettingName]: Variable<SettingValue<K>> } = TABLE;

/** The settings that a separate file may hold, and that are never shown. */
export const SECRETS: readonly SettingName[] = ['DATABASE_URL', 'UPSTREAM_TOKEN'];

const NO_TRACES: Bilingual = [
  'El servicio no manda trazas: la línea de cada petición en la bitácora tiene su duración y su `request_id`.',
  'The service sends no traces: the line of each request in the log has its duration and its `request_id`.',
];

/** The settings that earlier versions had, and what does their work now. `docs/operations.md` lists them too. */
export const GONE_SETTINGS: Readonly<Record<string, Bilingual>> = {
  OTEL_EXPORTER_OTLP_ENDPOINT: NO_TRACES,
  OTEL_EXPORTER_OTLP_HEADERS: NO_TRACES,
  OTEL_SERVICE_NAME: NO_TRACES,
  PROCESOS: [
    'Para usar más núcleos, inicie más servicios detrás del mismo proxy.',
    'To use more cores, start more services behind the same proxy.',
  ],
  DATABASE_GRACE: [
    'Un token en memoria sirve 300 segundos sin la base de datos.',
    'A token in memory works for 300 seconds without the database.',
  ],
  LOTE_FILES: ['El servicio procesa 64 archivos a la vez.', 'The service processes 64 files at a time.'],
  LOTE_FILES_PER_PROJECT: [
    'El servicio procesa 8 archivos de un proyecto a la vez.',
    'The service processes 8 files of a project at a time.',
  ],
  LOTE_TEMP_MB_PER_PROJECT: [
    'Un proyecto puede ocupar la cuarta parte de LOTE_TEMP_MB.',
    'A project may take a quarter of LOTE_TEMP_MB.',
  ],
  LOTES_MAX_MB_PER_PROJECT: [
    'Un proyecto puede guardar la cuarta parte de LOTES_MAX_MB.',
    'A project may keep a quarter of LOTES_MAX_MB.',
  ],
  LOTES_MAX_JOBS_PER_PROJECT: ['Un proyecto puede guardar 100 trabajos.', 'A project may keep 100 jobs.'],
  UPSTREAM_TIMEOUT_MS: ['Una clave espera a la fuente externa 5 segundos.', 'A key waits 5 seconds for the upstream.'],
  UPSTREAM_CONCURRENCY: ['El servicio pide 32 claves a la vez.', 'The service asks for 32 keys at a time.'],
};
