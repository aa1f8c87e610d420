/** Checks docs/promises.md: the test files that it names exist, and it lists exactly the packages that run with the service. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

/** Returns the cells of the tables under a heading, without the header row. */
const rowsUnder = (heading: string): string[][] => {
  const [, section = ''] =
    new RegExp(`^## ${heading}\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(read('docs/promises.md')) ?? [];
  return Array.from(section.matchAll(/^\| (.+) \|$/gm), ([, row = '']) => row.split(' | ')).slice(1);
};

describe('the threats of docs/promises.md', () => {
  const rows = rowsUnder('Threats');

  it('each have a defence and at least one test file that exists', () => {
    expect(rows.length).toBeGreaterThan(25);
    for (const row of rows) {
      expect(row).toHaveLength(3);
      const files = Array.from((row[2] ?? '').matchAll(/`([^`]+\.test\.ts)`/g), ([, file = '']) => file);
      expect(files).not.toEqual([]);
      for (const file of files) expect(read(file)).toContain('expect');
    }
  });
});

it.each(['SECURITY.md', 'docs/promises.md'])('%s links to files that exist', (document) => {
  const links = Array.from(read(document).matchAll(/\]\(([^)#]+)[^)]*\)/g), ([, link = '']) => link);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(read(join(dirname(document), link))).not.toBe('');
});

interface Package {
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly license?: string;
}

describe('the packages that run with the service', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Package>> };
  const foreign = Object.entries(packages).filter(([path]) => path.includes('node_modules/') && !packages[path]?.link);
  /** Returns the packages that some names bring, by their paths in the lock file. */
  const broughtBy = (names: readonly string[], within: string, known = new Set<string>()): ReadonlySet<string> => {
    for (const name of names.filter((each) => !each.startsWith('@curp-service/'))) {
      const places = [`${within}/node_modules/${name}`, `node_modules/${name}`];
      const path = places.find((each) => each in packages) ?? '';
      if (known.has(path)) continue;
      known.add(path);
      const { dependencies, optionalDependencies } = packages[path] ?? {};
      broughtBy(Object.keys({ ...dependencies, ...optionalDependencies }), path, known);
    }
    return known;
  };
  /** What the root package brings besides serves only to build, to test, or to run an older Node. */
  const running = new Set(
    globSync('packages/*', { cwd: root }).flatMap((path) => {
      const { dependencies, devDependencies } = packages[path] ?? {};
      const names = Object.keys(dependencies ?? (path.endsWith('/cli') ? devDependencies : undefined) ?? {});
      return [...broughtBy(names, path)];
    }),
  );
  for (const name of Object.keys(packages['']?.optionalDependencies ?? {})) running.add(`node_modules/${name}`);
  const atRuntime = foreign.filter(([path]) => running.has(path));

  it('are exactly those listed', () => {
    const direct = globSync('packages/*/package.json', { cwd: root }).flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file)) as Package;
      const used = file.includes('/cli/') ? devDependencies : dependencies; // They are inside the bundle.
      const others = Object.entries(used).filter(([name]) => !name.startsWith('@curp-service/'));
      return others.map(([name, version]) => `${file.split('/')[1]} ${name} ${version}`);
    });
    const manifest = JSON.parse(read('package.json')) as Package;
    const ofRoot = Object.entries(manifest.optionalDependencies ?? {}).map(
      ([name, version]) => `(root) ${name} ${version}`,
    );
    const listed = rowsUnder('Dependencies').map(
      ([name = '', version, of]) => `${of} ${name.replaceAll('`', '')} ${version}`,
    );
    expect(listed.toSorted()).toEqual([...direct, ...ofRoot].toSorted());
  });

  it('each have a checksum and a licence that permits their use, and no installation script', () => {
    expect(atRuntime.length).toBe(Number(/(\d+) packages in all/.exec(read('docs/promises.md'))?.[1]));
    expect(atRuntime.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
    expect(foreign.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
    const permitted = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|\(MIT OR CC0-1\.0\))$/;
    expect(atRuntime.filter(([, { license = '' }]) => !permitted.test(license)).map(([path]) => path)).toEqual([]);
  });

  it('are built without installation scripts, because allowScripts forbids every one', () => {
    const withScript = foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    const forbidden = withScript.map((path) => [path.replace('node_modules/', ''), false]);
    expect(JSON.parse(read('package.json'))).toMatchObject({ allowScripts: Object.fromEntries(forbidden) as object });
  });
});
