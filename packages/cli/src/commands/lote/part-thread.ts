/** A thread of `curp lote --hilos`: answers a stretch of the file as a part, and takes down its people. */
import { parentPort, workerData } from 'node:worker_threads';
import { type LoteOptions, PeopleRecorder, ScatteredKey, answerPart, shareSeedOfWords } from '@curp-service/lote';
import { readAt } from '../../files/bytes.js';
import { CHUNK_SIZE } from '../../files/streams.js';
import { TemporaryFile } from '../../files/temporary.js';
import { user } from '../../environment.js';
import { NUMBERS_OF_PERSON, type ThreadPart } from './thread-part.js';

const PEOPLE_IN_A_PIECE = 1 << 14;

function* stretch({ fd, from, to, progress, number }: ThreadPart): Generator<Uint8Array, void> {
  const read = new Float64Array(progress);
  for (let at = from; at < to; at += CHUNK_SIZE) {
    yield readAt(fd, at, Math.min(CHUNK_SIZE, to - at));
    read[number] = at - from;
  }
}

async function answer(given: ThreadPart): Promise<void> {
  const { options, seeds, seedOfWords } = given;
  user.language = options.language ?? 'es';
  shareSeedOfWords(seedOfWords);
  const [answers, people] = [new TemporaryFile(), new TemporaryFile()];
  const scattered = new ScatteredKey(seeds);
  const piece = new Int32Array(PEOPLE_IN_A_PIECE * NUMBERS_OF_PERSON);
  let filled = 0;
  const flush = (): void => {
    people.append(new Uint8Array(piece.buffer, 0, filled * piece.BYTES_PER_ELEMENT));
    filled = 0;
  };
  const duplicates = new PeopleRecorder((key, names, row) => {
    scattered.take(key);
    piece[filled++] = scattered.first;
    piece[filled++] = scattered.rest;
    piece[filled++] = names;
    piece[filled++] = row;
    if (filled === piece.length) flush();
  });
  const chunks = async function* (): AsyncGenerator<Uint8Array, void> {
    yield* stretch(given);
  };
  const onUnderstood: LoteOptions['onUnderstood'] = (understood) =>
    parentPort?.postMessage({ kind: 'understood', understood }, []);
  const done = await answerPart(chunks(), { ...options, duplicates, onUnderstood }, (bytes) => answers.append(bytes));
  flush();
  const { evidence, totals: { rows, good, reviews, others, errors }, isCut } = done; // oxfmt-ignore
  const totals = { rows, good, reviews, others, errors, fullAt: 0 };
  const files = [answers, people].map(({ fd, size }) => ({ fd, size }));
  parentPort?.postMessage({ kind: 'done', evidence, totals, isCut, files }, []);
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `threads.ts` gives it
void answer(workerData as ThreadPart);
