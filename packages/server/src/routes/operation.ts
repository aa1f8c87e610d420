/** An operation of the contract, and the handler that serves it. */
import type { FastifyReply } from 'fastify';
import type * as Typebox from 'typebox';
import { NO_VALUES, type Parameter, type Values, knowParameters } from '../http/request.js';
import type { SendAnswer } from '../http/answer.js';
import { type Problem, type Answer, success, failure } from '@curp-service/contract/envelope';
import { type Admitted, type Admission, type Gate, type IncomingRequest, admit } from '../access/gate.js';
import { type Language, requestedLanguage } from '@curp-service/contract/language';
import { type Lookup, lookupFor } from '../registry/registry.js';

/** The builder of schemas, handed in: it takes as long to load as all the rest, and only the reference needs it. */
export type Builder = typeof Typebox;

export interface Operation {
  /** The segment of its URL. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** What it reads besides the token. */
  readonly parameters: readonly Parameter[];
  /** The codes that it answers besides those common to all. */
  readonly codes: readonly number[];
  /** The parameters of a request that succeeds. */
  readonly example: Partial<Values>;
  /** The schema of `response` on success. */
  readonly schema: (t: Builder) => Typebox.TSchema;
  /** `buscar` asks the registry source; `null`: there is none. A promise only where something must be waited for. */
  readonly run: (
    valores: Values,
    idioma: Language,
    buscar: Lookup | null,
  ) => OperationResult | Promise<OperationResult>;
}

/** What an operation gives: the `response` of a success, with an ETag where it is the same for all; or every problem. */
export type OperationResult = { readonly response: object; readonly etag?: string } | readonly Problem[];

/** The handler of an operation, for `GET` and `POST` alike. It waits for nothing where all that it needs is in memory. */
export function operationHandler(
  operacion: Operation,
  gate: Gate,
  contestar: SendAnswer,
): (request: IncomingRequest, reply: FastifyReply) => void {
  const conocidos = knowParameters(operacion.parameters, NO_VALUES);
  const decir = (
    request: IncomingRequest,
    reply: FastifyReply,
    { project: proyecto, headers }: Admission,
    { respuesta, headers: suyos = headers }: Resuelta,
  ): void =>
    contestar(request, reply, respuesta, { operacion: operacion.name, proyecto: proyecto?.id, headers: suyos });
  const terminar = (
    request: IncomingRequest,
    reply: FastifyReply,
    entrada: Admitted,
    resultado: OperationResult,
    idioma: Language,
  ): void => decir(request, reply, entrada, resolver(operacion, entrada, resultado, gate, idioma, request));
  const atender = (
    request: IncomingRequest,
    reply: FastifyReply,
    entrada: Admission,
    idioma: Language,
  ): void | Promise<void> => {
    if ('problems' in entrada) return decir(request, reply, entrada, { respuesta: failure(entrada.problems, idioma) });
    const buscar = gate.registry === null ? null : lookupFor(gate.registry, reply.raw);
    const resultado = ejecutar(operacion, entrada, gate, idioma, buscar);
    if (!(resultado instanceof Promise)) return terminar(request, reply, entrada, resultado, idioma);
    const espera = resultado
      .then((dado) => terminar(request, reply, entrada, dado, idioma))
      .finally(() => gate.waiting.delete(espera));
    gate.waiting.add(espera);
    return espera;
  };
  // No function is made for a request that waits for nothing.
  return (request, reply) => {
    const idioma = requestedLanguage(request.headers['accept-language']);
    const entrada = admit(gate, request, conocidos, idioma);
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
  operacion: Operation,
  entrada: Admitted,
  resultado: OperationResult,
  gate: Gate,
  idioma: Language,
  { method, headers }: IncomingRequest,
): Resuelta {
  if (!('response' in resultado)) {
    entrada.unit.giveBack();
    return { respuesta: failure(resultado, idioma) };
  }
  gate.usage.count(entrada.project.id, operacion.name, gate.now());
  const { response, etag } = resultado;
  if (etag === undefined) return { respuesta: success(response) };
  const yaLaTiene = method !== 'POST' && headers['if-none-match']?.includes(etag) === true;
  return {
    respuesta: yaLaTiene ? { ...success(response), http: 304 } : success(response),
    headers: { ...entrada.headers, etag, 'cache-control': 'private, no-cache' },
  };
}

function ejecutar(
  operacion: Operation,
  { values: valores }: Admitted,
  { log }: Gate,
  idioma: Language,
  buscar: Lookup | null,
): OperationResult | Promise<OperationResult> {
  try {
    const resultado = operacion.run(valores, idioma, buscar);
    if (!(resultado instanceof Promise)) return resultado;
    return resultado.catch((error: unknown) => fallida(operacion, error, log));
  } catch (error) {
    return fallida(operacion, error, log);
  }
}

function fallida({ name: nombre, codes: codigos }: Operation, error: unknown, log: Gate['log']): OperationResult {
  log.error({ err: error, operacion: nombre }, 'bug');
  return [{ cause: codigos.includes(417) ? 'calculo' : 'interno' }];
}
