/** The time that something may take. */
export interface Plazo {
  /** Aborted when the time is over, or nobody waits any more. */
  readonly signal: AbortSignal;
  /** In milliseconds. */
  readonly resto: () => number;
}

/** Does something that ends when its time is over, or when `cliente` says that nobody waits for it any more. */
export async function conPlazo<T>(ms: number, cliente: AbortSignal, hacer: (plazo: Plazo) => Promise<T>): Promise<T> {
  const fin = new AbortController();
  const acabar = (): void => fin.abort();
  const vence = performance.now() + ms;
  const reloj = setTimeout(acabar, ms);
  cliente.addEventListener('abort', acabar);
  if (cliente.aborted) acabar();
  try {
    return await hacer({ signal: fin.signal, resto: () => vence - performance.now() });
  } finally {
    clearTimeout(reloj);
    cliente.removeEventListener('abort', acabar);
  }
}
