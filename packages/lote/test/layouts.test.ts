/** The files that offices ask for: every line is read, no own key is accused, and slips are found where the data show them. */
import { calcular, validar } from '@curp-service/core';
import { describe, expect, it } from 'vitest';
import { LAYOUTS } from '@curp-service/contract/layouts/layout';
import { tellReading } from '@curp-service/contract/tell-reading';
import { Lote, type Totals } from '../src/index.js';
import { type Worker, WRITERS, officeFile, seeded, trailer, workers } from './office-files.js';
import { type Options, cells, fileError, mutating, run, toBytes, toText } from './run-lote.js';

const NAMES = LAYOUTS.map(({ nombre }) => nombre);
/** PEOPLE=100000 tries more, and says how many slips show. */
const COUNT = Number(process.env['PEOPLE'] ?? (mutating ? 20 : 1000));
const PEOPLE = workers(COUNT);

interface Answer {
  readonly rows: readonly (readonly string[])[];
  readonly told: readonly string[];
  readonly totals: Readonly<Totals>;
}

function answer(file: string | Uint8Array, options: Options = {}): Answer {
  const lote = new Lote({ formato: 'csv', ...options });
  const [header, ...rows] = cells(toText(run(lote, [toBytes(file)])));
  expect(header).toEqual(['linea', 'curp', 'pila', 'motivo']);
  const told = lote.reading === null ? [] : tellReading(lote.reading, 'es');
  return { rows, told: told.map(({ origen, texto }) => `${origen}: ${texto}`), totals: lote.totals };
}

describe.each(NAMES)('%s', (name) => {
  it('is recognised, loses no line and accuses no own key', () => {
    const { rows, told, totals } = answer(officeFile(name, PEOPLE));
    expect(totals).toMatchObject({ rows: COUNT, good: COUNT, reviews: 0 });
    expect(rows.slice(0, COUNT)).toEqual(PEOPLE.map(({ curp }, i) => [String(i + 1), curp, 'lista', '']));
    const title = LAYOUTS.find(({ nombre }) => nombre === name)?.titulo ?? '';
    expect(told.some((sentence) => sentence.startsWith(`vista: ${title}, `))).toBe(true);
  });

  it('is read the same if it is declared, with other line ends and without the last', () => {
    const layout = LAYOUTS.find(({ nombre }) => nombre === name);
    const file = officeFile(name, PEOPLE.slice(0, 20));
    const { rows } = answer(file);
    expect(answer(file, { layout }).rows).toEqual(rows);
    const mixed = file.split('\r\n').reduce((all, line, i) => `${all}${i % 2 === 0 ? '\n' : '\r\n'}${line}`);
    expect(answer(mixed.replace(/\s+$/, '')).rows).toEqual(rows);
  });

  it('is validated, and cannot be calculated', () => {
    const file = officeFile(name, PEOPLE.slice(0, 5));
    expect(answer(file, { operacion: 'validar' }).totals).toMatchObject({ good: 5, reviews: 0 });
    expect(fileError({ operacion: 'calcular' }, file).error_message).toMatch(/no trae .*operacion=cotejar/);
  });

  it('shows slips where the data can', () => {
    const { file, shown } = withSlips(name, PEOPLE);
    const { rows } = answer(file);
    const accused = rows.flatMap(([line = '', , pile]) =>
      pile === 'revisar' || pile === 'error' ? [Number(line)] : [],
    );
    expect(accused).toEqual(shown);
    expect(shown.length).toBeGreaterThan(0);
  });
});

/** The letters of a key that names give. */
function lettersOf({ nombres, apellidoPaterno, apellidoMaterno }: Worker): string {
  const names = { nombres, apellidoPaterno, apellidoMaterno };
  const result = calcular({ ...names, fechaNacimiento: '1990-01-01', sexo: 'H', entidad: 'DF' });
  return result.ok ? lettersIn(result.curp) : '';
}
const lettersIn = (curp: string): string => curp.slice(0, 4) + curp.slice(13, 16);

