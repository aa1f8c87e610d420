/** Stores the acts of administrators, in SQL for both databases. */
import { type Driver, type Query, SqlStore, iso } from './driver.js';

/** An act of an administrator, without secrets. */
export interface AdministrativeAct {
  readonly momento: string;
  /** The user of the operating system. */
  readonly usuario: string;
  /** The words of the command, like `proyectos crear`. */
  readonly acto: string;
  readonly objeto: string | null;
  readonly detalle: Readonly<Record<string, string | number | null>>;
}

export class ActStore extends SqlStore {
  readonly #user: string;

  /** `user` is the administrator whose acts are recorded. */
  constructor(driver: Driver, now?: () => number, user = '') {
    super(driver, now);
    this.#user = user;
  }

  /**
   * Records an act. A change of a project, a token or usage passes the `query` of its transaction, so that neither is written
   * without the other.
   */
  async record(
    acto: string,
    objeto: string | null,
    detalle: AdministrativeAct['detalle'],
    query: Query = this.driver.query,
  ): Promise<void> {
    const sql = 'INSERT INTO auditoria (momento, usuario, acto, objeto, detalle) VALUES ($1, $2, $3, $4, $5)';
    await query(sql, [iso(await this.time(query)), this.#user, acto, objeto, JSON.stringify(detalle)]);
  }

  /** Returns the last `count` acts, newest first. */
  async acts(count: number): Promise<readonly AdministrativeAct[]> {
    const rows = await this.driver.query<Omit<AdministrativeAct, 'detalle'> & { detalle: string }>(
      'SELECT momento, usuario, acto, objeto, detalle FROM auditoria ORDER BY numero DESC LIMIT $1',
      [count],
    );
    return rows.map((row) => {
      const detalle: AdministrativeAct['detalle'] = JSON.parse(row.detalle);
      return Object.assign(row, { detalle });
    });
  }
}
