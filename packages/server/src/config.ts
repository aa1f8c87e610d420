/** The configuration of the service, read from its environment variables. */
import type { Language } from '@curp-service/contract/language';
import { type SettingName, VARIABLES, type SettingValue } from './variables.js';

export { VARIABLES };

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where the metrics are served. */
  readonly adminHost: string;
  readonly adminPort: number;
  /** How many processes serve, on one port of this machine. */
  readonly processes: number;
  readonly databaseUrl: string;
  /** The most connections to PostgreSQL. */
  readonly databasePool: number;
  /** For how many milliseconds remembered tokens are served while the database is unreachable. */
  readonly databaseGraceMs: number;
  readonly logLevel: string;
  /** Requests per second for projects that set none; `null`: no limit. */
  readonly rateLimit: number | null;
  /** Whether `pruebas` works; `local`: only for programs of this machine. */
  readonly demoToken: boolean | 'local';
  /** Origins whose pages may read the answers in a browser; `*`: any; empty: none. */
  readonly corsOrigin: readonly string[];
  readonly trustProxy: boolean;
  /** Whether `obtener_datos` searches the imported records. */
  readonly padron: boolean;
  /** `null`: none is asked. */
  readonly upstream: UpstreamConfig | null;
  /** How many files may be under way at a time, in all and of one project. */
  readonly loteFiles: number;
  readonly loteFilesPerProject: number;
  /** How many bytes of files may be in temporary files, in all and of one project. */
  readonly loteTempBytes: number;
  readonly loteTempBytesPerProject: number;
  /** How long the files and results of jobs are kept. */
  readonly lotesRetentionMs: number;
  /** How many bytes jobs may keep, in all and of one project: files, headers and results. */
  readonly lotesMaxBytes: number;
  readonly lotesMaxBytesPerProject: number;
  /** How many jobs a project may keep. */
  readonly lotesMaxJobsPerProject: number;
  /** How many months of usage are kept before the current one. */
  readonly usageRetentionMonths: number;
  /** `null`: no traces. */
  readonly otlp: OtlpConfig | null;
}

/** Where traces are sent, by the variables of OpenTelemetry. */
export interface OtlpConfig {
  /** The base address, without a slash at its end. */
  readonly endpoint: string;
  /** May hold a secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
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

/** A variable holds a value that it does not accept. The message names the variable and what to set. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the configuration from an environment; an empty variable counts as unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, language: Language): Config {
  const set = (name: SettingName): string => env[name]?.trim() || VARIABLES[name][0];
  const read = <K extends SettingName>(name: K): SettingValue<K> => {
    const [, es, en, parse] = VARIABLES[name];
    const value = parse(set(name));
    if (value !== undefined) return value;
    throw new ConfigError(language === 'en' ? `${name} must be ${en}.` : `${name} debe ser ${es}.`);
  };

  const readUpstream = (): UpstreamConfig | null => {
    const method = read('UPSTREAM_METHOD') === 'GET' ? 'GET' : 'POST';
    const timeoutMs = read('UPSTREAM_TIMEOUT_MS');
    const concurrency = read('UPSTREAM_CONCURRENCY');
    if (set('UPSTREAM_URL') === '' && set('UPSTREAM_TOKEN') === '') return null;
    return {
      url: read('UPSTREAM_URL').replace(/\/+$/, ''),
      token: read('UPSTREAM_TOKEN'),
      method,
      timeoutMs,
      concurrency,
    };
  };

  const readOtlp = (): OtlpConfig | null => {
    const [headers, serviceName] = [read('OTEL_EXPORTER_OTLP_HEADERS'), read('OTEL_SERVICE_NAME')];
    if (set('OTEL_EXPORTER_OTLP_ENDPOINT') === '') return null;
    const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT').replace(/\/+$/, '');
    const pairs = Array.from(headers.matchAll(/([^=,]+)=([^,]*)/g), ([, name = '', value = '']) => [
      name,
      decode(value),
    ]);
    return { endpoint, headers: Object.fromEntries(pairs), serviceName };
  };

  const host = read('HOST');
  const trustProxy = read('TRUST_PROXY') === true;
  const corsOrigin = read('CORS_ORIGIN');
  return {
    host,
    port: read('PORT'),
    adminHost: read('ADMIN_HOST'),
    adminPort: read('ADMIN_PORT'),
    processes: read('PROCESSES'),
    databaseUrl: read('DATABASE_URL'),
    databasePool: read('DATABASE_POOL'),
    databaseGraceMs: read('DATABASE_GRACE') * 1000,
    logLevel: read('LOG_LEVEL'),
    rateLimit: read('RATE_LIMIT'),
    demoToken: read('DEMO_TOKEN') ?? (isLoopback(host) && !trustProxy && 'local'),
    corsOrigin: corsOrigin === 'off' ? [] : corsOrigin.split(/\s*,\s*/),
    trustProxy,
    padron: read('PADRON') === true,
    upstream: readUpstream(),
    loteFiles: read('LOTE_FILES'),
    loteFilesPerProject: read('LOTE_FILES_PER_PROJECT'),
    loteTempBytes: read('LOTE_TEMP_MB') * 1e6,
    loteTempBytesPerProject: read('LOTE_TEMP_MB_PER_PROJECT') * 1e6,
    lotesRetentionMs: read('LOTES_RETENTION') * 1000,
    lotesMaxBytes: read('LOTES_MAX_MB') * 1e6,
    lotesMaxBytesPerProject: read('LOTES_MAX_MB_PER_PROJECT') * 1e6,
    lotesMaxJobsPerProject: read('LOTES_MAX_JOBS_PER_PROJECT'),
    usageRetentionMonths: read('USAGE_RETENTION'),
    otlp: readOtlp(),
  };
}

/** Percent-decoded, or as it is if that is malformed. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const isLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|::1|localhost)$/i.test(host);