/** A slip in every tenth line: a letter of a surname, a digit of the key, or the keys of two people exchanged. `shown`: the lines where it shows. */
function withSlips(
  layout: string,
  people: readonly Worker[],
): { readonly file: string; readonly shown: readonly number[] } {
  const next = seeded(5);
  const changed = [...people];
  for (let i = 0; i + 1 < people.length; i += 10) {
    const [one, two] = [people[i], people[i + 1]];
    if (one === undefined || two === undefined) continue;
    const at = 4 + next(6);
    const digit = String((Number(one.curp[at]) + 1 + next(8)) % 10);
    const surname = one.apellidoPaterno;
    const place = next(surname.length);
    if (i % 30 === 0) {
      changed[i] = {
        ...one,
        apellidoPaterno: `${surname.slice(0, place)}${'BKTW'[next(4)] ?? ''}${surname.slice(place + 1)}`,
      };
    } else if (i % 30 === 10) changed[i] = { ...one, curp: one.curp.slice(0, at) + digit + one.curp.slice(at + 1) };
    else {
      changed[i] = { ...one, curp: two.curp };
      changed[i + 1] = { ...two, curp: one.curp };
    }
  }
  const shown = changed.flatMap((worker, i) => {
    const isBroken = !validar(worker.curp).valido; // the check digit tells most digits, not all
    const isOtherDay = 'sua 75cff'.includes(layout) && worker.rfc.slice(4, 10) !== worker.curp.slice(4, 10);
    return isBroken || isOtherDay || lettersOf(worker) !== lettersIn(worker.curp) ? [i + 1] : [];
  });
  if (process.env['PEOPLE'] !== undefined) {
    const slips = changed.filter((worker, i) => worker !== people[i]).length;
    process.stdout.write(
      `${layout}: ${slips} lines with a slip, ${shown.length} show it, ${slips - shown.length} cannot\n`,
    );
  }
  return { file: officeFile(layout, changed), shown };
}

describe('IDSE', () => {
  const [one, two, three] = PEOPLE as [Worker, Worker, Worker];
  const line = (worker: Worker, i: number): string => WRITERS['idse']?.(worker, i) ?? '';
  const leaving = (worker: Worker, i: number): string =>
    `${line({ ...worker, curp: ' '.repeat(18) }, i).slice(0, 131)}02${' '.repeat(34)}9`;

  it('passes movements that bring no key, and tells how many', () => {
    const { rows, told, totals } = answer([line(one, 1), leaving(two, 2), line(three, 3), trailer(3)].join('\r\n'));
    expect(rows.map(([number, , pile, reason]) => [number, pile, reason])).toEqual([
      ['1', 'lista', ''],
      ['2', '', 'En este formato, la línea no lleva CURP.'],
      ['3', 'lista', ''],
      ['4', '', 'La última línea no es de una persona.'],
    ]);
    expect(totals).toMatchObject({ rows: 2, good: 2, others: 2 });
    expect(told).toContain(
      'vista: IDSE, 168 caracteres por línea; Ñ = #. Líneas que en este formato no llevan CURP: 1 (la primera, fila 2).',
    );
  });

  it('tells a number of movements that does not agree', () => {
    const { told } = answer([line(one, 1), line(two, 2), trailer(3)].join('\r\n'));
    expect(told.join()).toContain('La última línea dice 3, y hay 2: quizá falten o sobren líneas.');
    expect(answer([line(one, 1), trailer(1)].join('\n')).told.join()).not.toContain('La última línea dice');
  });

  it('says in its own line that a movement lacks its key, or is too short', () => {
    const without = line({ ...one, curp: ' '.repeat(18) }, 1);
    const file = [...PEOPLE.slice(0, 20).map(line), without, line(two, 2).slice(0, 160), trailer(22)].join('\n');
    const found = answer(file).rows.slice(20, 22);
    expect(found.map(([, , pile]) => pile)).toEqual(['error', 'error']);
    expect(found.map(([, , , reason]) => reason)).toEqual([
      'Falta «CURP».',
      'La línea tiene 160 caracteres y deben ser 168: sus datos no están en su lugar.',
    ]);
  });
});

it('SUA is read in Windows-1252 and DOS 850, where ¥ and Ñ are the same byte', () => {
  const people = PEOPLE.slice(0, 50);
  const bytes = Uint8Array.from(officeFile('sua', people), (sign) => sign.charCodeAt(0));
  for (const codificacion of [undefined, 'windows-1252', 'ibm850'] as const) {
    expect(answer(bytes, { codificacion }).totals).toMatchObject({
      rows: people.length,
      reviews: 0,
      good: people.length,
    });
  }
});

it('a table with bars that only begins like 40/CFF is not taken for it', () => {
  const file = PEOPLE.slice(0, 5)
    .map(({ curp, nombres }) => `${curp}|${nombres}|x|y`)
    .join('\n');
  expect(fileError({ operacion: 'calcular' }, file).error_message).toContain('no tiene encabezado');
});
