/** Two lists are crossed: three piles, the evidence of each pair in words, and what the lists must have. */
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
    ['another day', 'Renata,Olvera,Tenorio,1990-05-18,M,09', 'quiza: Difiere el día: 17 y 18.'],
    ['another month', 'Renata,Olvera,Tenorio,1990-06-17,M,09', 'quiza: Difiere el mes: 05 y 06.'],
    ['another year', 'Renata,Olvera,Tenorio,1991-05-17,M,09', 'quiza: Difiere el año: 1990 y 1991.'],
    ['another century', 'Renata,Olvera,Tenorio,1890-05-17,M,09', 'quiza: Difiere el año: 1990 y 1890.'],
    ['a namesake of another date', 'Renata,Olvera,Tenorio,1991-06-18,M,09', 'sola'],
    [
      'a date that does not exist',
      'Renata,Olvera,Tenorio,1990-05-32,M,09',
      'quiza: Coincide todo menos la fecha de nacimiento, que en una lista no existe.',
    ],
    ['another sex', 'Renata,Olvera,Tenorio,1990-05-17,H,09', 'quiza: Difiere el sexo: M y H.'],
    ['another entity', 'Renata,Olvera,Tenorio,1990-05-17,M,15', 'quiza: Difiere la entidad de nacimiento: DF y MC.'],
    ['a twin', 'Sofía,Olvera,Tenorio,1990-05-17,M,09', 'quiza: Difieren los nombres: RENATA y SOFIA.'],
    [
      'another surname',
      'Renata,Olvera,Tinoco,1990-05-17,M,09',
      'quiza: Difiere el segundo apellido: TENORIO y TINOCO.',
    ],
    [
      'a married name',
      'Renata,Olvera,de Castro,1990-05-17,M,09',
      'quiza: Difiere el segundo apellido: TENORIO y DE CASTRO. Puede ser el apellido de casada.',
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
    expect(await pair(a, b)).toBe('quiza: El día y el mes están intercambiados: 07/05/1990 y 05/07/1990.');
  });

  it('of people without surnames is never sure', async () => {
    expect(await pair('Renata,,,1990-05-17,M,09', 'Renata,Olvera,Tenorio,1990-05-17,M,09')).toBe('sola');
    expect(await pair('Renata,,,1990-05-17,M,09', 'Renata,,,1990-05-17,M,09')).toMatch(
      /^quiza: Coinciden .*; falta comparar Primer apellido, Segundo apellido/,
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
      'misma: La misma CURP. Difiere el día: 17 y 18.',
    );
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
      'quiza: La misma CURP. Difieren los nombres: RENATA y IVAN.',
    );
  });

  it('with another differentiator are those of a homonym, perhaps', async () => {
    expect(await first(keyed([RENATA, KEY]), keyed([RENATA, HOMONYM]))).toMatch(
      /^quiza: Solo difieren las dos últimas/,
    );
    expect(await first(`curp\n${KEY}\n`, `curp\n${HOMONYM}\n`)).toMatch(/^quiza: Solo difieren las dos últimas/);
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
        ['3', 'LUZ', '1970-01-01', ''],
        ['4', 'LUZ', '1970-01-01', 'La misma persona que la fila 3 de esta lista.'],
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
    expect(rows[0]?.['motivo']).toContain('Otras filas de la otra lista son igual de parecidas.');
  });

  it('say in each row what is missing in it', async () => {
    const { rows, totals } = await cross(list('Renata,Olvera,Tenorio,,M,09'), list(RENATA));
    expect(rows[0]).toMatchObject({ cruce: '' });
    expect(rows[0]?.['motivo']).toContain('nacimiento');
    expect(totals.sin_datos).toBe(1);
  });

  it('name the rows of B that nobody can cross, and why', async () => {
    const { onlyInB, totals } = await cross(list(RENATA), list('Renata,Olvera,Tenorio,,M,09', 'a,b', RENATA));
    expect(onlyInB.map((row) => [row['fila_b'], row['nombres'], row['motivo']])).toStrictEqual([
      ['2', '', expect.stringContaining('nacimiento')],
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
      /falta comparar Sexo, Entidad/,
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

it('a list B with more people than it may have is refused before A is read', async () => {
  const b = `${DATA}\n${Array.from({ length: 3 }, (_, i) => Object.values(typePerson(i)).slice(0, 6).join(',')).join('\n')}\n`;
  expect((await cross(list(RENATA), b, {}, {}, 3)).totals.solo_b).toBe(3);
  await expect(cross(list(RENATA), b, {}, {}, 2)).rejects.toMatchObject({
    problem: { cause: 'lista_b_grande', parts: { limite: '2' } },
  });
});
