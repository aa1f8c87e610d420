/** A look at the first bytes of a flow, which is then taken from its beginning. */

export interface Asomo {
  readonly primeros: Uint8Array;
  readonly todo: AsyncIterable<Uint8Array>;
}

/** Waits for the first bytes. They must be taken before others are asked for, as always. */
export async function asomarse(flujo: AsyncIterable<Uint8Array>): Promise<Asomo> {
  const iterador = flujo[Symbol.asyncIterator]();
  let primero = await iterador.next();
  while (primero.done !== true && primero.value.length === 0) primero = await iterador.next();
  return {
    primeros: primero.done === true ? new Uint8Array() : primero.value,
    todo: seguir(primero, iterador),
  };
}

async function* seguir(
  primero: IteratorResult<Uint8Array>,
  iterador: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (let paso = primero; paso.done !== true; paso = await iterador.next()) yield paso.value;
  } finally {
    await iterador.return?.();
  }
}
