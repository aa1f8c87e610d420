/** The list of all faults. */
import type { Fault } from '../fault.js';
import { writeFailures } from './write-failures.js';
import { slowClients } from './slow-clients.js';
import { connectionsBroken, connectionsEnded, networkSilent } from './cut-connections.js';
import { backupsTaken } from './backups.js';
import { fileDamaged } from './damaged-file.js';
import { diskFull } from './full-disk.js';
import { nginxKilled, nginxReplaced } from './nginx.js';
import { postgresCrashed, postgresStopped } from './postgres-stopped.js';
import { clockBehind, clockJumps } from './clock-jumps.js';
import { replicaStopped } from './replica-stopped.js';
import { allKilled, replicaKilled } from './replica-killed.js';
import { sqliteKilled } from './sqlite-killed.js';
import { uploadSpaceFull, uploadsKilled } from './stored-uploads.js';

export const FAULTS: readonly Fault[] = [
  replicaKilled,
  allKilled,
  replicaStopped,
  postgresStopped,
  postgresCrashed,
  connectionsEnded,
  connectionsBroken,
  networkSilent,
  sqliteKilled,
  diskFull,
  backupsTaken,
  fileDamaged,
  writeFailures,
  uploadsKilled,
  uploadSpaceFull,
  clockJumps,
  clockBehind,
  slowClients,
  nginxKilled,
  nginxReplaced,
];
