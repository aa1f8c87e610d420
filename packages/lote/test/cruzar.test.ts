/** Two lists are crossed: three piles, the evidence of each pair in words, and what the lists must have. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calcular } from '@curp-service/core';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { typePerson } from '../src/invent/file.js';
import { cross } from './cross.js';

const DATA = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
const RENATA = 'Renata,Olvera,Tenorio,1990-05-17,M,09';
/** Nobody is found with her. */
const OTHER = 'Zoé,Quiñones,Waldo,1951-11-30,H,36';

const keyOf = (line: string): string => {
  const [nombres = '', apellidoPaterno, apellidoMaterno, fechaNacimiento = '', sexo = '', entidad = ''] =
    line.split(',');
  const result = calcular({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad });
  return result.ok ? result.curp : '';
};
const list = (...lines: readonly string[]): string => [DATA, ...lines, OTHER, ''].join('\n');
const keyed = (...lines: readonly (readonly [line: string, key: string])[]): string =>
  [`${DATA},curp`, ...lines.map(([line, key]) => `${line},${key}`), `${OTHER},`, ''].join('\n');

/** Crosses two people's lists, and returns the answer to the first of A. */
async function pair(a: string, b: string): Promise<string> {
  const { rows } = await cross(list(a), list(b));
  return [rows[0]?.['cruce'], rows[0]?.['motivo']].join(': ').replace(/: $/, '');
}

