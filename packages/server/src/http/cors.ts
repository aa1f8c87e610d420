/** The CORS headers: which pages in a browser may read the answers. */

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const EXPOSED = {
  'access-control-expose-headers':
    'ETag, Location, Lote-Contradicciones, Lote-Correctas, Lote-Errores, Lote-Filas, Lote-Lectura, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
};

/** The headers that let a page of this origin read an answer. */
export function corsHeaders(allowed: readonly string[], origin: string | undefined): Record<string, string> {
  if (allowed.length === 0) return {};
  if (allowed.includes('*')) return origin === undefined ? ANY_ORIGIN : { ...ANY_ORIGIN, ...EXPOSED };
  const vary = { vary: 'Origin' };
  if (origin === undefined || !allowed.includes(origin)) return vary;
  return { ...vary, 'access-control-allow-origin': origin, ...EXPOSED };
}

/** The answer to a browser that asks whether it may send a request that no form could send. */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'Accept-Language, Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
});
