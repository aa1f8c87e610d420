/** Uploads stop in the middle while the service keeps them on disk: it is killed, or they fill the space for uploads. */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CODES } from '@curp-service/contract/codes/service';
import { Upload, namelessFiles } from '../../upload.js';
import { type Bench, type Fault, type World, newReport } from '../fault.js';
import { type LoadFile, createFile } from '../files.js';
import { sendTo } from '../path.js';
import type { Replica } from '../replica.js';
import { uploadAsk } from '../uploads.js';
import { onSqlite } from './sqlite-killed.js';

const COUNT = 4;
const LIMIT_MS = 30_000;
/** Longer than the uploads of the load: three blocks of it are on disk, and the rest is in memory. */
let file: LoadFile | null = null;
const heldFile = (): LoadFile => (file ??= createFile(7500));
const STORED = 3 << 18;

const obstacle = (): string | null => (process.platform === 'linux' ? null : 'the test finds open files in /proc');
const tempIn = ({ folder }: Pick<Bench, 'folder'>): string => join(folder, 'temp');

/** Returns the size of the file, whose upload may end meanwhile. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Returns how many of these uploads a replica has stored, except for their last bytes. */
const stored = (world: World, { pid }: Replica): number =>
  namelessFiles(tempIn(world), pid).filter((fd) => sizeOf(`/proc/${pid}/fd/${fd}`) >= STORED).length;

/** Sends all of a file except its last byte, and waits until that many are stored. Returns `null` if it was refused. */
async function hold(world: World, replica: Replica, count = 1): Promise<Upload | null> {
  const query = `operacion=cotejar&token=${world.projects.held.token}`;
  const upload = new Upload(replica.port, query).send(heldFile().text.slice(0, -1));
  const refused = upload.response.then(
    () => true,
    () => false,
  );
  for (const end = performance.now() + LIMIT_MS; stored(world, replica) < count; await setTimeout(10)) {
    if (await Promise.race([refused, setTimeout(1, false)])) return null;
    if (performance.now() > end) throw new Error('an upload is not stored');
  }
  return upload;
}

const setUp = (bench: Bench, env: Readonly<Record<string, string>>): ReturnType<NonNullable<Fault['setUp']>> => {
  mkdirSync(tempIn(bench));
  return { ...onSqlite(bench), env: () => ({ ...env, TMPDIR: tempIn(bench) }) };
};

export const uploadsKilled: Fault = {
  name: `killed with -9 in the middle of ${COUNT} stored uploads, three times`,
  times: 3,
  obstacle,
  setUp: (bench) => setUp(bench, {}),
  cause: async (world) => {
    const [replica] = world.replicas as readonly [Replica];
    for (let count = 0; count < COUNT; count = stored(world, replica)) await hold(world, replica, count + 1);
    await replica.kill();
    // A file has its name for a moment, while it is empty.
    const left = readdirSync(tempIn(world)).filter((name) => sizeOf(join(tempIn(world), name)) > 0);
    if (left.length > 0) throw new Error(`${left.length} uploads are left on disk`);
  },
  repair: async ({ replicas }) => replicas[0]?.start(),
};

let held: Upload | null = null;

export const uploadSpaceFull: Fault = {
  name: 'space for uploads full for 5 seconds (`LOTE_TEMP_MB=1`)',
  lastsMs: 5000,
  obstacle,
  setUp: (bench) => setUp(bench, { LOTE_TEMP_MB: '1' }),
  cause: async (world) => {
    const [replica] = world.replicas as readonly [Replica];
    do held = await hold(world, replica);
    while (held === null); // An upload of the load had the space.
    const { status } = await sendTo(replica, uploadAsk(world.projects.uploads));
    if (status !== 503) throw new Error(`an upload got ${status} although the space is full`);
  },
  repair: async () => {
    const report = newReport();
    const { status, text } = (await held?.finish('\n')) ?? { status: 0, text: '' };
    if (status === 503 && text.includes(CODES.lote_sin_espacio.es)) return; // its answer needs space too
    heldFile().check(text, report);
    if (report.badRows > 0) throw new Error('the upload that filled the space did not come back whole');
  },
};
