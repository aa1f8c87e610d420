/**
 * The padron in SQL that SQLite and PostgreSQL read alike.
 *
 * Of its two tables one answers, as the row of `padron` says. What is to replace it is written into the other, and then
 * that row is changed. Whoever writes begins with that row, so that one waits there for another.
 */
import { randomBytes } from 'node:crypto';
import { type Driver, type Execute, type Query, iso } from '../driver.js';
import {
  type ImportProgress,
  type ImportCounts,
  type PadronStatus,
  type PadronRow,
  ImportTakenOver,
  type PadronImport,
  type ImportMode,
  type Padron,
  type ImportTurn,
} from '../padron.js';

/** In one statement: between two, the other table may have taken the place of the one that is asked. */
export const FIND = `SELECT datos FROM padron_0 WHERE curp = $1 AND (SELECT vigente FROM padron) = 0
  UNION ALL SELECT datos FROM padron_1 WHERE curp = $1 AND (SELECT vigente FROM padron) = 1`;

const IMPORTACION = `SELECT identidad AS identity, archivo AS file, modo AS mode, leidas AS read, nuevas AS added,
  cambiadas AS changed, rechazadas AS rejected, bytes_rechazadas AS "rejectedBytes", momento AS moment FROM padron_importacion`;
const LARGO_CLAVE = 18;

const VACIO = { rows: 0, file: null, moment: null };

const otra = (vigente: number): string => `padron_${1 - vigente}`;

export class SqlPadron implements Padron {
  readonly #driver: Driver;
  readonly #now: () => number;

  constructor(driver: Driver, now: () => number) {
    this.#driver = driver;
    this.#now = now;
  }

  async find(curp: string): Promise<string | null> {
    const [fila] = await this.#driver.query<{ datos: string }>(FIND, curp);
    return fila?.datos ?? null;
  }

  async status(): Promise<PadronStatus> {
    const { query } = this.#driver;
    const [padron] = await query<Omit<PadronStatus, 'ongoing'>>(
      'SELECT filas AS rows, archivo AS file, momento AS moment FROM padron',
    );
    const [importacion] = await query<PadronImport>(IMPORTACION);
    return { ...(padron ?? VACIO), ongoing: importacion ?? null };
  }

  async begin(archivo: string, modo: ImportMode, identidad: string, seguir: boolean): Promise<ImportTurn> {
    const turno = randomBytes(8).toString('hex');
    const momento = iso(this.#now());
    let abandonada: PadronImport | null = null;
    const intentar = async (query: Query): Promise<ImportTurn | null> => {
      const vigente = await tomar(query);
      const [previa] = await query<PadronImport>(IMPORTACION);
      if (seguir && previa?.identity === identidad) {
        await query('UPDATE padron_importacion SET turno = $1', turno);
        return { ...previa, turn: turno, abandoned: abandonada };
      }
      if (previa !== undefined) abandonada = previa;
      await query('DELETE FROM padron_importacion');
      if (await tieneFilas(query, otra(vigente))) {
        await this.#driver.emptyTable(query, otra(vigente));
        return null;
      }
      await query(
        `INSERT INTO padron_importacion (unico, turno, identidad, archivo, modo, leidas, nuevas, cambiadas, rechazadas,
         bytes_rechazadas, momento) VALUES (1, $1, $2, $3, $4, 0, 0, 0, 0, 0, $5)`,
        turno,
        identidad,
        archivo,
        modo,
        momento,
      );
      const nada = { read: 0, added: 0, changed: 0, rejected: 0, rejectedBytes: 0 };
      return {
        turn: turno,
        identity: identidad,
        file: archivo,
        mode: modo,
        moment: momento,
        ...nada,
        abandoned: abandonada,
      };
    };
    return this.#hasta(intentar);
  }

  async add(turno: string, filas: readonly PadronRow[], avance: ImportProgress): Promise<ImportCounts> {
    const textos = JSON.stringify(filas.map(({ curp, datos }) => curp + datos));
    return this.#driver.transaction(async (query, execute) => {
      const vigente = await tomar(query);
      const modo = await exigir(query, turno);
      const tabla = modo === 'reemplazar' ? otra(vigente) : `padron_${vigente}`;
      const cuentas = await this.#escribir(execute, tabla, textos, filas.length);
      if (modo === 'combinar') await query('UPDATE padron SET filas = filas + $1', cuentas.added);
      await query(
        `UPDATE padron_importacion SET leidas = $1, nuevas = nuevas + $2, cambiadas = cambiadas + $3, rechazadas = $4,
         bytes_rechazadas = $5, momento = $6`,
        avance.read,
        cuentas.added,
        cuentas.changed,
        avance.rejected,
        avance.rejectedBytes,
        iso(this.#now()),
      );
      return cuentas;
    });
  }

