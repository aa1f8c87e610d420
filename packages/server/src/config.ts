/** The configuration: every environment variable that the service reads, its default, and what it may hold. */
import { existsSync } from 'node:fs';
import type { Language } from '@curp-service/contract/language';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly adminPort: number;
  readonly databaseUrl: string;
  /** Connections to PostgreSQL, at most. */
  readonly databasePool: number;
  /** With the database gone, for how many milliseconds the tokens in memory are served. */
  readonly databaseGraceMs: number;
  readonly logLevel: string;
  /** Requests per second and project, where the project sets none; `null`: no limit. */
  readonly rateLimit: number | null;
  readonly demoToken: boolean;
  /** Origins that may read the answers in a browser; `*`: any; empty: none. */
  readonly corsOrigin: readonly string[];
  readonly trustProxy: boolean;
  /** Whether `obtener_datos` looks into the records that were imported. */
  readonly padron: boolean;
  /** `null`: none is asked. */
  readonly upstream: UpstreamConfig | null;
  /** How long the files and results of jobs are kept. */
  readonly lotesRetentionMs: number;
  /** How many bytes of files a project may have in jobs at a time. */
  readonly lotesMaxBytes: number;
}

/** Another service that `obtener_datos` asks. */
export interface UpstreamConfig {
  /** The base address, without a slash at its end. */
  readonly url: string;
  readonly token: string;
  readonly method: 'GET' | 'POST';
  /** For one key, all attempts included. */
  readonly timeoutMs: number;
  /** Keys that are looked up at the same time; as many may wait. */
  readonly concurrency: number;
}

/** A variable that holds what it may not. Its message names the variable and what to set. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads `.env` of the current folder, where there is one, into the environment of the process. */
export function loadEnv(idioma: Language): void {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    const motivo = error instanceof Error ? error.message : '';
    throw new ConfigError(idioma === 'en' ? `.env cannot be read (${motivo}).` : `No se puede leer .env (${motivo}).`);
  }
}

const NIVELES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Each variable with its default and what it admits, in both languages. */
export const VARIABLES = {
  HOST: [
    '127.0.0.1',
    'una dirección o nombre de esta máquina, como 127.0.0.1 o 0.0.0.0',
    'an address or name of this machine, like 127.0.0.1 or 0.0.0.0',
  ],
  PORT: ['3000', 'un puerto de 0 a 65535 (0 elige uno libre)', 'a port from 0 to 65535 (0 picks a free one)'],
  ADMIN_PORT: ['9464', 'un puerto de 0 a 65535 (0 elige uno libre)', 'a port from 0 to 65535 (0 picks a free one)'],
  DATABASE_URL: [
    'sqlite:data/curp.db',
    'sqlite:RUTA, como sqlite:data/curp.db, o postgres://USUARIO:CONTRASEÑA@SERVIDOR/BASE',
    'sqlite:PATH, like sqlite:data/curp.db, or postgres://USER:PASSWORD@HOST/DATABASE',
  ],
  DATABASE_POOL: ['10', 'conexiones, un entero de 1 a 1000', 'connections, a whole number from 1 to 1000'],
  DATABASE_GRACE: ['300', 'segundos, un entero de 0 a 86400', 'seconds, a whole number from 0 to 86400'],
  LOG_LEVEL: ['info', `uno de ${NIVELES.join(', ')}`, `one of ${NIVELES.join(', ')}`],
  RATE_LIMIT: [
    'off',
    'peticiones por segundo, un entero de 1 a 1000000, u off',
    'requests per second, a whole number from 1 to 1000000, or off',
  ],
  DEMO_TOKEN: [
    '',
    'on u off; sin valor: on solo en una dirección de loopback y sin TRUST_PROXY',
    'on or off; unset: on only on a loopback address without TRUST_PROXY',
  ],
  CORS_ORIGIN: [
    '*',
    '*, off, u orígenes como https://ejemplo.mx separados por comas',
    '*, off, or origins like https://example.mx separated by commas',
  ],
  TRUST_PROXY: ['off', 'on u off', 'on or off'],
  PADRON: ['off', 'on u off', 'on or off'],
  UPSTREAM_URL: [
    '',
    'la dirección base de otro servicio, como https://curp.ejemplo.mx, junto con UPSTREAM_TOKEN',
    'the base address of another service, like https://curp.example.mx, together with UPSTREAM_TOKEN',
  ],
  UPSTREAM_TOKEN: [
    '',
    'el token que da ese servicio, sin espacios, junto con UPSTREAM_URL',
    'the token that that service gives, without spaces, together with UPSTREAM_URL',
  ],
  UPSTREAM_METHOD: ['POST', 'POST o GET', 'POST or GET'],
  UPSTREAM_TIMEOUT_MS: [
    '5000',
    'milisegundos, un entero de 100 a 60000',
    'milliseconds, a whole number from 100 to 60000',
  ],
  UPSTREAM_CONCURRENCY: ['32', 'un entero de 1 a 1000', 'a whole number from 1 to 1000'],
  LOTES_RETENTION: ['86400', 'segundos, un entero de 60 a 604800', 'seconds, a whole number from 60 to 604800'],
  LOTES_MAX_MB: ['10000', 'megabytes, un entero de 1 a 10000000', 'megabytes, a whole number from 1 to 10000000'],
} as const satisfies Readonly<Record<string, readonly [defecto: string, es: string, en: string]>>;

