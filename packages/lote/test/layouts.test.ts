/** The files that offices ask for: every line is read, no person's own key is doubted, and slips are found where the data show them. */
import { calcular, validar } from '@curp-service/core';
import { describe, expect, it } from 'vitest';
import { type Layout, LAYOUTS } from '@curp-service/contract/layouts';
import { describeReading } from '@curp-service/contract/describe-reading';
import { Lote, type Totals } from '../src/index.js';
import type { InventedPerson } from '../src/invent/people.js';
import { type InventedFileOptions, inventFile, inventPeople, typePerson } from '../src/invent/file.js';
import { type Options, cells, fileError, mutating, run, toBytes, toText } from './run-lote.js';

/** PEOPLE=100000 tries more people, and prints how many slips are found. */
const COUNT = Number(process.env['PEOPLE'] ?? (mutating ? 20 : 1000));
const PLAIN = { onlyPlain: true };
const PEOPLE = inventPeople(COUNT, PLAIN);

const fileOf = (layout: Layout, count: number, options: InventedFileOptions = PLAIN): string =>
  Array.from(inventFile(count, { ...options, formato: layout })).join('');
const linesOf = (layout: Layout, count: number): string[] => fileOf(layout, count).trimEnd().split('\r\n');

interface Answer {
  readonly rows: readonly (readonly string[])[];
  readonly told: readonly string[];
  readonly totals: Readonly<Totals>;
}

function answer(file: string | Uint8Array, options: Options = {}): Answer {
  const lote = new Lote({ formato: 'csv', duplicates: null, ...options });
  const [header, ...rows] = cells(toText(run(lote, [toBytes(file)])));
  expect(header).toEqual(['linea', 'curp', 'pila', 'motivo']);
  const told = lote.reading === null ? [] : describeReading(lote.reading, 'es');
  return { rows, told: told.map(({ origen, texto }) => `${origen}: ${texto}`), totals: lote.totals };
}

describe.each(LAYOUTS)('$nombre', (layout) => {
  /** The lines before that of the first person. */
  const before = layout.inicio === undefined || layout.delimitador !== undefined ? 0 : 1;
  const hasAll = 'sexo' in layout.campos;

  it('is recognised, loses no line and doubts nobody’s own key', () => {
    const { rows, told, totals } = answer(fileOf(layout, COUNT));
    expect(totals).toMatchObject({ rows: COUNT, good: COUNT, reviews: 0 });
    expect(rows.slice(before, before + COUNT)).toEqual(
      PEOPLE.map(({ curp }, i) => [String(before + i + 1), curp, 'lista', '']),
    );
    expect(told.some((sentence) => sentence.startsWith(`vista: ${layout.titulo}, `))).toBe(true);
  });

  it('does not doubt the own key of a person with a doubtful name', () => {
    const { rows, totals } = answer(fileOf(layout, COUNT, {}), { layout });
    expect(totals.rows).toBe(COUNT);
    expect(rows.filter(([, , , reason]) => reason?.includes('No coincide'))).toEqual([]);
  });

  it('has the same answers if it is declared, with other line ends and without the last line end', () => {
    const file = fileOf(layout, 20);
    const { rows } = answer(file);
    expect(answer(file, { layout }).rows).toEqual(rows);
    const mixed = file.split('\r\n').reduce((all, line, i) => `${all}${i % 2 === 0 ? '\n' : '\r\n'}${line}`);
    expect(answer(mixed.replace(/\r?\n$/, '')).rows).toEqual(rows);
  });

  it('can be validated, and calculated only if it has all data', () => {
    const file = fileOf(layout, 5);
    expect(answer(file, { operacion: 'validar' }).totals).toMatchObject({ good: 5, reviews: 0 });
    if (hasAll) {
      const ofPeople = answer(file, { operacion: 'calcular' }).rows.filter(([, curp]) => curp !== '');
      expect(ofPeople.map(([, curp]) => curp)).toEqual(PEOPLE.slice(0, 5).map(({ curp }) => curp));
    } else {
      expect(fileError({ operacion: 'calcular' }, file).error_message).toMatch(/no trae .*operacion=cotejar/);
    }
  });

  it('reports the slips that its data show', () => {
    const { rows } = answer(fileOf(layout, COUNT, { ...PLAIN, conErrores: true }));
    const typed = PEOPLE.map((_, number) => typePerson(number, PLAIN));
    /** The number of slips of each kind, and of those that are reported. */
    const counts: Record<string, { seeded: number; shown: number }> = {};
    const wrong = typed.filter(({ slip, ...person }, i) => {
      // A line of fixed width has room for 18 characters of a key.
      const curp = layout.delimitador === undefined ? person.curp.slice(0, 18) : person.curp;
      const shows = isShown({ ...person, curp }, 'rfc' in layout.campos ? (PEOPLE[i]?.curp ?? '') : null, hasAll);
      const isAccused = rows[before + i]?.[2] !== 'lista';
      for (const kind of slip === '' ? [] : ['all', slip]) {
        const { seeded, shown } = (counts[kind] ??= { seeded: 0, shown: 0 });
        counts[kind] = { seeded: seeded + 1, shown: shown + Number(isAccused) };
      }
      // A slip may also produce a name that is for review.
      const isName = slip === 'apellidos' || slip === 'nombre_y_apellido';
      return isAccused !== shows && !(isName && isAccused);
    });
    expect(wrong).toEqual([]);
    expect(counts['all']?.shown).toBeGreaterThan(0);
    if (process.env['PEOPLE'] !== undefined) process.stdout.write(`${layout.nombre}: ${JSON.stringify(counts)}\n`);
  });
});