  async finish(turno: string): Promise<void> {
    await this.#driver.transaction(async (query) => {
      await tomar(query);
      const modo = await exigir(query, turno);
      await query(
        `UPDATE padron SET momento = $1, archivo = (SELECT archivo FROM padron_importacion)
         ${modo === 'reemplazar' ? ', vigente = 1 - vigente, filas = (SELECT nuevas FROM padron_importacion)' : ''}`,
        iso(this.#now()),
      );
      await query('DELETE FROM padron_importacion');
    });
    await this.#hasta(async (query) => {
      const vigente = await tomar(query);
      const enCurso = await query('SELECT 1 FROM padron_importacion');
      return enCurso.length > 0 || !(await tieneFilas(query, otra(vigente))) || this.#vaciar(query, vigente);
    });
  }

  async abandon(turno: string): Promise<void> {
    await this.#driver.query('DELETE FROM padron_importacion WHERE turno = $1', turno);
  }

  async erase(): Promise<void> {
    await this.#hasta(async (query) => {
      const vigente = await tomar(query);
      await query('DELETE FROM padron_importacion');
      if (await tieneFilas(query, otra(vigente))) return this.#vaciar(query, vigente);
      if (!(await tieneFilas(query, `padron_${vigente}`))) {
        await query('UPDATE padron SET archivo = NULL, momento = NULL');
        return true;
      }
      // From here on nothing of it is answered, however long it takes to erase.
      await query('UPDATE padron SET vigente = 1 - vigente, filas = 0, archivo = NULL, momento = NULL');
      return null;
    });
  }

  /** One transaction after another until one says something. */
  async #hasta<T>(work: (query: Query) => Promise<T | null>): Promise<T> {
    for (;;) {
      const hecho = await this.#driver.transaction(work);
      if (hecho !== null) return hecho;
    }
  }

  /** `null`: there may be more to erase. */
  async #vaciar(query: Query, vigente: number): Promise<null> {
    await this.#driver.emptyTable(query, otra(vigente));
    return null;
  }

  /** What is there as it is to be is not written again. */
  async #escribir(execute: Execute, tabla: string, textos: string, filas: number): Promise<ImportCounts> {
    const suyas = `SELECT substr(value, 1, ${LARGO_CLAVE}) AS curp, substr(value, ${LARGO_CLAVE + 1}) AS datos
      FROM ${this.#driver.jsonTexts}`;
    const nuevas = await execute(
      `INSERT INTO ${tabla} (curp, datos) ${suyas} WHERE true ON CONFLICT (curp) DO NOTHING`,
      textos,
    );
    if (nuevas === filas) return { added: nuevas, changed: 0 };
    const cambiadas = await execute(
      `UPDATE ${tabla} SET datos = suyas.datos FROM (${suyas}) AS suyas
       WHERE ${tabla}.curp = suyas.curp AND ${tabla}.datos <> suyas.datos`,
      textos,
    );
    return { added: nuevas, changed: cambiadas };
  }
}

/** Which table answers; nobody else writes until the transaction ends. */
async function tomar(query: Query): Promise<number> {
  const [fila] = await query<{ vigente: number }>('UPDATE padron SET unico = unico RETURNING vigente');
  return fila?.vigente ?? 0;
}

/** Fails where the import is no longer that process's. */
async function exigir(query: Query, turno: string): Promise<ImportMode> {
  const [fila] = await query<{ modo: ImportMode }>('SELECT modo FROM padron_importacion WHERE turno = $1', turno);
  if (fila === undefined) throw new ImportTakenOver();
  return fila.modo;
}

async function tieneFilas(query: Query, tabla: string): Promise<boolean> {
  return (await query(`SELECT 1 FROM ${tabla} LIMIT 1`)).length > 0;
}
