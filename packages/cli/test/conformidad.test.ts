/** `curp conformidad` against programs that answer well, badly, late, or not at all. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EN, workspace } from './curp.js';

const PERSON = {
  nombres: 'RENATA',
  apellido_paterno: 'OLVERA',
  apellido_materno: 'TINAJERO',
  fecha_nacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
};
const KEY = 'OETR900517MDFLNN05';
const OTHER = 'XXXX900517MDFXXX00';
const base = { regla: 'IN', nivel: 'norma', fuente: 'inventada', op: 'calcular', entrada: PERSON };
const CASES = [
  { ...base, id: 'uno', salida: { curp: KEY } },
  { ...base, id: 'patron', regla: 'R 1.1', salida: { patron: 'OETR??????????????' } },
  { ...base, id: 'decision', regla: 'D 3', nivel: 'decision', salida: { curp: KEY }, alternativas: [{ curp: OTHER }] },
  { ...base, id: 'validar', op: 'validar', entrada: { curp: KEY }, salida: { valido: true } },
];

/** Returns a harness whose answers are the given code: a function from a message to a line. */
function suite(answer: string, ops = ['calcular', 'validar']) {
  const place = workspace();
  const casos = join(place.dir, 'suite/casos');
  for (const op of ['calcular', 'validar']) {
    mkdirSync(join(casos, op), { recursive: true });
    const lines = CASES.filter((each) => each.op === op).map((each) => `${JSON.stringify(each)}\n`);
    writeFileSync(join(casos, op, 'todas.jsonl'), lines.join(''));
  }
  writeFileSync(join(place.dir, 'suite/version'), '9.9.9\n');
  const start = { version: 1, nombre: 'falsa', version_de_implementacion: '2.0', lenguaje: 'JavaScript', ops };
  const right = `({ id, op }) => ({ id, salida: op === 'calcular' ? { curp: '${KEY}' } : { valido: true } })`;
  writeFileSync(
    join(place.dir, 'harness.mjs'),
    `import { createInterface } from 'node:readline';
    const right = ${right};
    const answer = ${answer};
    createInterface({ input: process.stdin }).on('line', (line) => {
      const message = JSON.parse(line);
      if (message.op === 'inicio') console.log('${JSON.stringify(start)}');
      else if (message.op === 'fin') process.exit();
      else { const said = answer(message); if (said !== undefined) console.log(typeof said === 'string' ? said : JSON.stringify(said)); }
    });`,
  );
  const report = join(place.dir, 'report.json');
  const run = (...options: readonly string[]) =>
    place.withEnv(EN)(
      'conformidad',
      '--casos',
      casos,
      '--json',
      report,
      ...options,
      '--',
      process.execPath,
      'harness.mjs',
      '--opcion-del-programa',
    );
  const read = () => JSON.parse(readFileSync(report, 'utf8'));
  return { ...place, run, read, report, casos };
}

const totals = (values: object) => ({
  casos: 4,
  bien: 0,
  mal: 0,
  decision_distinta: 0,
  omitidas: 0,
  fallas: 0,
  ...values,
});

