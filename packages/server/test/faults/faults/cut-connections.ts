/** The connections to PostgreSQL are lost: it ends them, the network breaks them, or lets nothing pass and says nothing. */
import { cortarConexiones } from '../../postgres.js';
import type { Falla } from '../fault.js';

export const conexionesCortadas: Falla = {
  nombre: 'all connections ended by PostgreSQL, five times',
  veces: 5,
  causar: async ({ url }) => cortarConexiones(url),
};

export const conexionesRotas: Falla = {
  nombre: 'all connections to PostgreSQL broken, five times',
  veces: 5,
  causar: ({ relevo }) => relevo.cortar(),
};

export const redColgada: Falla = {
  nombre: 'network to PostgreSQL silent for 10 seconds',
  duraMs: 10_000,
  causar: ({ relevo }) => relevo.colgar(),
  reparar: ({ relevo }) => relevo.reanudar(),
};
