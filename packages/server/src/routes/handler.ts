/** Runs the steps that all operations share: language, admission, refusal, answer. */
import { type Answer, type Problem, failure } from '@curp-service/contract/envelope';
import { type Language, requestedLanguage } from '@curp-service/contract/language';
import type { FastifyReply } from 'fastify';
import { type Admission, type Admitted, type Gate, type IncomingRequest, admit } from '../access/gate.js';
import type { SendAnswer } from '../http/answer.js';
import type { KnownParameters } from '../http/request.js';

export type Handler = (request: IncomingRequest, reply: FastifyReply) => void | Promise<void>;

/** An answer to send, the problems to refuse the request with, or `undefined` if the answer was already sent. */
export type Served = Answer | readonly Problem[] | undefined;

export interface Service<P extends string> {
  readonly name: string;
  readonly parameters: KnownParameters<P>;
  readonly free?: boolean;
  /** Checks the headers before anything else. */
  readonly check?: (request: IncomingRequest) => Problem | null;
  /** Serves an admitted request. Returns a promise only if it must wait. */
  readonly serve: (
    admitted: Admitted<P>,
    request: IncomingRequest,
    reply: FastifyReply,
    language: Language,
  ) => Served | Promise<Served>;
}

/** Creates the handler of a service. A request that need not wait creates no function, which keeps it fast. */
export function createHandler<P extends string>(gate: Gate, answer: SendAnswer, service: Service<P>): Handler {
  const { name, parameters, free = false, check, serve } = service;

  const refuse = (
    request: IncomingRequest,
    reply: FastifyReply,
    problems: readonly Problem[],
    { project, headers }: Pick<Admission<P>, 'project' | 'headers'>,
    language: Language,
  ): void => {
    answer(request, reply, failure(problems, language), { operacion: name, proyecto: project?.id, headers });
  };
  const finish = (
    request: IncomingRequest,
    reply: FastifyReply,
    admitted: Admitted<P>,
    served: Served,
    language: Language,
  ): void => {
    if (served === undefined) return;
    if ('envelope' in served) {
      const { project, headers } = admitted;
      answer(request, reply, served, { operacion: name, proyecto: project.id, headers });
    } else {
      admitted.unit.giveBack();
      refuse(request, reply, served, admitted, language);
    }
  };
  const enter = (
    request: IncomingRequest,
    reply: FastifyReply,
    admission: Admission<P>,
    language: Language,
  ): void | Promise<void> => {
    if ('problems' in admission) return refuse(request, reply, admission.problems, admission, language);
    const served = serve(admission, request, reply, language);
    if (!(served instanceof Promise)) return finish(request, reply, admission, served, language);
    const waiting = served
      .then((done) => finish(request, reply, admission, done, language))
      .finally(() => gate.waiting.delete(waiting));
    gate.waiting.add(waiting);
    return waiting;
  };
  return (request, reply) => {
    const language = requestedLanguage(request.headers['accept-language']);
    const problem = check?.(request) ?? null;
    if (problem !== null) return refuse(request, reply, [problem], {}, language);
    const admission = admit(gate, request, parameters, language, free);
    return admission instanceof Promise
      ? admission.then((done) => enter(request, reply, done, language))
      : enter(request, reply, admission, language);
  };
}
