/** The shape of a fault: how a test causes and ends it while clients work. All faults share the checks on that work. */
import type { Store } from '../../src/admin.js';
import type { Relay } from '../relay.js';
import type { Postgres } from '../postgres-server.js';
import type { Route } from './path.js';
import type { Projects } from './projects.js';
import type { Replica } from './replica.js';

export interface Bench {
  readonly postgres: Postgres;
  /** The relay between the replicas and PostgreSQL. */
  readonly relay: Relay;
  /** The folder of this fault, removed at the end. */
  readonly folder: string;
  /** How long each client waits between two requests. Those of files and jobs wait longer. */
  readonly pauseMs: number;
  readonly atEnd: (close: () => unknown) => void;
}

export interface World extends Bench {
  /** The address of the database itself, not of the relay. */
  readonly url: string;
  readonly replicas: readonly Replica[];
  readonly route: Route;
  readonly projects: Projects;
  /** True if the database has room for jobs. */
  readonly jobs: boolean;
  /** Aborted when clients should send nothing more. */
  readonly enough: AbortSignal;
}

/** The differences from the default: two replicas on PostgreSQL, asked in turn. */
export interface Setup {
  readonly replicas?: number;
  readonly url?: string;
  readonly jobs?: boolean;
  /** The environment of each replica; the first is 0. */
  readonly env?: (replica: number) => Readonly<Record<string, string>>;
  readonly route?: (replicas: readonly Replica[]) => Route | Promise<Route>;
}

export interface Fault {
  readonly name: string;
  /** Returns why this machine cannot show the fault, or `null` if it can. */
  readonly obstacle?: () => string | null;
  readonly setUp?: (bench: Bench) => Setup | Promise<Setup>;
  readonly cause: (world: World) => unknown;
  /** Ends the fault. Recovery is measured from here on. */
  readonly repair?: (world: World) => unknown;
  readonly lastsMs?: number;
  /** How often the fault is caused and repaired. */
  readonly times?: number;
}

const COUNTS = {
  requests: 0,
  right: 0,
  /** Refusals with a code that says why. */
  clear: 0,
  /** Connections that a replica refused or broke while it stopped. */
  refused: 0,
  /** Successes that the usage lacks. */
  lost: 0,
  /** Rows of files and jobs that came back, and how many of them were lost, doubled or changed. */
  rows: 0,
  badRows: 0,
};

/** The result of some work; `wrong` lists everything that must not happen. */
export type Report = typeof COUNTS & { readonly wrong: string[] };

export const newReport = (): Report => ({ ...COUNTS, wrong: [] });

export function addUp(reports: readonly Report[]): Report {
  const total = newReport();
  for (const { wrong, ...counts } of reports) {
    for (const [key, n] of Object.entries(counts)) total[key as keyof typeof COUNTS] += n;
    total.wrong.push(...wrong);
  }
  return total;
}

/** Work that continues during a fault. */
interface Work {
  readonly report: Report;
  /** Called when the replicas have recovered and `enough` is aborted. */
  readonly finish: () => Promise<void>;
  /** Called when the replicas have ended: compares the database with what the clients saw. */
  readonly balance: (store: Store) => Promise<void>;
}

export type StartWork = (world: World) => Work;
