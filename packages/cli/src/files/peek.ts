/** Looks at the first bytes of a stream without consuming them. */

/** `all` is the stream from its beginning. */
export async function peek(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ readonly firstBytes: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = stream[Symbol.asyncIterator]();
  let first = await iterator.next();
  while (first.done !== true && first.value.length === 0) first = await iterator.next();
  return {
    firstBytes: first.done === true ? new Uint8Array() : first.value,
    all: resume(first, iterator),
  };
}

async function* resume(
  first: IteratorResult<Uint8Array>,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (let step = first; step.done !== true; step = await iterator.next()) yield step.value;
  } finally {
    await iterator.return?.();
  }
}
