/** Which pages of a browser may read the answers (the CORS protocol). */

const PARA_TODOS = { 'access-control-allow-origin': '*' };
const LEGIBLES = {
  'access-control-expose-headers':
    'ETag, Location, Lote-Correctas, Lote-Errores, Lote-Filas, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
};

/** The headers that let a page of this origin read an answer. */
export function corsHeaders(permitidos: readonly string[], origin: string | undefined): Record<string, string> {
  if (permitidos.length === 0) return {};
  if (permitidos.includes('*')) return origin === undefined ? PARA_TODOS : { ...PARA_TODOS, ...LEGIBLES };
  const propios = { vary: 'Origin' };
  if (origin === undefined || !permitidos.includes(origin)) return propios;
  return { ...propios, 'access-control-allow-origin': origin, ...LEGIBLES };
}

/** What a browser asks before it sends a request that a form could not. */
export const preflightHeaders = (metodos: string): Record<string, string> => ({
  'access-control-allow-methods': metodos,
  'access-control-allow-headers': 'Accept-Language, Authorization, Content-Type',
  'access-control-max-age': '86400',
});
