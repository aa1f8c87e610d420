/** All the faults, and those of the short form. */
import type { Falla } from '../falla.js';
import { clientesLentos } from './clientes-lentos.js';
import { conexionesCortadas, conexionesRotas, redColgada } from './conexiones-cortadas.js';
import { discoLleno } from './disco-lleno.js';
import { nginxMuerta, nginxRelevo } from './nginx.js';
import { postgresCaido, postgresDetenido } from './postgres-detenido.js';
import { relojSalta } from './reloj-salta.js';
import { replicaDetenida } from './replica-detenida.js';
import { replicaMuerta, todasMuertas } from './replica-muerta.js';

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
