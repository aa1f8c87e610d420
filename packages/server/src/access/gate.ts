/** What stands before every operation, in the contract's order: well-formedness, token, project, rate, quota. */
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Auth } from './auth.js';
import { mexicoMonth, renovacion } from './calendar.js';
import type { Cause } from '@curp-service/contract/codes/service';
import { type Conocidos, type Cuerpo, type Parametro, type Valores, reunir } from '../http/request.js';
import type { Problem } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import { type Quota, SIN_CUOTA, type Unidad } from './quota.js';
import type { Paso, Rate } from './rate.js';
import type { Registry } from '../registry/registry.js';
import type { Project } from '../store/store.js';
import { estaMalEscrito } from './tokens.js';
import type { Usage } from './usage.js';

export const MAXIMO_URL = 8192;

export interface Gate {
  readonly auth: Auth;
  readonly rate: Rate;
  /** Requests per second where the project sets none; `null`: no limit. */
  readonly rateLimit: number | null;
  readonly quota: Quota;
  readonly usage: Usage;
  /** `null`: there is none. */
  readonly registry: Registry | null;
  /** The requests whose operation waits for something: a stop waits for them too. */
  readonly esperas: Set<Promise<void>>;
  readonly now: () => number;
  readonly log: Logger;
  readonly storeFailed: (error: unknown) => void;
  /** Why a request that arrived at that moment is not taken; `null`: it is. */
  readonly rechazo: (llegada: number) => Cause | null;
}

/** A request whose body, where it has one, is not yet read. */
export type Peticion = FastifyRequest<{ Body: Cuerpo | undefined }>;

/** What is known of a request so far: always the headers to answer with, and the project once it is known. */
export interface Conocido {
  readonly proyecto?: Project;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface Rechazada extends Conocido {
  readonly problemas: readonly Problem[];
}

export interface Admitida<P extends string = Parametro> extends Conocido {
  readonly proyecto: Project;
  readonly token: string;
  readonly valores: Valores<P>;
  readonly unidad: Unidad;
}

export type Entrada<P extends string = Parametro> = Admitida<P> | Rechazada;

/**
 * Lets a request in, with the values of the parameters that its operation knows, or says why not. `libre`: it takes nothing
 * of the quota, and is let in without any.
 */
export function admitir<P extends string>(
  gate: Gate,
  request: Peticion,
  conocidos: Conocidos<P>,
  idioma: Language,
  libre = false,
): Entrada<P> | Promise<Entrada<P>> {
  const causa = gate.rechazo(request.llegada ?? 0);
  if (causa === 'apagado') return { problemas: [{ cause: causa }], headers: { connection: 'close' } };
  if (causa !== null) return mal({ cause: causa });
  const leida = leer(request, conocidos);
  if ('problemas' in leida) return leida;
  const abierto = gate.auth.abrir(leida.token);
  if (!(abierto instanceof Promise)) return admitirProyecto(gate, abierto, leida, idioma, libre);
  return abierto.then((proyecto) => admitirProyecto(gate, proyecto, leida, idioma, libre), sinStore(gate));
}

/** The project that a token opened, if it may be used; otherwise, why not. */
export function enUso(abierto: Project | null, token: string): Project | Problem {
  if (abierto === null) return { cause: estaMalEscrito(token) ? 'token_mal_escrito' : 'token_desconocido' };
  return abierto.estado === 'activo' ? abierto : { cause: 'proyecto_inactivo' };
}

export const cuotaAgotada = (ahora: number, idioma: Language): Problem => ({
  cause: 'cuota_agotada',
  parts: { renovacion: renovacion(mexicoMonth(ahora), idioma) },
});

function admitirProyecto<P extends string>(
  gate: Gate,
  abierto: Project | null,
  { token, valores }: Leida<P>,
  idioma: Language,
  libre: boolean,
): Entrada<P> | Promise<Entrada<P>> {
  const proyecto = enUso(abierto, token);
  if ('cause' in proyecto) return { problemas: [proyecto], ...(abierto === null ? {} : { proyecto: abierto }) };
  const ahora = gate.now();
  const limite = proyecto.limite ?? gate.rateLimit;
  let headers: Readonly<Record<string, string>> | undefined;
  if (limite !== null) {
    const paso = gate.rate.pasar(proyecto.id, limite, ahora);
    headers = rateHeaders(limite, paso);
    if (!paso.pasa)
      return { problemas: [{ cause: 'demasiadas', parts: { limite: String(limite) } }], proyecto, headers };
  }
  if (libre) return { proyecto, token, valores, unidad: SIN_CUOTA, headers };
  const conUnidad = (unidad: Unidad | null): Entrada<P> =>
    unidad === null
      ? { problemas: [cuotaAgotada(ahora, idioma)], proyecto, headers }
      : { proyecto, token, valores, unidad, headers };
  const tomada = gate.quota.tomar(proyecto, ahora);
  return tomada instanceof Promise ? tomada.then(conUnidad, sinStore(gate, { proyecto, headers })) : conUnidad(tomada);
}

/** Where the store cannot be reached, that is what is wrong. */
const sinStore =
  ({ storeFailed }: Gate, conocido: Conocido = {}) =>
  (error: unknown): Rechazada => {
    storeFailed(error);
    return { ...conocido, problemas: [{ cause: 'almacen' }] };
  };

interface Leida<P extends string> {
  readonly token: string;
  readonly valores: Valores<P>;
}

const mal = (problema: Problem): Rechazada => ({ problemas: [problema] });

/** The values and the token of a request, or what is malformed in it or missing. */
function leer<P extends string>(request: Peticion, conocidos: Conocidos<P>): Leida<P> | Rechazada {
  const { url = '' } = request.raw;
  if (url.length > MAXIMO_URL) return mal({ cause: 'url_larga', parts: { limite: String(MAXIMO_URL) } });
  const interrogacion = url.indexOf('?');
  const consulta = interrogacion === -1 ? '' : url.slice(interrogacion + 1);
  const { valores, problemas } = reunir(consulta, request.body, conocidos);
  if (problemas.length > 0) return { problemas };
  const enParametro = valores.token?.trim() || undefined;
  const { authorization } = request.headers;
  const enEncabezado = authorization === undefined ? undefined : /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1];
  const token = enParametro ?? enEncabezado;
  if (token === undefined) return mal({ cause: 'token_ausente' });
  if (enEncabezado !== undefined && enEncabezado !== token) return mal({ cause: 'repetido', parametro: 'token' });
  return { valores, token };
}

/** As in the IETF's draft "RateLimit header fields for HTTP"; `Retry-After` as in RFC 9110. */
function rateHeaders(limite: number, { pasa, resto, segundos }: Paso): Record<string, string> {
  return {
    'ratelimit-policy': `"proyecto";q=${limite};w=1`,
    ratelimit: `"proyecto";r=${resto};t=${segundos}`,
    ...(pasa ? {} : { 'retry-after': String(segundos) }),
  };
}
