/** The message when PostgreSQL cannot be used at the start: one line with the remedy, and never the password. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cannotUse } from '../src/store/failure.js';
import { openStore } from '../src/store/open.js';
import { selfSigned } from './certificate.js';
import { Postgres } from './postgres-server.js';
import { query } from './postgres.js';
import { ServiceProcess, cleanUp } from './process.js';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.create();
});
afterAll(async () => {
  await cleanUp();
  await postgres.remove();
});

/** Returns the URL of the server with some parts changed. */
const urlWith = (parts: Partial<URL>): string => Object.assign(new URL(postgres.url()), parts).href;

/** Returns the messages about a URL that cannot be opened. */
async function messagesFor(url: string): Promise<[es: string | null, en: string | null]> {
  const error = await openStore(url).then(
    () => expect.fail('it was opened'),
    (e: unknown) => e,
  );
  return [cannotUse(error, url, 'es'), cannotUse(error, url, 'en')];
}

describe('the message of a failed start has the reason and the remedy', () => {
  it.each<[what: string, url: () => string, reason: string, remedy: string]>([
    ['a wrong password', () => urlWith({ password: 'otra-secreta' }), '28P01', 'Check the user and the password'],
    ['no password', () => urlWith({ password: '' }), 'SASL', 'Check the user and the password'],
    ['an unknown user', () => urlWith({ username: 'nadie' }), '28P01', 'Check the user and the password'],
    ['an unknown database', () => urlWith({ pathname: 'nada' }), '3D000', 'create it with createdb'],
    ['a port without a server', () => urlWith({ port: '1' }), 'ECONNREFUSED', 'The server does not answer'],
    ['an unknown host', () => urlWith({ hostname: 'servidor.invalid' }), 'E', 'There is no server with that name'],
    [
      'TLS on a server without it',
      () => urlWith({ search: 'sslmode=verify-full' }),
      'The server does not support SSL',
      'does not use TLS',
    ],
    ['a missing authority file', () => urlWith({ search: 'sslrootcert=/nada' }), 'ENOENT', 'Check the path'],
    ['a sign in the password', () => 'postgres://curp:otra/secreta@127.0.0.1/x', 'ERR_INVALID_URL', '@ is %40'],
    ['an incomplete escape', () => 'postgres://curp:otra-secreta%FF@127.0.0.1/x', 'URI malformed', '@ is %40'],
  ])('for %s', async (_, url, reason, remedy) => {
    const [es, en] = await messagesFor(url());
    expect(en).toMatch(/^DATABASE_URL: the database cannot be used \(.+\)\. .+\.$/);
    expect(es).toMatch(/^DATABASE_URL: no se puede usar la base de datos \(.+\)\. .+\.$/);
    expect(en).toContain(`(${reason}`);
    expect(en).toContain(remedy);
    expect(`${es}${en}`).not.toMatch(/secreta|\n/);
    expect(`${es}${en}`).not.toContain(postgres.password);
  });

  it('for a user who may not create tables', async () => {
    await query(postgres.url(), `CREATE ROLE lector LOGIN PASSWORD 'x'`);
    const [, en] = await messagesFor(urlWith({ username: 'lector', password: 'x' }));
    expect(en).toMatch(/\(42501\)\. The user lacks permissions/);
  });

  it('for a server without free connections', async () => {
    await query(postgres.url(), `CREATE ROLE unico LOGIN PASSWORD 'x' CONNECTION LIMIT 0`);
    const [, en] = await messagesFor(urlWith({ username: 'unico', password: 'x' }));
    expect(en).toMatch(/\(53300\)\. The server accepts no more connections/);
  });

  it('except for a bug of this program', () => {
    expect(cannotUse(new TypeError('x is not a function'), 'postgres://x', 'en')).toBeNull();
    expect(cannotUse('x', 'postgres://x', 'en')).toBeNull();
  });
});

it('a process that cannot open its database exits with 75 and prints only that message', async () => {
  const replica = new ServiceProcess({ DATABASE_URL: urlWith({ password: 'otra-secreta' }) });
  expect(await replica.exitCode).toBe(75);
  expect(replica.errorOutput).toMatch(
    /^DATABASE_URL: no se puede usar la base de datos \(28P01\)\. Revise el usuario.+\n$/,
  );
  expect(replica.errorOutput).not.toContain('secreta');
  expect(replica.output).toBe('');
});

it('the service speaks TLS only with a server whose certificate the authority of the URL signed', async () => {
  const { key, certificate } = selfSigned();
  const authority = postgres.save('datos/servidor.crt', certificate);
  postgres.save('datos/servidor.key', key);
  for (const setting of ["ssl_cert_file = 'servidor.crt'", "ssl_key_file = 'servidor.key'", 'ssl = on']) {
    await query(postgres.url(), `ALTER SYSTEM SET ${setting}`);
  }
  await postgres.stop();
  await postgres.start();
  const [, en] = await messagesFor(urlWith({ search: 'sslmode=verify-full' }));
  expect(en).toMatch(/CERT.*The certificate of the server cannot be verified/);
  const other = postgres.save('ajena.crt', selfSigned().certificate);
  const [, wrong] = await messagesFor(urlWith({ search: `sslmode=verify-full&sslrootcert=${other}` }));
  expect(wrong).toContain('cannot be verified');
  const store = await openStore(urlWith({ search: `sslmode=verify-full&sslrootcert=${authority}` }));
  await store.heart.ping();
  const encrypted = await query(
    postgres.url(),
    `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'curp-service'`,
  );
  expect(encrypted).toEqual([{ ssl: true }]);
  await store.close();
});
