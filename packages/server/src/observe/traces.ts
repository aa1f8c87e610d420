/**
 * Sends OpenTelemetry traces as OTLP over HTTP in JSON, one span for each request. A span has the route, the method, the
 * status, the code and times, but no address, header or value of the request. This file is loaded only if an endpoint is set.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { OtlpConfig } from '../config.js';
import { BUILD } from '../version.js';
import { logThrottle } from './log.js';

const EXPORT_MS = 5000;
const EXPORT_TIMEOUT_MS = 5000;
/** The timeout at a stop, which must not take long. */
const LAST_TIMEOUT_MS = 1000;
/** The spans sent at a time, and the most spans kept while the receiver is away. Further spans are dropped. */
const SPAN_BATCH = 500;
const MAX_SPANS = 5000;
const KIND_SERVER = 2;
const STATUS_ERROR = 2;
/** W3C Trace Context: the ids of the trace and of the caller's span, and whether the caller records the trace. */
const PARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]([\da-f])/;

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  code?: number;
}

export class Traces {
  readonly #config: OtlpConfig;
  readonly #log: Logger;
  readonly #mayLog = logThrottle();
  readonly #current = new AsyncLocalStorage<Span>();
  readonly #timer = setInterval(() => void this.send(), EXPORT_MS).unref();
  readonly #resource: object;
  #ended: object[] = [];

  constructor(config: OtlpConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
    this.#resource = {
      attributes: attributes({
        'service.name': config.serviceName,
        'service.version': BUILD,
        'service.instance.id': randomUUID(),
      }),
    };
  }

  /** Begins the span of a request, which ends with the answer. */
  begin(request: FastifyRequest, response: ServerResponse, proceed: () => void): void {
    const [, traceId, parentSpanId, flags = '1'] = PARENT.exec(String(request.headers['traceparent'])) ?? [];
    if ((Number.parseInt(flags, 16) & 1) === 0) {
      proceed(); // the caller does not record this trace
      return;
    }
    const start = performance.now();
    const span: Span = {
      traceId: traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      parentSpanId,
    };
    response.once('close', () => this.#end(span, request, response.statusCode, start));
    this.#current.run(span, proceed);
  }

  /** Adds the code of the answer to the current request's span, and returns the trace id for the log. */
  noteCode(code: number): { readonly trace_id: string } | undefined {
    const span = this.#current.getStore();
    if (span === undefined) return undefined;
    span.code = code;
    return { trace_id: span.traceId };
  }

  /** Sends the ended spans. If the receiver is away, they wait. */
  async send(timeoutMs = EXPORT_TIMEOUT_MS): Promise<void> {
    const { endpoint, headers } = this.#config;
    while (this.#ended.length > 0) {
      const spans = this.#ended.slice(0, SPAN_BATCH);
      const scopeSpans = [{ scope: { name: 'curp-service', version: BUILD }, spans }];
      try {
        const { ok, status } = await fetch(`${endpoint}/v1/traces`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ resourceSpans: [{ resource: this.#resource, scopeSpans }] }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!ok && this.#mayLog()) this.#log.warn({ status }, 'traces');
        // A receiver that is busy or away may take the spans later. Any other refusal is final.
        if (status === 429 || status >= 502) return;
      } catch (error) {
        if (this.#mayLog()) this.#log.warn({ err: error }, 'traces');
        return;
      }
      this.#ended = this.#ended.slice(spans.length);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.send(LAST_TIMEOUT_MS);
  }

  #end({ traceId, spanId, parentSpanId, code }: Span, request: FastifyRequest, status: number, start: number): void {
    if (this.#ended.length >= MAX_SPANS) return;
    const { method, routeOptions } = request;
    const route = request.is404 ? undefined : routeOptions.url;
    this.#ended.push({
      traceId,
      spanId,
      parentSpanId,
      name: route === undefined ? method : `${method} ${route}`,
      kind: KIND_SERVER,
      startTimeUnixNano: unixNano(start),
      endTimeUnixNano: unixNano(performance.now()),
      attributes: attributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'curp.code_error': code,
      }),
      status: status >= 500 ? { code: STATUS_ERROR } : {},
    });
  }
}

/** Converts a moment of `performance` to nanoseconds since 1970. A number holds it exactly only to the microsecond. */
const unixNano = (moment: number): string => `${Math.round((performance.timeOrigin + moment) * 1000)}000`;

const attributes = (values: Readonly<Record<string, string | number | undefined>>): object[] =>
  Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (typeof value === 'string') return { key, value: { stringValue: value } };
    return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
  });
