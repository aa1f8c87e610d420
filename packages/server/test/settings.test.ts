/** The sources of settings: their order, the files of secrets, and the names that are ignored. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../src/config.js';
import { SettingSources, ignoredNames } from '../src/settings.js';
import { GONE_SETTINGS } from '../src/variables.js';

function files(contents: Readonly<Record<string, string>>): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'curp-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text);
  return (name) => join(folder, name);
}

const open = (env: NodeJS.ProcessEnv, language: 'es' | 'en' = 'es'): SettingSources =>
  new SettingSources(env, language);

describe('a source of settings', () => {
  it('adds what is not set if it is a file, and replaces it only if it has precedence', () => {
    const path = files({ env: 'PORT=1\nHOST=a\n# x\nTMPDIR=/t\n' });
    const env: NodeJS.ProcessEnv = { PORT: '2' };
    const sources = open(env);
    sources.addFile(path('env'));
    expect(env).toEqual({ PORT: '2', HOST: 'a', TMPDIR: '/t' });
    expect([sources.find('PORT'), sources.find('HOST'), sources.find('ADMIN_PORT')]).toEqual([
      { value: '2', file: null },
      { value: 'a', file: path('env') },
      null,
    ]);
    sources.addFile(path('env'), true);
    expect(sources.find('PORT')).toEqual({ value: '1', file: path('env') });
    expect(sources.values()).toMatchObject({ PORT: '1', HOST: 'a' });
  });

  it('adds nothing if it is a missing file, unless it has precedence and must exist', () => {
    const sources = open({});
    sources.addFile('/nada/.env');
    expect(() => sources.addFile('/nada/x.env', true)).toThrow(ConfigError);
  });

  it('hides the secret of a later one, in a file of its own or not', () => {
    const path = files({ secret: 'sqlite:b\n', first: '', second: 'DATABASE_URL=sqlite:a\n' });
    writeFileSync(path('first'), `DATABASE_URL_FILE=${path('secret')}\n`);
    const sources = open({ DATABASE_URL: 'sqlite:c' });
    sources.addFile(path('first'), true);
    sources.addFile(path('second'));
    expect(sources.find('DATABASE_URL')).toEqual({ value: 'sqlite:b', file: path('secret') });
  });
});

describe('secrets in files', () => {
  it.each(['DATABASE_URL', 'UPSTREAM_TOKEN'] as const)('%s may be in the file that %s_FILE names', (name) => {
    const path = files({ [name]: 'valor\n' });
    const found = { value: 'valor', file: path(name) };
    expect(open({ [`${name}_FILE`]: path(name) }).find(name)).toEqual(found);
  });

  it('are an error if both a value and a file are set, which repeats neither', () => {
    const path = files({ UPSTREAM_TOKEN: 'abrete' });
    const twice = { UPSTREAM_TOKEN: 'sesamo', UPSTREAM_TOKEN_FILE: path('UPSTREAM_TOKEN') };
    expect(() => open(twice).values()).toThrow(
      `UPSTREAM_TOKEN está definido dos veces (UPSTREAM_TOKEN, ${path('UPSTREAM_TOKEN')}): deje uno solo.`,
    );
  });

  it('are an error if the file is missing, empty or a folder', () => {
    const path = files({ vacio: ' \n' });
    const read = (file: string) => () => open({ DATABASE_URL_FILE: file }).values();
    expect(read('/nada')).toThrow('DATABASE_URL_FILE: no existe el archivo /nada.');
    expect(read(path('vacio'))).toThrow('está vacío');
    expect(read('/')).toThrow('No se puede leer /, DATABASE_URL_FILE (EISDIR)');
  });

  it('exist only for secret variables', () => {
    const path = files({ PORT: '1' });
    expect(open({ PORT_FILE: path('PORT') }).find('PORT')).toBeNull();
  });
});

describe('names that are ignored', () => {
  it.each([
    ['LOTES_RETENTON', 'LOTES_RETENTION'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['ADMIN_PROT', 'ADMIN_PORT'],
    ['upstream_token', 'UPSTREAM_TOKEN'],
    ['RATE_LIMITS', 'RATE_LIMIT'],
    ['PORTT', 'PORT'],
    ['DATABASE_URL_FLE', 'DATABASE_URL_FILE'],
  ])('%s may be %s', (name, meant) => {
    expect(ignoredNames(open({ [name]: 'x' }), 'en')).toEqual([
      `There is no setting ${name}: it is ignored. Did you mean ${meant}?`,
    ]);
  });

  it.each(['LOTE_TAMANO', 'UPSTREAM_SECRET_NAME', 'CURP_CUALQUIERA', 'DATABASE_PASSWORD'])(
    '%s is not similar to any',
    (name) => {
      expect(ignoredNames(open({ [name]: 'x' }), 'es')).toEqual([`No hay ningún ajuste ${name}: se ignora.`]);
    },
  );

  it.each(Object.entries(GONE_SETTINGS))('%s is a setting no longer', (name, [es, en]) => {
    expect(ignoredNames(open({ [name]: 'x' }), 'es')).toEqual([`${name} ya no existe: se ignora. ${es}`]);
    expect(ignoredNames(open({ [`${name}_FILE`]: 'x' }), 'en')).toEqual([
      `${name}_FILE no longer exists: it is ignored. ${en}`,
    ]);
    for (const document of ['docs/operations.md', 'docs/es/operations.md']) {
      expect(readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8')).toContain(`\`${name}\``);
    }
  });

  it('known names, and those of the system, of clients and of Kubernetes, are ignored', () => {
    const names = ['PORT', 'DATABASE_URL_FILE', 'PATH', 'HOME', 'LANG', 'HOSTNAME', 'TERM', 'SHELL', 'PWD', 'NODE_ENV'];
    const ofClients = ['CURP_TOKEN', 'CURP_URL'];
    const ofKubernetes = ['CURP_SERVICE_SERVICE_HOST', 'CURP_SERVICE_PORT', 'CURP_SERVICE_PORT_80_TCP_ADDR'];
    const env = Object.fromEntries([...names, ...ofClients, ...ofKubernetes].map((name) => [name, 'x']));
    expect(ignoredNames(open(env), 'es')).toEqual([]);
  });
});
