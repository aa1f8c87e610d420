/**
 * The padron in SQL that SQLite and PostgreSQL read alike.
 *
 * Of its two tables one answers, as the row of `padron` says. What is to replace it is written into the other, and then
 * that row is changed. Whoever writes begins with that row, so that one waits there for another.
 */
import { randomBytes } from 'node:crypto';
import { type Driver, type Execute, type Query, iso } from '../driver.js';
import {
  type Avance,
  type Cuentas,
  type EstadoDePadron,
  type FilaDePadron,
  ImportTakenOver,
  type Importacion,
  type Modo,
  type Padron,
  type Turno,
} from '../padron.js';

/** In one statement: between two, the other table may have taken the place of the one that is asked. */
export const BUSCAR = `SELECT datos FROM padron_0 WHERE curp = $1 AND (SELECT vigente FROM padron) = 0
  UNION ALL SELECT datos FROM padron_1 WHERE curp = $1 AND (SELECT vigente FROM padron) = 1`;

const IMPORTACION = `SELECT identidad, archivo, modo, leidas, nuevas, cambiadas, rechazadas, bytes_rechazadas AS "bytesRechazadas",
  momento FROM padron_importacion`;
const LARGO_CLAVE = 18;

const VACIO = { filas: 0, archivo: null, momento: null };

const otra = (vigente: number): string => `padron_${1 - vigente}`;

export class SqlPadron implements Padron {
  readonly #driver: Driver;
  readonly #now: () => number;

  constructor(driver: Driver, now: () => number) {
    this.#driver = driver;
    this.#now = now;
  }

  async buscar(curp: string): Promise<string | null> {
    const [fila] = await this.#driver.query<{ datos: string }>(BUSCAR, curp);
    return fila?.datos ?? null;
  }

  async estado(): Promise<EstadoDePadron> {
    const { query } = this.#driver;
    const [padron] = await query<Omit<EstadoDePadron, 'importacion'>>('SELECT filas, archivo, momento FROM padron');
    const [importacion] = await query<Importacion>(IMPORTACION);
    return { ...(padron ?? VACIO), importacion: importacion ?? null };
  }

  async empezar(archivo: string, modo: Modo, identidad: string, seguir: boolean): Promise<Turno> {
    const turno = randomBytes(8).toString('hex');
    const momento = iso(this.#now());
    let abandonada: Importacion | null = null;
    const intentar = async (query: Query): Promise<Turno | null> => {
      const vigente = await tomar(query);
      const [previa] = await query<Importacion>(IMPORTACION);
      if (seguir && previa?.identidad === identidad) {
        await query('UPDATE padron_importacion SET turno = $1', turno);
        return { ...previa, turno, abandonada };
      }
      if (previa !== undefined) abandonada = previa;
      await query('DELETE FROM padron_importacion');
      if (await tieneFilas(query, otra(vigente))) {
        await this.#driver.vaciar(query, otra(vigente));
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
      const nada = { leidas: 0, nuevas: 0, cambiadas: 0, rechazadas: 0, bytesRechazadas: 0 };
      return { turno, identidad, archivo, modo, momento, ...nada, abandonada };
    };
    return this.#hasta(intentar);
  }

  async agregar(turno: string, filas: readonly FilaDePadron[], avance: Avance): Promise<Cuentas> {
    const textos = JSON.stringify(filas.map(({ curp, datos }) => curp + datos));
    return this.#driver.transaction(async (query, execute) => {
      const vigente = await tomar(query);
      const modo = await exigir(query, turno);
      const tabla = modo === 'reemplazar' ? otra(vigente) : `padron_${vigente}`;
      const cuentas = await this.#escribir(execute, tabla, textos, filas.length);
      if (modo === 'combinar') await query('UPDATE padron SET filas = filas + $1', cuentas.nuevas);
      await query(
        `UPDATE padron_importacion SET leidas = $1, nuevas = nuevas + $2, cambiadas = cambiadas + $3, rechazadas = $4,
         bytes_rechazadas = $5, momento = $6`,
        avance.leidas,
        cuentas.nuevas,
        cuentas.cambiadas,
        avance.rechazadas,
        avance.bytesRechazadas,
        iso(this.#now()),
      );
      return cuentas;
    });
  }

  async terminar(turno: string): Promise<void> {
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

  async abandonar(turno: string): Promise<void> {
    await this.#driver.query('DELETE FROM padron_importacion WHERE turno = $1', turno);
  }

  async borrar(): Promise<void> {
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
    await this.#driver.vaciar(query, otra(vigente));
    return null;
  }

  /** What is there as it is to be is not written again. */
  async #escribir(execute: Execute, tabla: string, textos: string, filas: number): Promise<Cuentas> {
    const suyas = `SELECT substr(value, 1, ${LARGO_CLAVE}) AS curp, substr(value, ${LARGO_CLAVE + 1}) AS datos
      FROM ${this.#driver.textosDeJson}`;
    const nuevas = await execute(
      `INSERT INTO ${tabla} (curp, datos) ${suyas} WHERE true ON CONFLICT (curp) DO NOTHING`,
      textos,
    );
    if (nuevas === filas) return { nuevas, cambiadas: 0 };
    const cambiadas = await execute(
      `UPDATE ${tabla} SET datos = suyas.datos FROM (${suyas}) AS suyas
       WHERE ${tabla}.curp = suyas.curp AND ${tabla}.datos <> suyas.datos`,
      textos,
    );
    return { nuevas, cambiadas };
  }
}

/** Which table answers; nobody else writes until the transaction ends. */
async function tomar(query: Query): Promise<number> {
  const [fila] = await query<{ vigente: number }>('UPDATE padron SET unico = unico RETURNING vigente');
  return fila?.vigente ?? 0;
}

/** Fails where the import is no longer that process's. */
async function exigir(query: Query, turno: string): Promise<Modo> {
  const [fila] = await query<{ modo: Modo }>('SELECT modo FROM padron_importacion WHERE turno = $1', turno);
  if (fila === undefined) throw new ImportTakenOver();
  return fila.modo;
}

async function tieneFilas(query: Query, tabla: string): Promise<boolean> {
  return (await query(`SELECT 1 FROM ${tabla} LIMIT 1`)).length > 0;
}
