/** An operation of the contract, and the handler that serves it. */
import type { FastifyReply } from 'fastify';
import type * as Typebox from 'typebox';
import { NINGUNO, type Parametro, type Valores, conocer } from '../http/request.js';
import type { Contestar } from '../http/answer.js';
import { type Problem, type Answer, success, failure } from '@curp-service/contract/envelope';
import { type Admitida, type Entrada, type Gate, type Peticion, admitir } from '../access/gate.js';
import { type Language, requestedLanguage } from '@curp-service/contract/language';
import { type Lookup, lookupFor } from '../registry/registry.js';

/** The builder of schemas, handed in: it takes as long to load as all the rest, and only the reference needs it. */
export type Builder = typeof Typebox;

export interface Operacion {
  /** The segment of its URL. */
  readonly nombre: string;
  readonly resumen: string;
  readonly descripcion: string;
  /** What it reads besides the token. */
  readonly parametros: readonly Parametro[];
  /** The codes that it answers besides those common to all. */
  readonly codigos: readonly number[];
  /** The parameters of a request that succeeds. */
  readonly ejemplo: Partial<Valores>;
  /** The schema of `response` on success. */
  readonly esquema: (t: Builder) => Typebox.TSchema;
  /** `buscar` asks the registry source; `null`: there is none. A promise only where something must be waited for. */
  readonly ejecutar: (valores: Valores, idioma: Language, buscar: Lookup | null) => Resultado | Promise<Resultado>;
}

/** What an operation gives: the `response` of a success, with an ETag where it is the same for all; or every problem. */
export type Resultado = { readonly response: object; readonly etag?: string } | readonly Problem[];

/** The handler of an operation, for `GET` and `POST` alike. It waits for nothing where all that it needs is in memory. */
export function handlerDe(
  operacion: Operacion,
  gate: Gate,
  contestar: Contestar,
): (request: Peticion, reply: FastifyReply) => void {
  const conocidos = conocer(operacion.parametros, NINGUNO);
  const decir = (
    request: Peticion,
    reply: FastifyReply,
    { proyecto, headers }: Entrada,
    { respuesta, headers: suyos = headers }: Resuelta,
  ): void =>
    contestar(request, reply, respuesta, { operacion: operacion.nombre, proyecto: proyecto?.id, headers: suyos });
  const terminar = (
    request: Peticion,
    reply: FastifyReply,
    entrada: Admitida,
    resultado: Resultado,
    idioma: Language,
  ): void => decir(request, reply, entrada, resolver(operacion, entrada, resultado, gate, idioma, request));
  const atender = (
    request: Peticion,
    reply: FastifyReply,
    entrada: Entrada,
    idioma: Language,
  ): void | Promise<void> => {
    if ('problemas' in entrada)
      return decir(request, reply, entrada, { respuesta: failure(entrada.problemas, idioma) });
    const buscar = gate.registry === null ? null : lookupFor(gate.registry, reply.raw);
    const resultado = ejecutar(operacion, entrada, gate, idioma, buscar);
    if (!(resultado instanceof Promise)) return terminar(request, reply, entrada, resultado, idioma);
    const espera = resultado
      .then((dado) => terminar(request, reply, entrada, dado, idioma))
      .finally(() => gate.esperas.delete(espera));
    gate.esperas.add(espera);
    return espera;
  };
  // No function is made for a request that waits for nothing.
  return (request, reply) => {
    const idioma = requestedLanguage(request.headers['accept-language']);
    const entrada = admitir(gate, request, conocidos, idioma);
    const hecho =
      entrada instanceof Promise
        ? entrada.then((admitida) => atender(request, reply, admitida, idioma))
        : atender(request, reply, entrada, idioma);
    if (hecho instanceof Promise) hecho.catch((error: unknown) => reply.send(error));
  };
}

interface Resuelta {
  readonly respuesta: Answer;
  readonly headers?: Readonly<Record<string, string>>;
}

function resolver(
  operacion: Operacion,
  entrada: Admitida,
  resultado: Resultado,
  gate: Gate,
  idioma: Language,
  { method, headers }: Peticion,
): Resuelta {
  if (!('response' in resultado)) {
    entrada.unidad.devolver();
    return { respuesta: failure(resultado, idioma) };
  }
  gate.usage.contar(entrada.proyecto.id, operacion.nombre, gate.now());
  const { response, etag } = resultado;
  if (etag === undefined) return { respuesta: success(response) };
  const yaLaTiene = method !== 'POST' && headers['if-none-match']?.includes(etag) === true;
  return {
    respuesta: yaLaTiene ? { ...success(response), http: 304 } : success(response),
    headers: { ...entrada.headers, etag, 'cache-control': 'private, no-cache' },
  };
}

function ejecutar(
  operacion: Operacion,
  { valores }: Admitida,
  { log }: Gate,
  idioma: Language,
  buscar: Lookup | null,
): Resultado | Promise<Resultado> {
  try {
    const resultado = operacion.ejecutar(valores, idioma, buscar);
    if (!(resultado instanceof Promise)) return resultado;
    return resultado.catch((error: unknown) => fallida(operacion, error, log));
  } catch (error) {
    return fallida(operacion, error, log);
  }
}

function fallida({ nombre, codigos }: Operacion, error: unknown, log: Gate['log']): Resultado {
  log.error({ err: error, operacion: nombre }, 'bug');
  return [{ cause: codigos.includes(417) ? 'calculo' : 'interno' }];
}