const rootAndCentury = (curp: string): string => curp.slice(0, 16) + String(/\d/.test(curp.charAt(16)));
const lettersIn = (curp: string): string => curp.slice(0, 4) + curp.slice(13, 16);

/** Returns whether the data, or an RFC derived from the own key, show that a key is another person's, or that it is no key. */
function isShown(
  { curp, ...data }: Omit<ReturnType<typeof typePerson>, 'slip'>,
  rfc: string | null,
  hasAll: boolean,
): boolean {
  const own = calcular(hasAll ? data : { ...data, fechaNacimiento: '1990-01-01', sexo: 'H', entidad: 'DF' });
  const compared = hasAll ? rootAndCentury : lettersIn;
  const isOther = own.ok ? compared(own.curp) !== compared(curp) : hasAll;
  const isOtherDay = rfc !== null && rfc.slice(4, 10) !== curp.slice(4, 10);
  return validar(curp).hallazgos.length > 0 || isOther || isOtherDay;
}

it('a layout of the user can be written and read', () => {
  const common = { nombre: 'mio', campos: { curp: '1-18', nombres: '19-70', sexo: '71', entidad: '72-73' } };
  const layouts: readonly Layout[] = [
    { ...common, campos: { ...common.campos, fecha_nacimiento: '74-83' }, nombre_completo: 'nombres', sexo: 'fm' },
    { ...common, campos: { ...common.campos, fecha_nacimiento: '74-81' }, nombre_completo: 'apellidos', fechas: 'dma' },
    {
      nombre: 'mio',
      delimitador: ';',
      columnas: 9,
      campos: { dia_nacimiento: 1, mes_nacimiento: 2, anio_nacimiento: 3, apellidos: 4, nombres: 5, sexo: 6, curp: 9 },
      sexo: '12',
    },
    {
      nombre: 'mio',
      delimitador: '|',
      columnas: 8,
      campos: { apellido_paterno: 1, apellido_materno: 3, nombres: 2, sexo: 6, fecha_nacimiento: 5, curp: 8 },
      sexo: 'vh',
      fechas: 'mda',
    },
    {
      nombre: 'mio',
      campos: {
        curp: '1-18',
        anio_nacimiento: '20-21',
        mes_nacimiento: '22-23',
        dia_nacimiento: '24-25',
        segundo_nombre: '30-31',
        nombres: '40-70',
      },
      siglo: 1930,
      final: { empieza: 'FIN' },
    },
  ];
  for (const layout of layouts) {
    const { rows, totals } = answer(fileOf(layout, 50), { layout, operacion: 'cotejar' });
    expect([layout, totals.rows]).toEqual([layout, 50]);
    expect(rows.filter(([, , pile, reason = '']) => pile === 'error' || reason.includes('No coincide'))).toEqual([]);
  }
});

