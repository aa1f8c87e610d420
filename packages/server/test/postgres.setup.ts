/** One PostgreSQL for the whole run: started when a test asks for it for the first time, gone at the end. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { Postgres } from './postgres-server.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the address of that server is told. */
    postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let iniciado: Promise<Postgres> | undefined;
  const portero = createServer((_, respuesta) => {
    respuesta.shouldKeepAlive = false; // a test that is busy for seconds would not see it closed, and ask into the void
    iniciado ??= Postgres.create();
    iniciado.then(
      (postgres) => respuesta.end(postgres.url()),
      (error: unknown) => respuesta.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    portero.listen(0, '127.0.0.1', resolve);
  });
  project.provide('postgres', `http://127.0.0.1:${(portero.address() as AddressInfo).port}/`);
  return async () => {
    portero.close();
    portero.closeAllConnections();
    await (await iniciado?.catch(() => undefined))?.remove();
  };
}