describe('evidence of a pair', () => {
  it.each([
    ['the same data in another spelling', 'RENATA,OLVERA,tenorio,17/05/1990,Mujer,CDMX', 'misma: Los mismos datos.'],
    ['another day', 'Renata,Olvera,Tenorio,1990-05-18,M,09', 'quiza: Difiere el día: 1990-05-17 y 1990-05-18.'],
    ['another month', 'Renata,Olvera,Tenorio,1990-06-17,M,09', 'quiza: Difiere el mes: 1990-05-17 y 1990-06-17.'],
    ['another year', 'Renata,Olvera,Tenorio,1991-05-17,M,09', 'quiza: Difiere el año: 1990-05-17 y 1991-05-17.'],
    ['another century', 'Renata,Olvera,Tenorio,1890-05-17,M,09', 'quiza: Difiere el año: 1990-05-17 y 1890-05-17.'],
    ['a namesake of another date', 'Renata,Olvera,Tenorio,1991-06-18,M,09', 'sola'],
    [
      'a date that does not exist',
      'Renata,Olvera,Tenorio,1990-05-32,M,09',
      'quiza: Lo demás coincide. En B, la fecha «1990-05-32» no existe.',
    ],
    ['another sex', 'Renata,Olvera,Tenorio,1990-05-17,H,09', 'quiza: Difiere el sexo: M y H.'],
    ['another entity', 'Renata,Olvera,Tenorio,1990-05-17,M,15', 'quiza: Difiere la entidad de nacimiento: 09 y 15.'],
    ['a twin', 'Sofía,Olvera,Tenorio,1990-05-17,M,09', 'quiza: Difieren los nombres: Renata y Sofía.'],
    [
      'another surname',
      'Renata,Olvera,Tinoco,1990-05-17,M,09',
      'quiza: Difiere el segundo apellido: Tenorio y Tinoco.',
    ],
    [
      'a married name',
      'Renata,Olvera,de Castro,1990-05-17,M,09',
      'quiza: Difiere el segundo apellido: Tenorio y de Castro. Puede ser el apellido de casada.',
    ],
    [
      'surnames in the other order',
      'Renata,Tenorio,Olvera,1990-05-17,M,09',
      'quiza: Los apellidos están intercambiados.',
    ],
    [
      'a surname among the given names',
      'Olvera,Renata,Tenorio,1990-05-17,M,09',
      'quiza: El nombre y el primer apellido están intercambiados.',
    ],
    ['two differences', 'Renata,Olvera,Tinoco,1990-05-18,M,09', 'sola'],
  ])('of %s', async (_, other, answer) => {
    expect(await pair(RENATA, other)).toBe(answer);
  });

  it('of day and month exchanged', async () => {
    const [a, b] = ['Renata,Olvera,Tenorio,1990-05-07,M,09', 'Renata,Olvera,Tenorio,1990-07-05,M,09'];
    expect(await pair(a, b)).toBe('quiza: El día y el mes están intercambiados: 1990-05-07 y 1990-07-05.');
  });

  it.each([
    ['a date', 'Renata,Olvera,Tenorio,,M,09', 'Sin fecha en A.'],
    ['a sex', 'Renata,Olvera,Tenorio,1990-05-17,,09', 'Sin sexo en A.'],
    ['a state', 'Renata,Olvera,Tenorio,1990-05-17,M,', 'Sin estado en A.'],
    ['all three', 'Renata,Olvera,Tenorio,,,', 'Sin fecha en A. Sin sexo en A. Sin estado en A.'],
    ['a state that is read', 'Renata,Olvera,Tenorio,1990-05-17,M,Guadalajara', 'En A, «Guadalajara» no es un estado.'],
    [
      'a date of some order',
      'Renata,Olvera,Tenorio,17 o 18/05/1990,M,09',
      'En A, «17 o 18/05/1990» no es una fecha que sirva.',
    ],
  ])('of somebody without %s is perhaps the same, in either list', async (_, lacking, reason) => {
    expect(await pair(lacking, RENATA)).toBe(`quiza: Lo demás coincide. ${reason}`);
    expect(await pair(RENATA, lacking)).toBe(`quiza: Lo demás coincide. ${reason.replaceAll(/\bA\b/g, 'B')}`);
  });

  it('of somebody without a date is none if another datum differs', async () => {
    expect(await pair('Renata,Olvera,Tenorio,,H,09', RENATA)).toBe('sola: Sin fecha en A.');
    expect(await pair('Renata,Olvera,Tinoco,,M,09', RENATA)).toBe('sola: Sin fecha en A.');
  });

  it.each([
    ['Noé,MU?OZ,Lara,2015-11-03,H,JC', 'Difiere el primer apellido: MU?OZ y Muñoz.'],
    ['Noé,MuÃ±oz,Lara,2015-11-03,H,JC', 'Difiere el primer apellido: MuÃ±oz y Muñoz.'],
    ['Noé,Muñoz,Lara,2015-11-03,H,Jalisco', ''],
    ['Noé,Muñoz,Lara,2015-11-03,Hombre,Colima', 'Difiere la entidad de nacimiento: Colima y JC.'],
  ])('shows what is written: %s', async (line, reason) => {
    expect(await pair(line, 'Noé,Muñoz,Lara,2015-11-03,H,JC')).toBe(
      reason === '' ? 'misma: Los mismos datos.' : `quiza: ${reason}`,
    );
  });

  it('tells both days that a date may be, where the list has both orders', async () => {
    const [a, b] = ['Renata,Olvera,Tenorio,03/11/2015,M,09', 'Renata,Olvera,Tenorio,2015-03-11,M,09'];
    const orders = ['Iván,Salazar,Vega,13/02/2014,H,26', 'Luis,Soto,Gil,02/14/2015,H,JC'];
    const { rows } = await cross(list(a, ...orders), list(b));
    expect(rows[0]).toMatchObject({
      cruce: 'quiza',
      motivo: '«03/11/2015» puede ser el 3 de noviembre o el 11 de marzo.',
    });
  });

  it('of people without surnames is never sure', async () => {
    expect(await pair('Renata,,,1990-05-17,M,09', 'Renata,Olvera,Tenorio,1990-05-17,M,09')).toBe('sola');
    expect(await pair('Renata,,,1990-05-17,M,09', 'Renata,,,1990-05-17,M,09')).toMatch(
      /^quiza: Lo demás coincide\. Sin apellidos en ninguna/,
    );
  });
});