type Variable = keyof typeof VARIABLES;

/** Reads the configuration from an environment; an empty variable counts as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, idioma: Language): Config {
  const texto = (variable: Variable): string => env[variable]?.trim() || VARIABLES[variable][0];
  const rechazar = (variable: Variable): never => {
    const [, es, en] = VARIABLES[variable];
    throw new ConfigError(idioma === 'en' ? `${variable} must be ${en}.` : `${variable} debe ser ${es}.`);
  };
  const conForma = (variable: Variable, forma: RegExp): string => {
    const valor = texto(variable);
    return forma.test(valor) ? valor : rechazar(variable);
  };
  const entero = (variable: Variable, minimo: number, maximo: number): number => {
    const valor = Number(conForma(variable, /^\d{1,9}$/));
    return valor >= minimo && valor <= maximo ? valor : rechazar(variable);
  };
  const encendido = (variable: Variable): boolean => conForma(variable, /^(on|off)$/) === 'on';

  const upstream = (): UpstreamConfig | null => {
    const method = conForma('UPSTREAM_METHOD', /^(GET|POST)$/) === 'GET' ? 'GET' : 'POST';
    const timeoutMs = entero('UPSTREAM_TIMEOUT_MS', 100, 60_000);
    const concurrency = entero('UPSTREAM_CONCURRENCY', 1, 1000);
    if (texto('UPSTREAM_URL') === '' && texto('UPSTREAM_TOKEN') === '') return null;
    const url = conForma('UPSTREAM_URL', /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/);
    if (!URL.canParse(url)) rechazar('UPSTREAM_URL');
    const token = conForma('UPSTREAM_TOKEN', /^[!-~]+$/);
    return { url: url.replace(/\/+$/, ''), token, method, timeoutMs, concurrency };
  };

  const host = conForma('HOST', /^[\w.:%-]+$/);
  const trustProxy = encendido('TRUST_PROXY');
  return {
    host,
    port: entero('PORT', 0, 65_535),
    adminPort: entero('ADMIN_PORT', 0, 65_535),
    databaseUrl: conForma('DATABASE_URL', /^(sqlite:|postgres(ql)?:\/\/).+$/),
    databasePool: entero('DATABASE_POOL', 1, 1000),
    databaseGraceMs: entero('DATABASE_GRACE', 0, 86_400) * 1000,
    logLevel: conForma('LOG_LEVEL', new RegExp(`^(${NIVELES.join('|')})$`)),
    rateLimit: texto('RATE_LIMIT') === 'off' ? null : entero('RATE_LIMIT', 1, 1_000_000),
    demoToken: texto('DEMO_TOKEN') === '' ? isLoopback(host) && !trustProxy : encendido('DEMO_TOKEN'),
    corsOrigin: origenes(conForma('CORS_ORIGIN', /^(\*|off|https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*)$/)),
    trustProxy,
    padron: encendido('PADRON'),
    upstream: upstream(),
    lotesRetentionMs: entero('LOTES_RETENTION', 60, 604_800) * 1000,
    lotesMaxBytes: entero('LOTES_MAX_MB', 1, 10_000_000) * 1e6,
  };
}

const isLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|::1|localhost)$/i.test(host);

const origenes = (valor: string): string[] => (valor === 'off' ? [] : valor.split(/\s*,\s*/));
