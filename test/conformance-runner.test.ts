/** The runner of the conformance suite, against programs that answer well, badly, late, or not at all. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const RUNNER = fileURLToPath(new URL('../conformance/run.mjs', import.meta.url));
const runner = (...words: readonly string[]) => spawnSync(process.execPath, [RUNNER, ...words], { encoding: 'utf8' });

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'curp-runner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

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
  { ...base, id: 'edicion', regla: 'I06 1', nivel: 'edicion', salida: { curp: KEY, edicion: null } },
  { ...base, id: 'validar', op: 'validar', entrada: { curp: KEY }, salida: { valido: true } },
];

/** Returns a harness whose answers are the given code: a function from a message to a line. */
function suite(answer: string, ops = ['calcular', 'validar']) {
  const folder = temporary();
  const casos = join(folder, 'casos');
  for (const op of ['calcular', 'validar']) {
    mkdirSync(join(casos, op), { recursive: true });
    const lines = CASES.filter((each) => each.op === op).map((each) => `${JSON.stringify(each)}\n`);
    writeFileSync(join(casos, op, 'todas.jsonl'), lines.join(''));
  }
  const start = { version: 1, nombre: 'falsa', version_de_implementacion: '2.0', lenguaje: 'JavaScript', ops };
  const right = `({ id, op }) => ({ id, salida: op === 'calcular' ? { curp: '${KEY}' } : { valido: true } })`;
  const program = join(folder, 'harness.mjs');
  writeFileSync(
    program,
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
  const report = join(folder, 'report.json');
  const run = (...options: readonly string[]) =>
    runner('--casos', casos, '--json', report, ...options, '--', process.execPath, program, '--opcion-del-programa');
  const read = () => JSON.parse(readFileSync(report, 'utf8'));
  return { run, read, casos };
}

const totals = (values: object) => ({
  casos: 5,
  bien: 0,
  mal: 0,
  decision_distinta: 0,
  omitidas: 0,
  fallas: 0,
  ...values,
});

describe('a program under test', () => {
  it('conforms if it answers rightly, with exit code 0, a table and a report', () => {
    const { run, read } = suite('right');
    const { stdout, stderr, status } = run();
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(
      /^falsa 2\.0 \(JavaScript\)\n\nrule +cases +right +wrong +other decision +skipped +faults\n/,
    );
    expect(stdout).toMatch(/^R 1\.1 +1 +1 +0 +0 +0 +0$/m);
    expect(stdout).toContain('proves no registration');
    expect(read()).toMatchObject({
      suite: readFileSync(new URL('../conformance/version', import.meta.url), 'utf8').trim(),
      implementacion: { nombre: 'falsa', version: '2.0', lenguaje: 'JavaScript', ops: ['calcular', 'validar'] },
      totales: totals({ bien: 5 }),
      casos: [],
    });
  });

  it('gets exit code 1 if it answers wrongly, and the report has the expected and the received answer', () => {
    const { run, read } = suite(`(m) => m.id === 'uno' ? { id: m.id, salida: { curp: '${OTHER}' } } : right(m)`);
    expect(run().status).toBe(1);
    expect(read().totales).toEqual(totals({ bien: 4, mal: 1 }));
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
    expect(decided.read().totales).toEqual(totals({ bien: 4, decision_distinta: 1 }));
    const wrong = suite(`(m) => m.id === 'decision' ? { id: m.id, salida: { error: true } } : right(m)`);
    expect(wrong.run().status).toBe(0);
    expect(wrong.read().totales).toEqual(totals({ bien: 4, mal: 1 }));
  });

  it('still conforms to the norm if it tells an edition wrongly, but not to the level of editions', () => {
    const { run } = suite(`(m) => ({ id: m.id, salida: { ...right(m).salida, edicion: 2006 } })`);
    expect(run().status).toBe(0);
    expect(run('--nivel', 'edicion').status).toBe(1);
    expect(suite('right').run('--nivel', 'edicion').status).toBe(0);
  });

  it('still conforms if it skips a case or lacks an operation', () => {
    const { run, read } = suite(`(m) => m.id === 'uno' ? { id: m.id, omitida: 'no sé' } : right(m)`, ['calcular']);
    expect(run().status).toBe(0);
    expect(read().totales).toEqual(totals({ bien: 3, omitidas: 2 }));
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
    expect(read().totales).toEqual(totals({ bien: 4, fallas: 1 }));
    expect(read().casos).toEqual([expect.objectContaining({ id: 'uno', resultado: 'falla', motivo: kind })]);
  });

  it('do not shift the later answers if an extra line comes', () => {
    const { run, read } = suite(`(m) => m.id === 'uno' ? JSON.stringify(right(m)) + '\\n{}' : right(m)`);
    expect(run().status).toBe(1);
    expect(read().totales).toEqual(totals({ bien: 4, fallas: 1 }));
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

describe('the runner exits with 2', () => {
  it.each([
    ['a program that does not exist', ['no-existe-este-programa']],
    ['a program that ends at once', [process.execPath, '-e', '']],
    ['a program that does not speak the protocol', [process.execPath, '-e', 'console.log("hola")']],
  ])('for %s', (_, command) => {
    const { stdout, stderr, status } = runner('--', ...command);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('cannot be started, or does not answer "inicio"');
  });

  it.each([
    ['no program', [], 'no program'],
    ['no program after the options', ['--json', 'x.json', '--'], 'no program'],
    ['an unknown level', ['--nivel', 'nada', '--', 'true'], 'Usage: '],
    ['an unknown option', ['--html', 'x.html', '--', 'true'], 'Usage: '],
    ['a folder without cases', ['--casos', tmpdir(), '--', 'true'], 'There are no cases in'],
  ])('for %s', (_, words, message) => {
    expect(runner(...words)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });

  it('for a report that cannot be written', () => {
    const { run } = suite('right');
    expect(run('--json', 'no/existe.json')).toMatchObject({ status: 2, stderr: expect.stringContaining('ENOENT') });
  });
});
