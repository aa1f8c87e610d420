/** Reads the configuration of the service from its environment variables. */
import { type Language, say } from '@curp-service/contract/language';
import { type SettingName, VARIABLES, type SettingValue } from './variables.js';
import { words } from './textos/words.js';

export { VARIABLES };

export type Config = Readonly<ReturnType<typeof readConfig>>;

export interface UpstreamConfig {
  /** The base address, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly method: 'GET' | 'POST';
  /** The limit for one key, all attempts included. */
  readonly timeoutMs: number;
}

const UPSTREAM_TIMEOUT_MS = 5000;
/** The part of the space of all files, or of all jobs, that one project may take. */
const PROJECT_PART = 1 / 4;

/** A variable holds a value that it does not accept. The message names the variable and what to set. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the configuration from an environment; an empty variable counts as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, language: Language) {
  const set = (name: SettingName): string => env[name]?.trim() || VARIABLES[name][0];
  const read = <K extends SettingName>(name: K): SettingValue<K> => {
    const [, es, en, parse] = VARIABLES[name];
    const value = parse(set(name));
    if (value !== undefined) return value;
    throw new ConfigError(say(words('config_debe_ser', { ajuste: name, valor: [es, en] }), language));
  };
  const readUpstream = (): UpstreamConfig | null => {
    const method = read('UPSTREAM_METHOD') === 'GET' ? 'GET' : 'POST';
    if (set('UPSTREAM_URL') === '' && set('UPSTREAM_TOKEN') === '') return null;
    return {
      url: read('UPSTREAM_URL').replace(/\/+$/, ''),
      token: read('UPSTREAM_TOKEN'),
      method,
      timeoutMs: UPSTREAM_TIMEOUT_MS,
    };
  };

  const [host, port, adminHost, adminPort] = [read('HOST'), read('PORT'), read('ADMIN_HOST'), read('ADMIN_PORT')];
  if (port === adminPort && port !== 0 && (host === adminHost || [host, adminHost].some(isEveryAddress)))
    throw new ConfigError(say(words('config_puertos_distintos'), language));
  const trustProxy = read('TRUST_PROXY') === true;
  const corsOrigin = read('CORS_ORIGIN');
  const [loteTempBytes, lotesMaxBytes] = [read('LOTE_TEMP_MB') * 1e6, read('LOTES_MAX_MB') * 1e6];
  return {
    host,
    port,
    adminHost,
    adminPort,
    databaseUrl: read('DATABASE_URL'),
    databasePool: read('DATABASE_POOL'),
    logLevel: read('LOG_LEVEL'),
    rateLimit: read('RATE_LIMIT'),
    /** True if the token `pruebas` works; `local` if it works only for programs of this machine. */
    demoToken: read('DEMO_TOKEN') ?? (isLoopback(host) && !trustProxy && ('local' as const)),
    /** The origins whose pages may read answers in a browser: `*` is any, an empty list none. */
    corsOrigin: corsOrigin === 'off' ? [] : corsOrigin.split(/\s*,\s*/),
    trustProxy,
    padron: read('PADRON') === true,
    upstream: readUpstream(),
    /** The maximum number of files under way, in all and for one project. */
    loteFiles: 64,
    loteFilesPerProject: 8,
    /** The maximum bytes of a file that is answered at once. */
    loteMaxBytes: read('LOTE_MAX_MB') * 1e6,
    /** The maximum bytes of uploads in temporary files, in all and for one project. */
    loteTempBytes,
    loteTempBytesPerProject: loteTempBytes * PROJECT_PART,
    lotesRetentionMs: read('LOTES_RETENTION') * 1000,
    /** The maximum bytes that jobs keep (files, headers and results), in all and for one project. */
    lotesMaxBytes,
    lotesMaxBytesPerProject: lotesMaxBytes * PROJECT_PART,
    lotesMaxJobsPerProject: 100,
    usageRetentionMonths: read('USAGE_RETENTION'),
  };
}

/** Warns if everybody who reaches the service may look people up with the token that is in the documents. */
export function publicLookups(
  { host, demoToken, trustProxy, padron, upstream }: Config,
  language: Language,
): readonly string[] {
  const isReachable = demoToken === true && (trustProxy || !isLoopback(host));
  if (!isReachable || (!padron && upstream === null)) return [];
  const ajuste = padron ? 'PADRON=on' : 'UPSTREAM_URL';
  return [say(words('config_consultas_publicas', { ajuste, host }), language)];
}

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Returns whether a `Host` header names this machine alone, with or without a port. */
export const isLoopbackHost = (header: string): boolean => isLoopback(/^\[?(.*?)\]?(?::\d+)?$/.exec(header)?.[1] ?? '');

export const isLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|::1|localhost)$/i.test(host);
