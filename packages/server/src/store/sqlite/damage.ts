/** Which database files SQLite found damaged, in any thread of this process: it says so only where it reads the damaged page. */
import { BroadcastChannel } from 'node:worker_threads';

const damaged = new Set<string>();
const otherThreads = new BroadcastChannel('curp-damage');
otherThreads.unref();
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- its types know no messages
otherThreads.onmessage = ({ data }: { readonly data: unknown }) => void damaged.add(String(data));

export const isDamaged = (path: string): boolean => damaged.has(path);

export function reportDamage(path: string): void {
  if (damaged.has(path)) return;
  damaged.add(path);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  otherThreads.postMessage(path);
}
