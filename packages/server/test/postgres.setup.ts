/** One PostgreSQL for the whole run: started when a test first asks for it, removed at the end. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { Postgres } from './postgres-server.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address that returns the URL of that server. */
    postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Postgres> | undefined;
  const door = createServer((_, response) => {
    response.shouldKeepAlive = false; // A busy test would miss the end of a kept connection and fail on its next request.
    started ??= Postgres.create();
    started.then(
      (postgres) => response.end(postgres.url()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    door.listen(0, '127.0.0.1', resolve);
  });
  project.provide('postgres', `http://127.0.0.1:${(door.address() as AddressInfo).port}/`);
  return async () => {
    door.close();
    door.closeAllConnections();
    await (await started?.catch(() => undefined))?.remove();
  };
}
