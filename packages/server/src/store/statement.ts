/** Statements of SQL: the values that they take, and how they are run. */

export type SqlValue = string | number | Uint8Array | null;

/** Bytes in a buffer that only their receiver uses. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Reads a clock of SQL, in milliseconds since 1970. */
export async function readClock(query: Query, clock: string): Promise<number> {
  const [row] = await query<{ ms: number | string }>(`SELECT ${clock} AS ms`);
  return Number(row?.ms);
}

/** A moment as the tables hold it. */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** Runs one statement with parameters `$1`, `$2` … and gives its rows. The caller states their type. */
export type Query = <Row = unknown>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/** Runs one statement, and gives how many rows it wrote. */
export type Execute = (sql: string, values?: readonly SqlValue[]) => Promise<number>;
