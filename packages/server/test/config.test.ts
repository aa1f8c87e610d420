/** The configuration, and its description in .env.example and docs/operations.md. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, VARIABLES, readConfig } from '../src/config.js';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('the configuration', () => {
  it('has defaults that work', () => {
    expect(readConfig({}, 'es')).toEqual({
      host: '127.0.0.1',
      port: 3000,
      adminHost: '127.0.0.1',
      adminPort: 9464,
      databaseUrl: 'sqlite:data/curp.db',
      databasePool: 10,
      logLevel: 'info',
      rateLimit: null,
      demoToken: 'local',
      corsOrigin: ['*'],
      trustProxy: false,
      padron: false,
      upstream: null,
      loteFiles: 64,
      loteFilesPerProject: 8,
      loteMaxBytes: 100_000_000,
      loteTempBytes: 4_000_000_000,
      loteTempBytesPerProject: 1_000_000_000,
      lotesRetentionMs: 86_400_000,
      lotesMaxBytes: 40_000_000_000,
      lotesMaxBytesPerProject: 10_000_000_000,
      lotesMaxJobsPerProject: 100,
      usageRetentionMonths: 24,
    });
    expect(readConfig({ PORT: '', HOST: ' ' }, 'es')).toEqual(readConfig({}, 'es'));
  });

  it.each([
    { PORT: '9464' },
    { PORT: '8080', ADMIN_PORT: '8080' },
    { HOST: '0.0.0.0', PORT: '9464' },
    { ADMIN_HOST: '::', ADMIN_PORT: '3000' },
  ])('refuses one port for clients and operators: %o', (env) => {
    expect(() => readConfig(env, 'es')).toThrow(new ConfigError('ADMIN_PORT debe ser distinto de PORT.'));
    expect(() => readConfig(env, 'en')).toThrow(new ConfigError('ADMIN_PORT must differ from PORT.'));
  });

  it('lets two addresses share a port', () => {
    const env = { HOST: '10.0.0.1', PORT: '9464' };
    expect(readConfig(env, 'es')).toMatchObject({ port: 9464, adminPort: 9464 });
  });

  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PADRON: 'on' }, { padron: true }],
    [{ RATE_LIMIT: '50' }, { rateLimit: 50 }],
    [{ RATE_LIMIT: 'off' }, { rateLimit: null }],
    [{ CORS_ORIGIN: 'off' }, { corsOrigin: [] }],
    [
      { CORS_ORIGIN: 'https://a.mx , http://localhost:8080' },
      { corsOrigin: ['https://a.mx', 'http://localhost:8080'] },
    ],
    [{ DATABASE_URL: 'sqlite:/var/lib/curp.db' }, { databaseUrl: 'sqlite:/var/lib/curp.db' }],
    [{ DATABASE_URL: 'postgres://u:p@h/b' }, { databaseUrl: 'postgres://u:p@h/b' }],
    [{ DATABASE_URL: 'postgresql://h/b?sslmode=verify-full' }, { databaseUrl: 'postgresql://h/b?sslmode=verify-full' }],
    [{ DATABASE_POOL: '1' }, { databasePool: 1 }],
    [
      { LOTES_RETENTION: '60', LOTES_MAX_MB: '2' },
      { lotesRetentionMs: 60_000, lotesMaxBytes: 2_000_000, lotesMaxBytesPerProject: 500_000 },
    ],
    [{ LOTE_TEMP_MB: '2' }, { loteTempBytes: 2_000_000, loteTempBytesPerProject: 500_000 }],
    [{ HOST: '0.0.0.0' }, { demoToken: false }],
    [{ HOST: '::' }, { demoToken: false }],
    [{ HOST: '::1' }, { demoToken: 'local' }],
    [{ HOST: 'localhost' }, { demoToken: 'local' }],
    [{ HOST: '127.0.0.1.example.com' }, { demoToken: false }],
    [{ HOST: '0.0.0.0', DEMO_TOKEN: 'on' }, { demoToken: true }],
    [{ DEMO_TOKEN: 'off' }, { demoToken: false }],
    [{ TRUST_PROXY: 'on' }, { trustProxy: true, demoToken: false }],
    [
      { UPSTREAM_URL: 'https://curp.example.mx/base/', UPSTREAM_TOKEN: 'x' },
      {
        upstream: {
          url: 'https://curp.example.mx/base',
          token: 'x',
          method: 'POST',
          timeoutMs: 5000,
        },
      },
    ],
    [
      {
        UPSTREAM_URL: 'http://[::1]:3001',
        UPSTREAM_TOKEN: 'x',
        UPSTREAM_METHOD: 'GET',
      },
      { upstream: { url: 'http://[::1]:3001', token: 'x', method: 'GET' } },
    ],
  ])('is read from %o', (env, config) => {
    expect(readConfig(env, 'es')).toMatchObject(config);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['ADMIN_PORT', 'x'],
    ['HOST', 'a b'],
    ['HOST', 'http://x'],
    ['DATABASE_URL', 'curp.db'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_URL', 'postgres:x'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_POOL', '1001'],
    ['LOG_LEVEL', 'verbose'],
    ['RATE_LIMIT', '0'],
    ['RATE_LIMIT', '1.5'],
    ['RATE_LIMIT', 'on'],
    ['DEMO_TOKEN', 'yes'],
    ['CORS_ORIGIN', 'ejemplo.mx'],
    ['CORS_ORIGIN', 'https://a.mx/'],
    ['TRUST_PROXY', '1'],
    ['PADRON', 'sí'],
    ['UPSTREAM_URL', 'curp.example.mx'],
    ['UPSTREAM_URL', 'ftp://curp.example.mx'],
    ['UPSTREAM_URL', 'https://a:b@curp.example.mx'],
    ['UPSTREAM_URL', 'https://curp.example.mx/?token=x'],
    ['UPSTREAM_URL', 'https://curp.example.mx:99999'],
    ['UPSTREAM_METHOD', 'PUT'],
  ])('refuses %s=%s, and the error names the variable', (variable, value) => {
    expect(() => readConfig({ [variable]: value }, 'es')).toThrow(ConfigError);
    expect(() => readConfig({ [variable]: value }, 'es')).toThrow(`${variable} debe ser `);
    expect(() => readConfig({ [variable]: value }, 'en')).toThrow(`${variable} must be `);
  });

  it('needs both an address and a token for an upstream, and no message repeats the token', () => {
    const url = { UPSTREAM_URL: 'https://curp.example.mx' };
    expect(() => readConfig(url, 'es')).toThrow('UPSTREAM_TOKEN debe ser ');
    expect(() => readConfig({ ...url, UPSTREAM_TOKEN: 'abrete sesamo' }, 'es')).toThrow(/^(?!.*abrete)UPSTREAM_TOKEN/);
    expect(() => readConfig({ UPSTREAM_TOKEN: 'abretesesamo' }, 'es')).toThrow(/^(?!.*abrete)UPSTREAM_URL/);
  });

  it('matches .env.example, variable by variable and default by default', () => {
    const lines = Array.from(read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm), ([, name, value]) => [name, value]);
    expect(lines).toEqual(Object.entries(VARIABLES).map(([name, [fallback]]) => [name, fallback]));
  });

  it('matches the table of docs/operations.md', () => {
    const rows = Array.from(
      (/^## Configuration\n[^]*?(?=^## )/m.exec(read('docs/operations.md'))?.[0] ?? '').matchAll(
        /^\| `([A-Z_]+)` \| (?:`(.*?)`)? *\|/gm,
      ),
      ([, name, value = '']) => [name, value],
    );
    expect(rows).toEqual(Object.entries(VARIABLES).map(([name, [fallback]]) => [name, fallback]));
  });

  it.each(Object.entries(VARIABLES))('has the bounds of %s in docs/operations.md', (name, [, , accepted]) => {
    const row =
      read('docs/operations.md')
        .split('\n')
        .find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
    const inTable = row.split(' | ')[2] ?? '';
    const [, min, max] = /from (\d+) to (\d+)/.exec(accepted) ?? [];
    const bounds = [min, max].map((bound) => Number(bound).toLocaleString('en')).join(' to ');
    if (min === undefined) expect(inTable).not.toBe('');
    else expect(inTable).toMatch(new RegExp(`^${bounds}(, \`\\w+\`)?$`));
  });
});
