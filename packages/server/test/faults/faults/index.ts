/** All the faults, and those of the short form. */
import type { Falla } from '../fault.js';
import { clientesLentos } from './slow-clients.js';
import { conexionesCortadas, conexionesRotas, redColgada } from './cut-connections.js';
import { discoLleno } from './full-disk.js';
import { nginxMuerta, nginxRelevo } from './nginx.js';
import { postgresCaido, postgresDetenido } from './postgres-stopped.js';
import { relojSalta } from './clock-jumps.js';
import { replicaDetenida } from './replica-stopped.js';
import { replicaMuerta, todasMuertas } from './replica-killed.js';

export const FALLAS: readonly Falla[] = [
  replicaMuerta,
  todasMuertas,
  replicaDetenida,
  postgresDetenido,
  postgresCaido,
  conexionesCortadas,
  conexionesRotas,
  redColgada,
  discoLleno,
  relojSalta,
  clientesLentos,
  nginxMuerta,
  nginxRelevo,
];

export const BREVES: readonly Falla[] = [todasMuertas, replicaDetenida, postgresCaido];
