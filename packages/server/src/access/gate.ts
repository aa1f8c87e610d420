/** Checks every request before its operation, in the contract's order: well-formedness, token, project, rate, quota. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Problem } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Config, isLoopbackHost } from '../config.js';
import {
  type KnownParameters,
  MAX_URL_LENGTH,
  type Parameter,
  type RequestBody,
  type ParameterValues,
  queryOf,
  readParameters,
} from '../http/request.js';
import type { Registry } from '../registry/registry.js';
import type { Clock } from '../store/heartbeat.js';
import { EXPIRED, type Project } from '../store/projects.js';
import type { Auth, Opened } from './auth.js';
import { mexicoMonth, renewalDate, secondsOfMonthLeft } from './calendar.js';
import { NO_QUOTA, type Quota, type QuotaUnit } from './quota.js';
import type { Rate, RateCheck } from './rate.js';
import { DEMO, isMistyped } from './tokens.js';
import type { Usage } from './usage.js';

export interface Gate {
  readonly auth: Auth;
  readonly rate: Rate;
  /** The requests per second of a project without a limit of its own; `null` if unlimited. */
  readonly rateLimit: number | null;
  readonly quota: Quota;
  readonly usage: Usage;
  /** `null` if no registry is configured. */
  readonly registry: Registry | null;
  /** The requests whose operation is still waiting. A stop of the service waits for them. */
  readonly waiting: Set<Promise<void>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly storeFailed: (error: unknown) => void;
  readonly demoToken: Config['demoToken'];
}

export type IncomingRequest = FastifyRequest<{ Body: RequestBody | undefined }>;

/** The project of a request, once known, and the headers of its answer. */
interface Caller {
  readonly project?: Project;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface Refused extends Caller {
  readonly problems: readonly Problem[];
}

export interface Admitted<P extends string = Parameter> extends Caller {
  readonly project: Project;
  readonly token: string;
  readonly values: ParameterValues<P>;
  readonly unit: QuotaUnit;
}

export type Admission<P extends string = Parameter> = Admitted<P> | Refused;

/** Admits a request and returns its parameters, or refuses it with the reason. A `free` request uses no quota. */
export function admit<P extends string>(
  gate: Gate,
  request: IncomingRequest,
  known: KnownParameters<P>,
  language: Language,
  free = false,
): Admission<P> | Promise<Admission<P>> {
  const read = readRequest(request, known);
  if ('problems' in read) return read;
  if (read.token === DEMO) {
    if (isOfOtherOrigin(request.headers)) return refused({ cause: 'pruebas_ajena' });
    if (gate.demoToken === 'local' && !isOfThisMachine(request.raw)) return refused({ cause: 'pruebas_remota' });
  }
  const opened = gate.auth.open(read.token);
  if (!(opened instanceof Promise)) return admitProject(gate, opened, read, language, free);
  return opened.then((project) => admitProject(gate, project, read, language, free), withoutStore(gate));
}

/** Returns the project that a token opened, or the problem if the project may not be used. */
export function usableProject(opened: Opened, token: string): Project | Problem {
  if (opened === EXPIRED) return { cause: 'token_vencido' };
  if (opened === null) return { cause: isMistyped(token) ? 'token_mal_escrito' : 'token_desconocido' };
  return opened.estado === 'activo' ? opened : { cause: 'proyecto_inactivo' };
}

export const quotaUsedUp = (now: number, language: Language): Problem => ({
  cause: 'cuota_agotada',
  parts: { renovacion: renewalDate(mexicoMonth(now), language) },
});

function admitProject<P extends string>(
  gate: Gate,
  opened: Opened,
  { token, values }: TokenAndValues<P>,
  language: Language,
  free: boolean,
): Admission<P> | Promise<Admission<P>> {
  const project = usableProject(opened, token);
  if ('cause' in project)
    return { problems: [project], ...(typeof opened === 'object' && opened !== null ? { project: opened } : {}) };
  const now = gate.clock.now();
  const limit = project.limite ?? gate.rateLimit;
  let headers: Readonly<Record<string, string>> | undefined;
  if (limit !== null) {
    const check = gate.rate.check(project.id, limit, now);
    headers = rateHeaders(limit, check);
    if (!check.passes) {
      return { problems: [{ cause: 'demasiadas', parts: { limite: String(limit) } }], project, headers };
    }
  }
  if (free) return { project, token, values, unit: NO_QUOTA, headers };
  const withUnit = (unit: QuotaUnit | null): Admission<P> => {
    const shownHeaders = withQuota(headers, project.cuota, gate.quota.left(project, now), now);
    return unit === null
      ? { problems: [quotaUsedUp(now, language)], project, headers: shownHeaders }
      : { project, token, values, unit, headers: shownHeaders };
  };
  const taken = gate.quota.take(project, now);
  return taken instanceof Promise ? taken.then(withUnit, withoutStore(gate, { project, headers })) : withUnit(taken);
}

function storeProblem({ storeFailed }: Gate, error: unknown): Problem {
  storeFailed(error);
  return { cause: 'almacen' };
}

const withoutStore =
  (gate: Gate, caller: Caller = {}) =>
  (error: unknown): Refused => ({ ...caller, problems: [storeProblem(gate, error)] });

/** Asks the store. Returns a problem, which refuses the request, if the store fails. */
export const askStore = async <T>(gate: Gate, ask: () => Promise<T>): Promise<T | Problem> =>
  ask().catch((error: unknown) => storeProblem(gate, error));

interface TokenAndValues<P extends string> {
  readonly token: string;
  readonly values: ParameterValues<P>;
}

const refused = (problem: Problem): Refused => ({ problems: [problem] });

function readRequest<P extends string>(
  request: IncomingRequest,
  known: KnownParameters<P>,
): TokenAndValues<P> | Refused {
  const { url = '' } = request.raw;
  if (url.length > MAX_URL_LENGTH) return refused({ cause: 'url_larga', parts: { limite: String(MAX_URL_LENGTH) } });
  const { values, problems } = readParameters(queryOf(url), request.body, known);
  if (problems.length > 0) return { problems };
  const inParameter = values.token?.trim() || undefined;
  const { authorization } = request.headers;
  const inHeader = authorization === undefined ? undefined : /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1];
  const token = inParameter ?? inHeader;
  if (token === undefined) return refused({ cause: 'token_ausente' });
  if (inHeader !== undefined && inHeader !== token) return refused({ cause: 'repetido', parametro: 'token' });
  return { values, token };
}