describe('the first and the last line of a layout', () => {
  const layout = LAYOUTS.find(({ nombre }) => nombre === 'bdnsar') as Layout;
  const [start = '', one = '', two = '', end = ''] = linesOf(layout, 2);

  it('are no people, and the mark of the last one is not the number of rows', () => {
    const { rows, told, totals } = answer([start, one, two, end].join('\r\n'));
    expect(rows.map(([number, , pile, reason]) => [number, pile, reason])).toEqual([
      ['1', '', 'La primera línea no es de una persona.'],
      ['2', 'lista', ''],
      ['3', 'lista', ''],
      ['4', '', 'La última línea no es de una persona.'],
    ]);
    expect(totals).toMatchObject({ rows: 2, good: 2, others: 2 });
    expect(told).toContain('vista: BDNSAR, 570 caracteres por línea.');
  });

  it('are those of people if a key is at its place', () => {
    const own = { ...layout, muestra: {}, inicio: { empieza: '02' }, final: { empieza: '02' } };
    expect(answer([one, two].join('\n'), { layout: own }).totals).toMatchObject({ rows: 2, good: 2, others: 0 });
  });
});

it('a layout whose other fields are those of an address keeps its own entity', () => {
  const campos = { curp: '1-18', nombres: '19-40', entidad: '41-42', calle: '43-60', estado: '61-62' };
  const { curp, nombres, entidad } = PEOPLE[0] as InventedPerson;
  const file = `${curp}${nombres.padEnd(22)}${entidad}${'REFORMA'.padEnd(18)}JC`;
  const { rows } = answer(file, { layout: { nombre: 'mio', campos } });
  expect(rows).toEqual([['1', curp, 'lista', '']]);
});

describe('GIIS-B015', () => {
  const layout = LAYOUTS.find(({ nombre }) => nombre === 'giisb015') as Layout;
  const keyOf = (sexo: string, entidad: string, apellidoMaterno = 'TINAJERO'): string => {
    const names = { nombres: 'RENATA', apellidoPaterno: 'OLVERA', apellidoMaterno };
    const key = calcular({ ...names, fechaNacimiento: '1990-05-17', sexo, entidad });
    return key.ok ? key.curp : '';
  };
  const row = (curp: string, sexo: string, entidad: string, materno = 'TINAJERO'): string =>
    ['DFSSA000001', '142', 'XXXX999999XXXXXX99', 'ANA', 'RUIZ', 'XX', '1', '0', curp, 'RENATA', 'OLVERA', materno]
      .concat('17/05/1990', entidad === '88' ? '66' : '142', entidad, sexo, ...Array.from({ length: 90 }, () => '-1'))
      .join('|');

  it('reads 3 as non-binary, XX as no surname, and 88 as a place that is not told', () => {
    const keys: readonly (readonly [curp: string, sexo: string, entidad: string, materno?: string])[] = [
      [keyOf('M', 'DF'), '2', '09'],
      [keyOf('X', 'DF'), '3', '09'],
      [keyOf('M', 'NE'), '2', '88'],
      [keyOf('M', 'DF', ''), '2', '09', 'XX'],
      ['XXXX999999XXXXXX99', '2', '09'],
      [keyOf('M', 'DF'), '1', '14'],
    ];
    const { rows, told } = answer(keys.map((each) => row(...each)).join('\r\n'));
    expect(rows.map(([, , pile, reason]) => [pile, reason])).toEqual([
      ['lista', ''],
      ['lista', ''],
      ['lista', ''],
      ['lista', ''],
      ['', 'En este formato, la línea no lleva CURP.'],
      [
        'revisar',
        'No coincide: Sexo, Entidad de nacimiento. Casi nadie con ese nombre tiene ese sexo: revise el sexo y el nombre.',
      ],
    ]);
    expect(told).toContain('declarada: 1 = hombre, 2 = mujer, 3 = no binario.');
  });

  it('takes the names of its columns for no person', () => {
    const names = Object.entries(layout.campos).map(([name, place]) => [Number(place), name] as const);
    const header = Array.from({ length: 106 }, (_, i) => new Map(names).get(i + 1) ?? `columna${i + 1}`).join('|');
    const { totals } = answer(`${header}\r\n${row(keyOf('M', 'DF'), '2', '09')}\r\n`, { layout });
    expect(totals).toMatchObject({ rows: 1, good: 1, others: 1 });
  });
});

