/** Test helper: joins bytes that arrive in pieces. A piece is valid only until the next one, so each is copied. */
export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(new Uint8Array(piece));
  return Buffer.concat(all);
}
