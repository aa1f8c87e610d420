/** Looks at the first bytes of a stream without consuming them. */

/** `all` is the stream from its beginning. */
export async function peek(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ readonly firstBytes: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = stream[Symbol.asyncIterator]();
  let first = await iterator.next();
  while (first.done !== true && first.value.length === 0) first = await iterator.next();
  const firstBytes = first.done === true ? new Uint8Array() : first.value;
  return { firstBytes, all: joined(firstBytes, iterator) };
}

/** The bytes that were read of a stream, then the rest of it. */
export async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield head;
    for (let step = await rest.next(); step.done !== true; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}
