/** Connects to PostgreSQL: to the server of an address or, if it names several, to the first that takes writes. */
import pg from 'pg';
import { StoreUnreachable } from './driver.js';

/** The limit to get a connection, free or new. */
const CONNECTION_MS = 3000;
const READ_ONLY = '25006';

/** Options in the URL take precedence: TLS, and other time limits. */
const clientConfig = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  application_name: 'curp-service',
  connectionTimeoutMillis: CONNECTION_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types: {
    // Every count here is a safe integer.
    getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
  },
});

/** The configuration of each server that `postgres://…@HOST:PORT,HOST:PORT/…` names. */
export function serversOf(url: string): readonly pg.ClientConfig[] {
  const [, before = '', hosts = '', after = ''] = /^([^/]+\/\/(?:[^/]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => clientConfig(before + host + after));
}

/** Tries servers in turn, beginning with the last that worked. */
export class Servers<Server, Client extends pg.ClientBase> {
  readonly all: readonly Server[];
  readonly #connect: (server: Server) => Promise<Client>;
  readonly #discard: (client: Client) => void;
  readonly #writable = new WeakSet<Client>();
  #current = 0;

  constructor(all: readonly Server[], connect: (server: Server) => Promise<Client>, discard: (client: Client) => void) {
    this.all = all;
    this.#connect = connect;
    this.#discard = discard;
  }

  /** Fails as the server did that was tried first. */
  async connect(): Promise<Client> {
    const failures: unknown[] = [];
    for (let i = 0; i < this.all.length; i += 1) {
      const next = (this.#current + i) % this.all.length;
      const server = this.all[next];
      if (server === undefined) break;
      try {
        const client = await this.#connect(server);
        await this.#requireWritable(client);
        this.#current = next;
        return client;
      } catch (error) {
        failures.push(error);
      }
    }
    throw new StoreUnreachable(failures[0], false);
  }

  /** A server alone may be read-only: it still answers questions. */
  async #requireWritable(client: Client): Promise<void> {
    if (this.all.length === 1 || this.#writable.has(client)) return;
    try {
      const sql = "SELECT current_setting('transaction_read_only') AS lectura";
      const { rows } = await client.query<{ lectura: string }>(sql);
      if (rows[0]?.lectura !== 'off') throw Object.assign(new Error('read-only'), { code: READ_ONLY });
    } catch (error) {
      this.#discard(client);
      throw error;
    }
    this.#writable.add(client);
  }
}

/** Makes a connection outside the pool. */
export async function connectAlone(url: string, more: pg.ClientConfig = {}): Promise<pg.Client> {
  const clients = serversOf(url).map((config) => new pg.Client({ ...config, ...more }).on('error', () => undefined));
  const end = (client: pg.Client): void => void client.end();
  const connect = async (client: pg.Client): Promise<pg.Client> => {
    try {
      return await client.connect();
    } catch (error) {
      end(client);
      throw error;
    }
  };
  return new Servers(clients, connect, end).connect();
}

/** Whether a server that took writes takes them no longer. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;