describe('keys', () => {
  const KEY = keyOf(RENATA);
  const HOMONYM = 'OETR900517MDFLNN13';
  const first = async (a: string, b: string): Promise<string> => {
    const { rows } = await cross(a, b);
    return [rows[0]?.['cruce'], rows[0]?.['motivo']].join(': ');
  };

  it('are the same person, and a datum that differs is told', async () => {
    const other = 'Renata,Olvera,Tenorio,1990-05-18,M,09';
    expect(await first(keyed([RENATA, KEY]), keyed([RENATA, KEY]))).toBe('misma: La misma CURP.');
    expect(await first(keyed([RENATA, KEY]), keyed([other, KEY]))).toBe(
      'misma: La misma CURP. Difiere el día: 1990-05-17 y 1990-05-18.',
    );
  });

  it('with blanks are the same, and what is no key is told as such', async () => {
    const { rows } = await cross(`curp\nOETR 900517 MDFLNN 05\nOETR900517-MDFLNN-05\nPENDIENTE\n`, `curp\n${KEY}\n`);
    expect(rows.map((row) => [row['cruce'], row['motivo']])).toStrictEqual([
      ['misma', 'La misma CURP.'],
      ['misma', 'La misma CURP. También la fila 2 de esta lista es esa persona.'],
      ['', expect.stringContaining('18 caracteres')],
    ]);
  });

  it('of somebody else are no proof: more than a slip differs', async () => {
    const other = 'Iván,Salazar,Vega,1976-01-02,H,26';
    expect(await first(keyed([RENATA, KEY]), keyed([other, KEY]))).toMatch(
      /^quiza: La misma CURP. Difieren los nombres/,
    );
  });

  it('are no proof if the only datum of both lists differs', async () => {
    const withName = (name: string): string => `nombres,curp\n${name},${KEY}\n`;
    expect(await first(withName('Renata'), withName('Iván'))).toBe(
      'quiza: La misma CURP. Difieren los nombres: Renata y Iván.',
    );
  });

  it('with another differentiator are those of a homonym, perhaps', async () => {
    expect(await first(keyed([RENATA, KEY]), keyed([RENATA, HOMONYM]))).toMatch(
      /^quiza: Solo difieren los dos últimos/,
    );
    expect(await first(`curp\n${KEY}\n`, `curp\n${HOMONYM}\n`)).toMatch(/^quiza: Solo difieren los dos últimos/);
  });

  it('that are generic prove nothing', async () => {
    const { rows, totals } = await cross('curp\nXEXX010101HNEXXXA4\n', 'curp\nXEXX010101HNEXXXA4\n');
    expect([rows[0]?.['cruce'], totals.sin_datos]).toStrictEqual(['', 1]);
    const named = 'nombres,curp\nRenata,XEXX010101HNEXXXA4\n';
    expect((await cross(named, named)).rows[0]?.['motivo']).toContain('CURP');
  });

  it.each([
    ['letter', `${KEY.slice(0, 3)}Q${KEY.slice(4)}`],
    ['digit', `${KEY.slice(0, 8)}2${KEY.slice(9)}`],
    ['missing character', KEY.slice(1)],
    ['doubled character', `${KEY.slice(0, 5)}${KEY.slice(4)}`],
    ['swap', `${KEY.slice(0, 11)}FD${KEY.slice(13)}`],
    ['O for a zero', KEY.replace('0', 'O')],
  ])('with a wrong %s are found in a list of keys', async (_, written) => {
    expect(await first(`curp\n${KEY}\n`, `curp\n${written}\n`)).toMatch(
      /^quiza: (La CURP difiere en un error|Difiere)/,
    );
  });

  it('of one list fit the data of the other, perhaps', async () => {
    expect(await first(list(RENATA), `curp\n${KEY}\n`)).toBe(
      'quiza: La CURP de una lista corresponde a los datos de la otra.',
    );
  });

  it('of people without surnames fit their data, and those of others do not', async () => {
    const alone = list('Renata,,,1990-05-17,M,09');
    expect(await first(alone, `curp\n${keyOf('Renata,,,1990-05-17,M,09')}\n`)).toMatch(/^quiza: La CURP de una lista/);
    expect(await first(alone, `curp\n${KEY}\n`)).toBe('sola: ');
    expect(await first(alone, `curp\n${KEY.slice(0, -1)}0\n`)).toBe('sola: ');
  });

  it('by the edition of 2006 are told as such', async () => {
    const line = 'M Luisa,López,Pérez,1970-01-01,M,09';
    const { rows } = await cross(keyed([line, keyOf(line)]), keyed([line, 'LOPM700101MDFPRX02']));
    expect(rows[0]).toMatchObject({ cruce: 'quiza', curp_b: 'LOPM700101MDFPRX02' });
    expect(rows[0]?.['motivo']).toMatch(/^Los mismos datos, con otra CURP.*Instructivo de 2006/);
  });
});

