/** nginx runs before the replicas, as in `deploy/nginx.conf`: its clients notice nothing when one dies or is replaced. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Route, sendTo } from '../path.js';
import type { Bench, Fault } from '../fault.js';
import { isStopping } from '../judge.js';
import { type Replica, freePort } from '../replica.js';
import { get } from '../requests.js';
import { replaceInTurn } from './replica-stopped.js';
import { replicaKilled } from './replica-killed.js';

const CONF = new URL('../../../../../deploy/nginx.conf', import.meta.url);

const obstacle = (): string | null =>
  spawnSync('nginx', ['-v']).error === undefined ? null : 'nginx is not installed (Debian: apt install nginx)';

/** Writes the real configuration with other addresses and in a folder of its own. */
function configure(folder: string, port: number, replicas: readonly Replica[]): string {
  const conf = readFileSync(CONF, 'utf8')
    .replace(/server replicas:3000( .+;)/, (_, options: string) =>
      replicas.map((replica) => `server ${replica.host}:${replica.port}${options}`).join(' '),
    )
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll('/tmp/nginx', `${folder}/nginx`)
    .replace('/dev/stdout', `${folder}/access.log`);
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, `user root;\n${conf}`);
  return path;
}

async function start({ folder, atEnd }: Bench, replicas: readonly Replica[]): Promise<Route> {
  const port = await freePort();
  const conf = configure(folder, port, replicas);
  const nginx = spawn('nginx', ['-p', folder, '-c', conf, '-g', 'daemon off;'], { stdio: 'ignore' });
  atEnd(async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null) await once(nginx, 'close');
  });
  const send: Route['send'] = async (ask) => {
    const answer = await sendTo({ port }, ask);
    if (isStopping(answer)) throw new Error('no replica took it');
    return { answer, replica: null, refused: 0, doubtful: 0 };
  };
  const isReady = async (): Promise<boolean> =>
    sendTo({ port }, { ...get('', {}), path: '/livez' }).then(
      () => true,
      () => false,
    );
  while (!(await isReady())) {
    if (nginx.exitCode !== null) throw new Error('nginx does not start');
    await setTimeout(20);
  }
  return { send, repeated: () => countRepeated(readFileSync(join(folder, 'access.log'), 'utf8')) };
}

/** Counts the lines in which a replica broke off (502 or 504) and nginx asked another. */
const countRepeated = (log: string): number => log.match(/ 50[24], \d{3} \w+$/gm)?.length ?? 0;

const behindNginx = (fault: Fault, name: string): Fault => ({
  ...fault,
  name,
  obstacle,
  setUp: async (bench) => {
    // Each replica has an address of its own and the same port, as containers do.
    const PORT = String(await freePort());
    return {
      env: (i) => ({ TRUST_PROXY: 'on', HOST: `127.0.0.${i + 1}`, PORT }),
      route: async (replicas: readonly Replica[]) => start(bench, replicas),
    };
  },
});

export const nginxKilled = behindNginx(replicaKilled, 'behind nginx: one replica of two killed with -9, three times');
export const nginxReplaced = behindNginx({ name: '', cause: replaceInTurn }, 'behind nginx: replicas replaced in turn');