describe('a program under test', () => {
  it('gets a green badge if it conforms, or a red one with its count', () => {
    const badgeOf = (answer: string, version = '9.9.9'): string => {
      const { run, dir } = suite(answer);
      writeFileSync(join(dir, 'suite/version'), version);
      run('--insignia', 'insignia.svg');
      return readFileSync(join(dir, 'insignia.svg'), 'utf8');
    };
    expect(badgeOf('right')).toMatch(/aria-label="CURP 9\.9\.9 · calcular, validar: conforms · 4 of 4"[^]*#1a7f37/);
    expect(badgeOf('right', '<script>')).toContain('CURP &lt;script&gt; ·');
    expect(badgeOf(`({ id }) => ({ id, salida: { curp: '${OTHER}' } })`)).toMatch(
      /does not conform · 0 of 4"[^]*#b3261e/,
    );
  });

  it('conforms if it answers rightly, with exit code 0, a table and a report', () => {
    const { run, read } = suite('right');
    const { stdout, stderr, status } = run();
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(
      /^falsa 2\.0 \(JavaScript\)\n\nRULE +CASES +RIGHT +WRONG +OTHER DECISION +SKIPPED +FAULTS\n/,
    );
    expect(stdout).toMatch(/^R 1\.1 +1 +1 +0 +0 +0 +0$/m);
    expect(stdout).toContain('proves no registration');
    expect(read()).toMatchObject({
      suite: '9.9.9',
      implementacion: { nombre: 'falsa', version: '2.0', lenguaje: 'JavaScript', ops: ['calcular', 'validar'] },
      totales: totals({ bien: 4 }),
      casos: [],
    });
  });

  it('gets exit code 1 if it answers wrongly, and the report has the expected and the received answer', () => {
    const { run, read } = suite(`(m) => m.id === 'uno' ? { id: m.id, salida: { curp: '${OTHER}' } } : right(m)`);
    expect(run().status).toBe(1);
    expect(read().totales).toEqual(totals({ bien: 3, mal: 1 }));
    expect(read().casos).toEqual([
      expect.objectContaining({
        id: 'uno',
        resultado: 'mal',
        entrada: PERSON,
        esperado: { curp: KEY },
        recibido: { curp: OTHER },
      }),
    ]);
  });

  it('is wrong if it contradicts the pattern of a partial example', () => {
    const { run, read } = suite(`(m) => m.id === 'patron' ? { id: m.id, salida: { curp: '${OTHER}' } } : right(m)`);
    expect(run().status).toBe(1);
    expect(read().reglas['R 1.1']).toMatchObject({ casos: 1, mal: 1 });
  });

  it('still conforms to the norm with another decision, or with a wrong one', () => {
    const decided = suite(`(m) => m.id === 'decision' ? { id: m.id, salida: { curp: '${OTHER}' } } : right(m)`);
    expect(decided.run().status).toBe(0);
    expect(decided.read().totales).toEqual(totals({ bien: 3, decision_distinta: 1 }));
    const wrong = suite(`(m) => m.id === 'decision' ? { id: m.id, salida: { error: true } } : right(m)`);
    expect(wrong.run().status).toBe(0);
    expect(wrong.read().totales).toEqual(totals({ bien: 3, mal: 1 }));
  });

  it('still conforms if it skips a case or lacks an operation', () => {
    const { run, read } = suite(`(m) => m.id === 'uno' ? { id: m.id, omitida: 'no sé' } : right(m)`, ['calcular']);
    expect(run().status).toBe(0);
    expect(read().totales).toEqual(totals({ bien: 2, omitidas: 2 }));
    expect(read().casos.map(({ motivo }: { motivo: string }) => motivo)).toEqual(['no sé', 'ops: validar']);
  });

  it('is asked only the cases of the norm with --nivel norma', () => {
    const { run, read } = suite('right');
    expect(run('--nivel', 'norma').status).toBe(0);
    expect(read().totales).toEqual(totals({ casos: 3, bien: 3 }));
  });
});

describe('faults of a program under test', () => {
  it.each([
    ['id', `(m) => m.id === 'uno' ? { ...right(m), id: 'otro' } : right(m)`],
    ['forma', `(m) => m.id === 'uno' ? 'nada de JSON' : right(m)`],
    ['forma', `(m) => m.id === 'uno' ? { id: m.id } : right(m)`],
    ['fin', `(m) => m.id === 'uno' ? process.exit(3) : right(m)`],
    ['silencio', `(m) => m.id === 'uno' ? undefined : right(m)`],
  ])('count once each, and the program is started again: %s', (kind, answer) => {
    const { run, read } = suite(answer);
    expect(run().status).toBe(1);
    expect(read().totales).toEqual(totals({ bien: 3, fallas: 1 }));
    expect(read().casos).toEqual([expect.objectContaining({ id: 'uno', resultado: 'falla', motivo: kind })]);
  });

  it('do not shift the later answers if an extra line comes', () => {
    const { run, read } = suite(`(m) => m.id === 'uno' ? JSON.stringify(right(m)) + '\\n{}' : right(m)`);
    expect(run().status).toBe(1);
    expect(read().totales).toEqual(totals({ bien: 3, fallas: 1 }));
  });

  it('end the run after 20 in a row, and the other cases count as faults', () => {
    const { run, read, casos } = suite('() => process.exit(1)');
    const many = Array.from({ length: 30 }, (_, i) => `${JSON.stringify({ ...CASES[0], id: `caso-${i}` })}\n`);
    writeFileSync(join(casos, 'calcular/todas.jsonl'), many.join(''));
    expect(run().status).toBe(1);
    const kinds = read().casos.map(({ motivo }: { motivo: string }) => motivo);
    expect(kinds).toEqual([...Array(20).fill('fin'), ...Array(11).fill('sin_preguntar')]);
  });
});

describe('curp conformidad exits with 2', () => {
  it.each([
    ['a program that does not exist', ['no-existe-este-programa']],
    ['a program that ends at once', [process.execPath, '-e', '']],
    ['a program that does not speak the protocol', [process.execPath, '-e', 'console.log("hola")']],
  ])('for %s', (_, command) => {
    const { withEnv } = workspace();
    const { stdout, stderr, status } = withEnv(EN)('conformidad', '--', ...command);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('cannot be started, or does not answer "inicio"');
  });

  it('for no program, a folder without cases, an unknown level and a file that is no report', () => {
    const { curp, dir } = workspace();
    expect(curp('conformidad')).toMatchObject({ status: 2, stderr: expect.stringContaining('Falta PROGRAMA') });
    expect(curp('conformidad', '--casos', dir, '--', 'true')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('No hay casos'),
    });
    expect(curp('conformidad', '--nivel', 'nada', '--', 'true').status).toBe(2);
    writeFileSync(join(dir, 'nada.json'), '[]');
    expect(curp('conformidad', 'comparar', 'nada.json', '--html', 'p.html')).toMatchObject({
      status: 2,
      stderr: 'nada.json no es un informe de conformidad.\n',
    });
  });
});

