/** What is said where PostgreSQL cannot be used at the start: one line, what to do, and never the password. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cannotUse } from '../src/store/failure.js';
import { openStore } from '../src/store/open.js';
import { selfSigned } from './certificate.js';
import { Postgres } from './postgres-server.js';
import { query } from './postgres.js';
import { Proceso, limpiar } from './process.js';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.create();
}, 60_000);
afterAll(async () => {
  await limpiar();
  await postgres.remove();
});

/** The address of the server with some of its parts changed. */
const con = (partes: Partial<URL>): string => Object.assign(new URL(postgres.url()), partes).href;

/** What is said of an address that cannot be opened. */
async function dicho(url: string): Promise<[es: string | null, en: string | null]> {
  const error = await openStore(url).then(
    () => expect.fail('it was opened'),
    (e: unknown) => e,
  );
  return [cannotUse(error, url, 'es'), cannotUse(error, url, 'en')];
}

describe('what is said', () => {
  it.each<[que: string, url: () => string, motivo: string, remedio: string]>([
    ['another password', () => con({ password: 'otra-secreta' }), '28P01', 'Check the user and the password'],
    ['no password', () => con({ password: '' }), 'SASL', 'Check the user and the password'],
    ['another user', () => con({ username: 'nadie' }), '28P01', 'Check the user and the password'],
    ['another database', () => con({ pathname: 'nada' }), '3D000', 'make it with createdb'],
    ['nobody on that port', () => con({ port: '1' }), 'ECONNREFUSED', 'The server does not answer'],
    ['no such host', () => con({ hostname: 'servidor.invalid' }), 'E', 'There is no server of that name'],
    [
      'TLS where there is none',
      () => con({ search: 'sslmode=verify-full' }),
      'The server does not support SSL',
      'does not speak TLS',
    ],
    ['an authority that is not there', () => con({ search: 'sslrootcert=/nada' }), 'ENOENT', 'Check the path'],
    ['a sign in the password', () => 'postgres://curp:otra/secreta@127.0.0.1/x', 'ERR_INVALID_URL', '@ is %40'],
    ['half a sign', () => 'postgres://curp:otra-secreta%FF@127.0.0.1/x', 'URI malformed', '@ is %40'],
  ])('%s', async (_, url, motivo, remedio) => {
    const [es, en] = await dicho(url());
    expect(en).toMatch(/^DATABASE_URL: the database cannot be used \(.+\)\. .+\.$/);
    expect(es).toMatch(/^DATABASE_URL: no se puede usar la base de datos \(.+\)\. .+\.$/);
    expect(en).toContain(`(${motivo}`);
    expect(en).toContain(remedio);
    expect(`${es}${en}`).not.toMatch(/secreta|\n/);
    expect(`${es}${en}`).not.toContain(postgres.password);
  });

  it('a user who may not make the tables', async () => {
    await query(postgres.url(), `CREATE ROLE lector LOGIN PASSWORD 'x'`);
    const [, en] = await dicho(con({ username: 'lector', password: 'x' }));
    expect(en).toMatch(/\(42501\)\. The user lacks permissions/);
  });

  it('a server with no connection to spare', async () => {
    await query(postgres.url(), `CREATE ROLE unico LOGIN PASSWORD 'x' CONNECTION LIMIT 0`);
    const [, en] = await dicho(con({ username: 'unico', password: 'x' }));
    expect(en).toMatch(/\(53300\)\. The server takes no more connections/);
  });

  it('nothing, of a bug', () => {
    expect(cannotUse(new TypeError('x is not a function'), 'postgres://x', 'en')).toBeNull();
    expect(cannotUse('x', 'postgres://x', 'en')).toBeNull();
  });
});

it('the process ends with 78 and that line', { timeout: 60_000 }, async () => {
  const proceso = new Proceso({ DATABASE_URL: con({ password: 'otra-secreta' }) });
  expect(await proceso.fin).toBe(78);
  expect(proceso.errores).toMatch(
    /^DATABASE_URL: no se puede usar la base de datos \(28P01\)\. Revise el usuario.+\n$/,
  );
  expect(proceso.errores).not.toContain('secreta');
  expect(proceso.salida).toBe('');
});

it('speaks TLS, and only with whom the authority of the URL vouches for', async () => {
  const suyo = selfSigned();
  const ca = postgres.save('datos/servidor.crt', suyo.certificado);
  postgres.save('datos/servidor.key', suyo.clave);
  for (const valor of ["ssl_cert_file = 'servidor.crt'", "ssl_key_file = 'servidor.key'", 'ssl = on']) {
    await query(postgres.url(), `ALTER SYSTEM SET ${valor}`);
  }
  await postgres.stop();
  await postgres.start();
  const [, en] = await dicho(con({ search: 'sslmode=verify-full' }));
  expect(en).toMatch(/CERT.*The certificate of the server cannot be verified/);
  const ajena = postgres.save('ajena.crt', selfSigned().certificado);
  expect((await dicho(con({ search: `sslmode=verify-full&sslrootcert=${ajena}` })))[1]).toContain('cannot be verified');
  const store = await openStore(con({ search: `sslmode=verify-full&sslrootcert=${ca}` }));
  await store.ping();
  const cifradas = await query(
    postgres.url(),
    `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'curp-service'`,
  );
  expect(cifradas).toEqual([{ ssl: true }]);
  await store.close();
});