describe('lists', () => {
  it('keep the rows of A in order, unchanged, with four more columns', async () => {
    const a = `Nómina 2026\n${list(RENATA, 'Luz,Soto,Mora,1970-01-01,M,09')}`;
    const { text } = await cross(a, list('Luz,Soto,Mora,1970-01-01,M,09'));
    const given = a.trimEnd().split('\n');
    const written = text.trimEnd().split('\n');
    expect(written.map((line, i) => line.startsWith(given[i] ?? ''))).not.toContain(false);
    expect(written[1]).toBe(`${DATA},cruce,fila_b,curp_b,motivo`);
    expect(written.slice(2)).toStrictEqual([
      `${RENATA},sola,,,`,
      'Luz,Soto,Mora,1970-01-01,M,09,misma,2,,Los mismos datos.',
      `${OTHER},misma,3,,Los mismos datos.`,
    ]);
  });

  it('tell who is only in B, and who is twice in a list', async () => {
    const luz = 'Luz,Soto,Mora,1970-01-01,M,09';
    const { rows, onlyInB, totals } = await cross(list(RENATA, RENATA), list(RENATA, luz, luz));
    expect(rows[1]?.['motivo']).toBe('Los mismos datos. También la fila 2 de esta lista es esa persona.');
    expect(onlyInB.map((row) => [row['fila_b'], row['nombres'], row['fecha_nacimiento'], row['motivo']])).toStrictEqual(
      [
        ['3', 'Luz', '1970-01-01', ''],
        ['4', 'Luz', '1970-01-01', 'La misma persona que la fila 3 de esta lista.'],
      ],
    );
    expect(totals).toMatchObject({ misma: 3, quiza: 0, sola: 0, solo_b: 2, repetidas_a: 1, repetidas_b: 1 });
  });

  it('tell in A which other row of B is the same person', async () => {
    const { rows, onlyInB, totals } = await cross(list(RENATA), list(RENATA, 'RENATA,OLVERA,TENORIO,1990-05-17,M,09'));
    expect(rows[0]).toMatchObject({ cruce: 'misma', fila_b: '2' });
    expect(rows[0]?.['motivo']).toBe('Los mismos datos. También la fila 3 de la otra lista es esa persona.');
    expect([onlyInB, totals.repetidas_b]).toStrictEqual([[], 1]);
  });

  it('never pair a twin with the row of B that surely is another row of A', async () => {
    const twin = 'Sofía,Olvera,Tenorio,1990-05-17,M,09';
    const { rows } = await cross(list(twin, RENATA), list(RENATA));
    expect(rows.map((row) => row['cruce'])).toStrictEqual(['sola', 'misma', 'misma']);
  });

  it('of people whom two rows of B may be are not sure', async () => {
    const homonyms = keyed([RENATA, keyOf(RENATA)], [RENATA, 'OETR900517MDFLNN13']);
    const { rows } = await cross(list(RENATA), homonyms);
    expect(rows[0]).toMatchObject({ cruce: 'quiza', fila_b: '2' });
    expect(rows[0]?.['motivo']).toContain('También puede ser la fila 3 de la otra lista.');
  });

  it('say in each row what is missing in it', async () => {
    const { rows, totals } = await cross(list('Renata,Olvera,,,M,09', ',,,1990-05-17,M,09'), list(RENATA));
    expect(rows.map((row) => row['cruce'])).toStrictEqual(['sola', '', 'misma']);
    expect(rows[1]?.['motivo']).toContain('Nombre');
    expect(totals.sin_datos).toBe(1);
  });

  it('name the rows of B that nobody can cross, and why', async () => {
    const { onlyInB, totals } = await cross(list(RENATA), list(',Olvera,Tenorio,1990-05-17,M,09', 'a,b', RENATA));
    expect(onlyInB.map((row) => [row['fila_b'], row['nombres'], row['motivo']])).toStrictEqual([
      ['2', '', expect.stringContaining('Nombre')],
      ['3', '', expect.stringContaining('celdas')],
    ]);
    expect(totals).toMatchObject({ sin_datos_b: 2, solo_b: 0 });
  });

  it('may be NDJSON', async () => {
    const a = `${JSON.stringify({ curp: keyOf(RENATA), clave: 7 })}\n`;
    const { text } = await cross(a, keyed([RENATA, keyOf(RENATA)]), { formato: 'ndjson' });
    expect(JSON.parse(text)).toMatchObject({ clave: 7, cruce: 'misma', fila_b: '2', motivo: 'La misma CURP.' });
  });

  it.each([
    [
      'names and a date',
      'nombres,apellido_paterno,apellido_materno,fecha_nacimiento\nRenata,Olvera,Tenorio,1990-05-17\n',
      /^Lo demás coincide\. Sin sexo en B\. Sin estado en B\.$/,
    ],
    ['a key', `curp\n${keyOf(RENATA)}\n`, /corresponde a los datos/],
  ])('may have no more than %s', async (_, b, reason) => {
    const { rows } = await cross(list(RENATA), b);
    expect(rows[0]).toMatchObject({ cruce: 'quiza' });
    expect(rows[0]?.['motivo']).toMatch(reason);
  });

  it('without a key and without a date are refused, with what they would allow', async () => {
    const refused = cross(list(RENATA), 'nombres,apellido_paterno,apellido_materno\nRenata,Olvera,Tenorio\n');
    await expect(refused).rejects.toThrow(UnreadableFile);
    await expect(refused).rejects.toThrow(/fecha_nacimiento.*Sin la CURP, las listas se cruzan por nombres/);
  });

  it('of which the sample misled are read again', async () => {
    const twoDigits = (n: number): string => String(1 + (n % 12)).padStart(2, '0');
    const lines = Array.from({ length: 12_000 }, (_, i) => {
      const date = `${twoDigits(i)}/${twoDigits(Math.floor(i / 12))}/${1930 + Math.floor(i / 144)}`;
      return `Guadalupe Esperanza,Montenegro,Villaseñor,${date},M,09`;
    });
    const b = [DATA, ...lines.slice(0, 7000), 'Renata,Olvera,Tenorio,05/17/1990,M,09', ...lines.slice(7000)];
    const { rows, totals } = await cross(list(RENATA), `${b.join('\n')}\n`, {}, { sexo: 'hm' });
    expect(rows[0]).toMatchObject({ cruce: 'misma', fila_b: '7002' });
    expect(totals.misma + totals.sola).toBe(2);
  });
});