/** Writes the headers of the IETF's draft "RateLimit header fields for HTTP", and `Retry-After` of RFC 9110. */
function rateHeaders(limit: number, { passes, remaining, seconds }: RateCheck): Record<string, string> {
  return {
    'ratelimit-policy': `"proyecto";q=${limit};w=1`,
    ratelimit: `"proyecto";r=${remaining};t=${seconds}`,
    ...(passes ? {} : { 'retry-after': String(seconds) }),
  };
}

/** Adds the quota of the month to the headers of the rate, if the project has one. */
function withQuota(
  headers: Caller['headers'],
  quota: number | null,
  left: number | null,
  now: number,
): Caller['headers'] {
  if (quota === null || left === null) return headers;
  return {
    ...headers,
    'ratelimit-policy': joined(headers?.['ratelimit-policy'], `"mes";q=${quota}`),
    ratelimit: joined(headers?.['ratelimit'], `"mes";r=${left};t=${secondsOfMonthLeft(now)}`),
  };
}

const joined = (first: string | undefined, second: string): string =>
  first === undefined ? second : `${first}, ${second}`;

/** The `Sec-Fetch-Site` of our own page, and `none`, of an address that a person typed or bookmarked. */
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

function isOfOtherOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return !OWN_SITES.has(site);
  // Browsers from before 2023 may send only `Origin`. Programs send neither header.
  const { origin, host } = headers;
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
}

/** The headers in which proxies name the client that they forward. */
const OF_PROXIES =
  /^(?:forwarded|via|x-forwarded.*|x-real-ip|x-(?:cluster-)?client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Returns whether a program of this machine sent the request directly, to a loopback name. Other names may be DNS rebinding: a
 * page whose own name has a loopback address. HTTP/1.0 may be nginx, which by default hides the name that the client used.
 */
function isOfThisMachine({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  const isNamed = isLoopbackHost(headers.host ?? '');
  return httpVersion === '1.1' && isNamed && !Object.keys(headers).some((header) => OF_PROXIES.test(header));
}
