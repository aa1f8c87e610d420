/** The list of all faults, and of those in the short form. */
import type { Fault } from '../fault.js';
import { slowClients } from './slow-clients.js';
import { connectionsBroken, connectionsEnded, networkSilent } from './cut-connections.js';
import { diskFull } from './full-disk.js';
import { nginxKilled, nginxReplaced } from './nginx.js';
import { postgresCrashed, postgresStopped } from './postgres-stopped.js';
import { clockJumps } from './clock-jumps.js';
import { replicaStopped } from './replica-stopped.js';
import { allKilled, replicaKilled } from './replica-killed.js';

export const FAULTS: readonly Fault[] = [
  replicaKilled,
  allKilled,
  replicaStopped,
  postgresStopped,
  postgresCrashed,
  connectionsEnded,
  connectionsBroken,
  networkSilent,
  diskFull,
  clockJumps,
  slowClients,
  nginxKilled,
  nginxReplaced,
];

export const SHORT: readonly Fault[] = [allKilled, replicaStopped, postgresCrashed];