describe('what somebody said about a pair', () => {
  const TWINS = ['Renata,Olvera,Tenorio,1990-05-18,M,09', 'Renata,Olvera,Tenorio,1990-05-19,M,09'];

  it('makes it the same, and the other row of B is alone', async () => {
    const decided = new Map([[2, { same: 3, others: new Set<number>() }]]);
    const { rows, onlyInB, totals } = await cross(list(RENATA), list(...TWINS), {}, {}, { decided });
    expect(rows[0]).toMatchObject({
      cruce: 'misma',
      fila_b: '3',
      motivo: expect.stringMatching(/^Revisado\. Difiere/),
    });
    expect(onlyInB.map((row) => row['fila_b'])).toStrictEqual(['2']);
    expect(totals).toMatchObject({ misma: 2, quiza: 0, sola: 0, solo_b: 1 });
  });

  it('makes it another, and the next one is asked, until nobody is left', async () => {
    const others = new Set([2]);
    const decided = new Map([[2, { others }]]);
    const options = [{}, {}, { decided }] as const;
    expect((await cross(list(RENATA), list(...TWINS), ...options)).rows[0]).toMatchObject({
      cruce: 'quiza',
      fila_b: '3',
    });
    others.add(3);
    const { rows, onlyInB, totals } = await cross(list(RENATA), list(...TWINS), ...options);
    expect(rows[0]).toMatchObject({
      cruce: 'sola',
      motivo: 'Revisado. No es la persona de las filas 2, 3 de la otra lista.',
    });
    expect(onlyInB.map((row) => row['fila_b'])).toStrictEqual(['2', '3']);
    expect(totals).toMatchObject({ misma: 1, quiza: 0, sola: 1, solo_b: 2 });
  });
});

