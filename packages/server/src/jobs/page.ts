/** The page of a project's list of jobs that a request asks for. */
import type { Problem } from '@curp-service/contract/envelope';
import { type Values, knowParameters } from '../http/request.js';

type PageParameter = 'pagina' | 'por_pagina';

/** The number of the page and its length: the most that a client may ask for, and the number if it asks for none. */
export const PAGES = {
  pagina: { max: 10_000, fallback: 1 },
  por_pagina: { max: 100, fallback: 20 },
} as const satisfies Record<PageParameter, object>;

export const PAGE_PARAMETERS = knowParameters<PageParameter>(['pagina', 'por_pagina'], {
  token: undefined,
  pagina: undefined,
  por_pagina: undefined,
});

/** The page and its length, or every problem with them. */
export function readPage(values: Values<PageParameter>): Readonly<Record<PageParameter, number>> | readonly Problem[] {
  const problems: Problem[] = [];
  const read = (parametro: PageParameter): number => {
    const { max, fallback } = PAGES[parametro];
    const text = values[parametro] ?? String(fallback);
    const isValid = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
    if (!isValid) problems.push({ cause: 'lotes_pagina', parametro, parts: { limite: String(max) } });
    return Number(text);
  };
  const page = { pagina: read('pagina'), por_pagina: read('por_pagina') };
  return problems.length > 0 ? problems : page;
}
