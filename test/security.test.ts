/** docs/security.md: each test that it names exists, and of what runs with the service it lists all and nothing else. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const leer = (archivo: string): string => readFileSync(`${raiz}${archivo}`, 'utf8');

/** The cells of the tables under a heading. */
const filasDe = (titulo: string): string[][] => {
  const [, seccion = ''] =
    new RegExp(`^## ${titulo}\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(leer('docs/security.md')) ?? [];
  return Array.from(seccion.matchAll(/^\| (.+) \|$/gm), ([, fila = '']) => fila.split(' | ')).slice(1);
};

describe('the threats', () => {
  const filas = filasDe('Threats');

  it('are told with what stands against each, and the test that shows it', () => {
    expect(filas.length).toBeGreaterThan(25);
    for (const fila of filas) expect(fila).toHaveLength(3);
  });

  const citas = filas.flatMap(([, , celda = '']) =>
    Array.from(celda.matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/g), ([, archivo = '', titulo = '']) => ({
      archivo,
      titulo,
    })),
  );

  it('name at least one test each', () => {
    for (const [amenaza, , celda = ''] of filas)
      expect([amenaza, celda]).toEqual([amenaza, expect.stringMatching(/`[^`]+\.test\.ts`: “/)]);
  });

  it.each(citas)('$archivo: $titulo', ({ archivo, titulo }) => {
    const titulos = leer(archivo).replaceAll(/\\'/g, "'");
    expect(titulos.includes(`'${titulo}'`) || titulos.includes(`\`${titulo}\``)).toBe(true);
  });
});

it.each(['SECURITY.md', 'docs/security.md'])('%s leads to files that exist', (documento) => {
  const enlaces = Array.from(leer(documento).matchAll(/\]\(([^)#]+)[^)]*\)/g), ([, enlace = '']) => enlace);
  expect(enlaces.length).toBeGreaterThan(0);
  for (const enlace of enlaces) expect(leer(join(dirname(documento), enlace))).not.toBe('');
});

interface Paquete {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly license?: string;
}

describe('what runs with the service', () => {
  const { packages } = JSON.parse(leer('package-lock.json')) as { packages: Readonly<Record<string, Paquete>> };
  const deOtros = Object.entries(packages).filter(([ruta]) => ruta.includes('node_modules/') && !packages[ruta]?.link);
  const deCorrer = deOtros.filter(([, { dev }]) => dev !== true);

  it('is what is listed, package by package', () => {
    const directas = globSync('packages/*/package.json', { cwd: raiz }).flatMap((archivo) => {
      const { dependencies = {} } = JSON.parse(leer(archivo)) as Paquete;
      const ajenas = Object.entries(dependencies).filter(([nombre]) => !nombre.startsWith('@curp-service/'));
      return ajenas.map(([nombre, version]) => `${archivo.split('/')[1]} ${nombre} ${version}`);
    });
    const raizDe = JSON.parse(leer('package.json')) as Paquete;
    expect(raizDe.dependencies).toBeUndefined();
    const opcionales = Object.entries(raizDe.optionalDependencies ?? {}).map(
      ([n, version]) => `(root) ${n} ${version}`,
    );
    const listadas = filasDe('Dependencies').map(
      ([nombre = '', version, paquete]) => `${paquete} ${nombre.replaceAll('`', '')} ${version}`,
    );
    expect(listadas.toSorted()).toEqual([...directas, ...opcionales].toSorted());
  });

  it('has no script that runs when it is installed, a checksum each, and a licence that lets it be used', () => {
    expect(deCorrer.length).toBe(Number(/(\d+) packages in all/.exec(leer('docs/security.md'))?.[1]));
    expect(deCorrer.filter(([, { hasInstallScript }]) => hasInstallScript).map(([ruta]) => ruta)).toEqual([]);
    expect(deOtros.filter(([, { integrity }]) => integrity === undefined).map(([ruta]) => ruta)).toEqual([]);
    const libres = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|\(MIT OR CC0-1\.0\))$/;
    expect(deCorrer.filter(([, { license = '' }]) => !libres.test(license)).map(([ruta]) => ruta)).toEqual([]);
  });

  it('and what builds it runs none either: those that have one are forbidden it', () => {
    const conGuion = deOtros.filter(([, { hasInstallScript }]) => hasInstallScript).map(([ruta]) => ruta);
    const prohibidos = conGuion.map((ruta) => [ruta.replace('node_modules/', ''), false]);
    expect(JSON.parse(leer('package.json'))).toMatchObject({ allowScripts: Object.fromEntries(prohibidos) as object });
  });
});
