/** The page of a project's list of jobs that a request asks for. */
import type { Problem } from '@curp-service/contract/envelope';
import { type Values, knowParameters } from '../http/request.js';

const MAX_PAGE = 10_000;
const MAX_PER_PAGE = 100;
const PER_PAGE = 20;

type PageParameter = 'pagina' | 'por_pagina';

export const PAGE_PARAMETERS = knowParameters<PageParameter>(['pagina', 'por_pagina'], {
  token: undefined,
  pagina: undefined,
  por_pagina: undefined,
});

/** The page and its length, or every problem with them. */
export function readPage(values: Values<PageParameter>): Readonly<Record<PageParameter, number>> | readonly Problem[] {
  const problems: Problem[] = [];
  const read = (parametro: PageParameter, fallback: number, max: number): number => {
    const text = values[parametro] ?? String(fallback);
    const isValid = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
    if (!isValid) problems.push({ cause: 'lotes_pagina', parametro, parts: { limite: String(max) } });
    return Number(text);
  };
  const page = { pagina: read('pagina', 1, MAX_PAGE), por_pagina: read('por_pagina', PER_PAGE, MAX_PER_PAGE) };
  return problems.length > 0 ? problems : page;
}
