/** Reads the rows of an answer in pieces. */

export interface PieceReader {
  /** Returns the next piece, or `null` at the end. */
  readonly read: () => Promise<Uint8Array | null>;
  readonly cancel: () => Promise<void>;
}

/** Returns a stream that reads a piece only when its consumer asks for one. */
export const toStream = ({ read, cancel }: PieceReader): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: async (controller) => {
        const piece = await read();
        if (piece === null) controller.close();
        else controller.enqueue(piece);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );

/** Reads rows that can be fetched again: after a cut, it calls `open` again and skips the bytes that already arrived. */
export async function resumable(
  open: () => Promise<PieceReader>,
  insist: <T>(attempt: () => Promise<T>) => Promise<T>,
): Promise<PieceReader> {
  let rows: PieceReader | null = await insist(open);
  let given = 0;
  let seen = 0;
  const next = async (): Promise<Uint8Array | null> => {
    if (rows === null) {
      rows = await open();
      seen = 0;
    }
    try {
      for (let piece = await rows.read(); piece !== null; piece = await rows.read()) {
        const fresh = piece.subarray(Math.min(piece.length, given - seen));
        seen += piece.length;
        if (fresh.length === 0) continue;
        given = seen;
        return fresh;
      }
      return null;
    } catch (error) {
      rows = null;
      throw error;
    }
  };
  return { read: async () => insist(next), cancel: async () => rows?.cancel() };
}