it('every row is in one pile, whatever the lists lack', { timeout: 120_000 }, async () => {
  const text = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values);
  const person = fc.tuple(
    text(['Ana', 'Luz', 'Noé', 'MU?OZ', '']),
    text(['Soto', 'Gil', 'PeÃ±a', '']),
    text(['Mora', 'Soto', '']),
    text(['1990-05-07', '1990-07-05', '07/05/1990', '1990-02-30', '1991-05-07', '']),
    text(['H', 'M', 'Q', '']),
    text(['09', 'JC', 'Guadalajara', '']),
    text(['', '', 'SOMA900507MDFTRN08', 'SOMA 900507 MDFTRN 08', 'SOMA900507', 'XEXX010101HNEXXXA4']),
  );
  const isPerson = (row: readonly string[]): boolean => row[0] !== '' || (row[1] !== '' && row[3] !== '');
  const people = fc.array(person.filter(isPerson), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(people, people, async (ofA, ofB) => {
      const csv = (rows: readonly (readonly string[])[]): string =>
        [`${DATA},curp`, ...rows.map((row) => row.join(',')), `${OTHER},`, ''].join('\n');
      const declared = { sexo: 'hm', fechas: 'dma' } as const;
      const { rows, onlyInB, totals } = await cross(csv(ofA), csv(ofB), declared, declared);
      const inPile = (pile: string): number => rows.filter((row) => row['cruce'] === pile).length;
      const { misma, quiza, sola, sin_datos } = totals;
      expect([inPile('misma'), inPile('quiza'), inPile('sola'), inPile('')]).toStrictEqual([
        misma,
        quiza,
        sola,
        sin_datos,
      ]);
      expect(misma + quiza + sola + sin_datos).toBe(rows.length);
      // A row of B is one of A, perhaps one of A, the same as an earlier one of B, or in the list of those only in B.
      const named = rows.flatMap((row) => [
        row['fila_b'] ?? '',
        ...(Array.from((row['motivo'] ?? '').matchAll(/También [^.]*otra lista/g), ([each]) => each)
          .join()
          .match(/\d+/g) ?? []),
      ]);
      const alone = onlyInB.map((row) => row['fila_b'] ?? '');
      const all = Array.from({ length: ofB.length + 1 }, (_, i) => String(i + 2));
      expect([...new Set([...named.filter(Boolean), ...alone])].toSorted()).toStrictEqual(all.toSorted());
      expect(alone.filter((row) => named.includes(row))).toStrictEqual([]);
      expect(new Set(alone).size).toBe(alone.length);
    }),
    { numRuns: 150 },
  );
});

it('a list B with more people than it may have is refused before A is read', async () => {
  const b = `${DATA}\n${Array.from({ length: 3 }, (_, i) => Object.values(typePerson(i)).slice(0, 6).join(',')).join('\n')}\n`;
  expect((await cross(list(RENATA), b, {}, {}, { most: 3 })).totals.solo_b).toBe(3);
  await expect(cross(list(RENATA), b, {}, {}, { most: 2 })).rejects.toMatchObject({
    problem: { cause: 'lista_b_grande', parts: { limite: '2' } },
  });
});
