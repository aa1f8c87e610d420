/** The rows of an answer, piece by piece. */

export interface PieceReader {
  /** The next piece; `null`: that was all. */
  readonly read: () => Promise<Uint8Array | null>;
  readonly cancel: () => Promise<void>;
}

/** A stream that reads only when it is read from. */
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

/** Reads rows that can be fetched again: where they are cut, `open` is called again, and the rows that came are left out. */
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
