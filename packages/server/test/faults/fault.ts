/** A fault: how it is brought about and ended while work goes on. What must hold of that work is the same for all of them. */
import type { Store } from '../../src/admin.js';
import type { Intermediario } from '../relay.js';
import type { Postgres } from '../postgres-server.js';
import type { Camino } from './path.js';
import type { Proyectos } from './projects.js';
import type { Replica } from './replica.js';

export interface Taller {
  readonly postgres: Postgres;
  /** Stands between the replicas and PostgreSQL. */
  readonly relevo: Intermediario;
  /** Of this fault alone; it goes when all is over. */
  readonly carpeta: string;
  readonly alFinal: (cerrar: () => unknown) => void;
}

export interface Mundo extends Taller {
  /** The database, without what stands in between. */
  readonly url: string;
  readonly replicas: readonly Replica[];
  readonly camino: Camino;
  readonly proyectos: Proyectos;
  /** Says that no more is to be asked for. */
  readonly basta: AbortSignal;
}

/** Where it differs from two replicas on PostgreSQL, asked in turn. */
export interface Ajustes {
  readonly replicas?: number;
  readonly url?: string;
  /** Of each replica, the first being 0. */
  readonly env?: (replica: number) => Readonly<Record<string, string>>;
  readonly camino?: (replicas: readonly Replica[]) => Camino | Promise<Camino>;
}

export interface Falla {
  readonly nombre: string;
  /** Why it cannot be shown on this machine; `null`: it can. */
  readonly impedimento?: () => string | null;
  readonly ajustar?: (taller: Taller) => Ajustes | Promise<Ajustes>;
  readonly causar: (mundo: Mundo) => unknown;
  /** Ends it: recovery is measured from here on. */
  readonly reparar?: (mundo: Mundo) => unknown;
  /** How long it lasts, and how often it comes. */
  readonly duraMs?: number;
  readonly veces?: number;
}

const CUENTAS = {
  pedidas: 0,
  bien: 0,
  /** Turned away with a code that says so. */
  claras: 0,
  /** Connections that a replica refused or broke as it went. */
  rechazadas: 0,
  /** Successes that are not in the usage. */
  perdidas: 0,
  /** Rows of jobs that came back, and those of them that were lost, doubled or changed. */
  filas: 0,
  filasMal: 0,
};

/** What became of some work; `mal`: what must not be. */
export type Parte = typeof CUENTAS & { readonly mal: string[] };

export const nuevaParte = (): Parte => ({ ...CUENTAS, mal: [] });

export function sumar(partes: readonly Parte[]): Parte {
  const total = nuevaParte();
  for (const { mal, ...cuentas } of partes) {
    for (const [cuenta, n] of Object.entries(cuentas)) total[cuenta as keyof typeof CUENTAS] += n;
    total.mal.push(...mal);
  }
  return total;
}

/** Work that goes on while a fault does. */
interface Trabajo {
  readonly parte: Parte;
  /** Once all is well again, and it is enough. */
  readonly terminar: () => Promise<void>;
  /** Once the replicas have ended: what the database says must agree. */
  readonly cuadrar: (store: Store) => Promise<void>;
}

export type Emprender = (mundo: Mundo) => Trabajo;