describe('IDSE', () => {
  const layout = LAYOUTS.find(({ nombre }) => nombre === 'idse') as Layout;
  const lines = linesOf(layout, 20);
  const [one = '', two = '', three = ''] = lines;
  const trailer = (count: number): string => `*${' '.repeat(55)}${String(count).padStart(6, '0')}`.padEnd(168);
  const leaving = (line: string): string => `${line.slice(0, 131)}02${' '.repeat(34)}9`;

  it('skips movements without a key, and reports how many', () => {
    const { rows, told, totals } = answer([one, leaving(two), three, trailer(3)].join('\r\n'));
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

  it('reports a number of movements that does not match its last line', () => {
    const { told } = answer([one, two, trailer(3)].join('\r\n'));
    expect(told.join()).toContain('La última línea dice que son 3, y hay 2: quizá falten o sobren líneas.');
    expect(answer([one, trailer(1)].join('\n')).told.join()).not.toContain('La última línea dice');
  });

  it('has an error in its own line if a movement lacks its key or is too short', () => {
    const without = `${one.slice(0, 149)}${' '.repeat(18)}9`;
    const file = [...lines.slice(0, 20), without, two.slice(0, 160), trailer(22)].join('\n');
    const found = answer(file).rows.slice(20, 22);
    expect(found.map(([, , pile]) => pile)).toEqual(['error', 'error']);
    expect(found.map(([, , , reason]) => reason)).toEqual([
      'Falta «CURP».',
      'La línea tiene 160 caracteres y deben ser 168: revísela, porque sus datos están fuera de su lugar.',
    ]);
  });
});

it('SUA is recognised if a program dropped the blanks at the end of its lines', () => {
  const sua = LAYOUTS.find(({ nombre }) => nombre === 'sua') as Layout;
  const lines = linesOf(sua, 20).map((line) => line.slice(0, 103).trimEnd());
  const { rows, totals } = answer(lines.join('\n'));
  expect([totals.rows, totals.errors.size]).toEqual([20, 0]);
  expect(rows.map(([, curp = '']) => curp)).toEqual(lines.map((line) => line.slice(35, 53)));
});

it('SUA is read in Windows-1252 and DOS 850, where one byte is ¥ or Ñ', () => {
  const sua = LAYOUTS.find(({ nombre }) => nombre === 'sua') as Layout;
  const bytes = Uint8Array.from(fileOf(sua, 50), (sign) => sign.charCodeAt(0));
  for (const codificacion of [undefined, 'windows-1252', 'ibm850'] as const) {
    expect(answer(bytes, { codificacion }).totals).toMatchObject({ rows: 50, reviews: 0, good: 50 });
  }
});

it('a lone foreign letter in a file without accents is not taken for a damaged one', () => {
  const file = linesOf(LAYOUTS[2] as Layout, 20)
    .join('\n')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
  const { rows, told } = answer(`${file}\nKXRS590620HSPHSL07|KÖHLER|RIOS|SAUL|02/01/2024|1|||\n`);
  expect(told.join()).not.toContain('dañó');
  expect(rows.at(-1)?.slice(2)).toEqual(['revisar', expect.stringMatching(/^El primer apellido trae «Ö»/)]);
});

it('a table with bars that only begins like 40/CFF is not recognised as 40/CFF', () => {
  const file = PEOPLE.slice(0, 5)
    .map(({ curp, nombres }) => `${curp}|${nombres}|x|y`)
    .join('\n');
  expect(fileError({ operacion: 'calcular' }, file).error_message).toContain('no tiene encabezado');
});