describe('the page of conformidad', () => {
  it('has rules by implementations, each difference with its person, and no script', () => {
    const { run, report, curp, dir } = suite(
      `(m) => m.id === 'uno' ? { id: m.id, salida: { curp: '<b>&' } } : m.id === 'patron' ? 'x' : right(m)`,
    );
    run();
    expect(curp('conformidad', 'comparar', report, report, '--html', 'pagina.html').status).toBe(0);
    const html = readFileSync(join(dir, 'pagina.html'), 'utf8');
    expect(html).toMatch(/^<!doctype html>\n<html lang="es">/);
    expect(html).toContain("default-src 'none'; style-src 'sha256-");
    expect(html).not.toMatch(/<script|<b>|style="| on\w+=/);
    expect(html.match(/falsa 2\.0/g)).toHaveLength(6);
    expect(html).toContain('La clave tiene 18 posiciones');
    expect(html).toContain('<code>&lt;b&gt;&amp;</code>');
    expect(html).toContain('<small>nombres</small> RENATA');
    expect(html).toContain('falla: forma');
    expect(html).toContain('no prueba ningún registro');
  });

  it('is written for one run by --html, and exit code 74 means that it cannot be written', () => {
    const { run, dir } = suite('right');
    expect(run('--html', 'uno.html').status).toBe(0);
    expect(readFileSync(join(dir, 'uno.html'), 'utf8')).toContain('<html lang="en">');
    expect(run('--html', 'no/existe.html').status).toBe(74);
  });
});
