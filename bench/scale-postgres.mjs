/** What a PostgreSQL spends, all of its processes together. Reads `/proc`: Linux. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The seconds of CPU of its first process, of those that have ended, and of those that live, in steps of a hundredth. */
export function familySeconds({ carpeta }) {
  const pid = readFileSync(join(carpeta, 'datos/postmaster.pid'), 'utf8').split('\n')[0];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return seconds(pid, 4) + children.reduce((sum, child) => sum + seconds(child, 2), 0);
}

/** `fields`: 2 for a process alone, 4 with the children that it has waited for. */
function seconds(pid, fields) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return stat.slice(11, 11 + fields).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}
