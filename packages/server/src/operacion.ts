/** An operation of the contract, and the handler that serves it. */
import type { FastifyReply } from 'fastify';
import type * as Typebox from 'typebox';
import type { Valores } from './consulta.js';
import type { Contestar } from './contestar.js';
import { type Problema, exito, fallo } from './envelope.js';
import { type Admitida, type Gate, type Peticion, admitir } from './gate.js';
import { type Idioma, idiomaPedido } from './idioma.js';

/** The builder of schemas, handed in: it takes as long to load as all the rest, and only the reference needs it. */
export type Builder = typeof Typebox;

export interface Operacion {
  /** The segment of its URL. */
  readonly nombre: string;
  readonly resumen: string;
  readonly descripcion: string;
  /** What it reads besides the token. */
  readonly parametros: readonly string[];
  /** The codes that it answers besides those common to all. */
  readonly codigos: readonly number[];
  /** The parameters of a request that succeeds. */
  readonly ejemplo: Valores;
  /** The schema of `response` on success. */
  readonly esquema: (t: Builder) => Typebox.TSchema;
  readonly ejecutar: (valores: Valores, idioma: Idioma) => Resultado;
}

/** What an operation gives: the `response` of a success, with an ETag where it is the same for all; or every problem. */
export type Resultado = { readonly response: object; readonly etag?: string } | readonly Problema[];

const esFallo = (resultado: Resultado): resultado is readonly Problema[] => Array.isArray(resultado);

/** The handler of an operation, for `GET` and `POST` alike. */
export function handlerDe(
  operacion: Operacion,
  gate: Gate,
  contestar: Contestar,
): (request: Peticion, reply: FastifyReply) => Promise<FastifyReply> {
  const { nombre } = operacion;
  const conocidos = new Set(['token', ...operacion.parametros]);

  return async (request, reply) => {
    const idioma = idiomaPedido(request.headers['accept-language']);
    const entrada = await admitir(gate, request, conocidos, idioma);
    const contexto = { operacion: nombre, proyecto: entrada.proyecto?.id, headers: entrada.headers };
    if ('problema' in entrada) return contestar(request, reply, fallo([entrada.problema], idioma), contexto);

    const resultado = ejecutar(operacion, entrada, gate, idioma);
    if (esFallo(resultado)) {
      entrada.unidad.devolver();
      return contestar(request, reply, fallo(resultado, idioma), contexto);
    }
    gate.quota.contar(entrada.proyecto.id, nombre);
    const { response, etag } = resultado;
    if (etag === undefined) return contestar(request, reply, exito(response), contexto);
    const headers = { ...contexto.headers, etag, 'cache-control': 'private, no-cache' };
    const yaLaTiene = request.headers['if-none-match']?.includes(etag) === true;
    return contestar(
      request,
      reply,
      { ...exito(response), ...(yaLaTiene ? { http: 304 } : {}) },
      { ...contexto, headers },
    );
  };
}

function ejecutar(operacion: Operacion, { valores }: Admitida, { log }: Gate, idioma: Idioma): Resultado {
  try {
    return operacion.ejecutar(valores, idioma);
  } catch (error) {
    log.error({ err: error, operacion: operacion.nombre }, 'bug');
    return [{ causa: operacion.codigos.includes(417) ? 'calculo' : 'interno' }];
  }
}
