/** The step of the tables that stores the files of jobs whole, in SQL for both databases. */
import type { Dialect } from './driver.js';

/** The conditions of a job of the first step: the cells of a workbook's rows were its pieces, and the workbook itself followed them. */
const WAS_RUNNING = `estado IN ('en_cola', 'en_proceso')`;
const IS_BOOK = `opciones LIKE '%"libro":%'`;
const IS_ANSWERED_AGAIN = `(${WAS_RUNNING} OR (estado = 'terminado' AND ${IS_BOOK}))`;

/** Takes the good rows of the jobs that are answered again from the quota and the usage of the day on which they began. */
function giveBack(dialect: Dialect): string {
  const isSqlite = dialect === 'sqlite';
  const day = isSqlite ? `date(inicio, '-6 hours')` : `to_char(inicio::timestamp - interval '6 hours', 'YYYY-MM-DD')`;
  const less = (table: string, sum: string, time: string): string => `
UPDATE ${table} SET ${sum} = ${isSqlite ? 'MAX' : 'GREATEST'}(0, ${sum} - COALESCE((SELECT SUM(correctas) FROM lotes
  WHERE lotes.proyecto = ${table}.proyecto AND ${time} AND ${IS_ANSWERED_AGAIN}), 0))`;
  return `${less('cuotas', 'tomada', `substr(${day}, 1, 7) = mes`)};
${less('usos', 'cuenta', `${day} = dia`)} WHERE operacion = 'lotes';`;
}

/** Joins the pieces of the files that are answered again, and cuts them into chunks of 1 MiB. */
function joinPieces(dialect: Dialect): string {
  const isSqlite = dialect === 'sqlite';
  const book = isSqlite
    ? `opciones -> 'libro' ->> 'pieza'`
    : `CAST(CAST(opciones AS JSON) -> 'libro' ->> 'pieza' AS INTEGER)`;
  const mark = isSqlite ? `x'EFBBBF'` : `'\\xEFBBBF'::bytea`;
  const none = isSqlite ? `x''` : `''::bytea`;
  const bytes = (sql: string): string => (isSqlite ? `CAST(${sql} AS BLOB)` : sql);
  return `
UPDATE lote_bytes SET datos = COALESCE(datos, resultado)
  WHERE EXISTS (SELECT 1 FROM lotes WHERE id = lote AND ${WAS_RUNNING} AND ${IS_BOOK} AND numero >= ${book});
UPDATE lote_bytes SET datos = NULL
  WHERE EXISTS (SELECT 1 FROM lotes WHERE id = lote AND ${WAS_RUNNING} AND ${IS_BOOK} AND numero < ${book});
-- Pieces of a text in UTF-16 are in UTF-8, and all lack the byte order mark.
UPDATE lote_bytes SET datos = (SELECT ${bytes(
    `CASE WHEN codificacion IN ('utf-8', 'utf-16le', 'utf-16be') THEN ${mark} ELSE ${none} END || cabecera || datos`,
  )} FROM lotes WHERE id = lote)
  WHERE numero = 0 AND EXISTS (SELECT 1 FROM lotes WHERE id = lote AND ${WAS_RUNNING} AND NOT ${IS_BOOK});
UPDATE lotes SET opciones = replace(replace(opciones, '"codificacion":"utf-16le"', '"codificacion":"utf-8"'),
  '"codificacion":"utf-16be"', '"codificacion":"utf-8"') WHERE ${WAS_RUNNING};
INSERT INTO lote_chunks (lote, intento, numero, datos)
  WITH RECURSIVE enteras AS (
    SELECT lote, numero, length(datos) AS largo, SUM(length(datos)) OVER (PARTITION BY lote ORDER BY numero) - length(datos) AS desde
    FROM lote_bytes JOIN lotes ON lotes.id = lote WHERE datos IS NOT NULL AND ${WAS_RUNNING}
  ), partes (lote, numero, largo, chunk, salto, cabe) AS MATERIALIZED (
    SELECT lote, numero, largo, desde / 1048576, CAST(0 AS BIGINT), 1048576 - desde % 1048576 FROM enteras WHERE largo > 0
    UNION ALL SELECT lote, numero, largo, chunk + 1, salto + cabe, CAST(1048576 AS BIGINT) FROM partes WHERE salto + cabe < largo
  )
  -- One chunk at a time, because a database that groups all parts holds their bytes in memory.
  SELECT lote, 0, chunk, (SELECT ${bytes(
    `string_agg(substr(datos, CAST(salto AS INTEGER) + 1, CAST(cabe AS INTEGER)), ${isSqlite ? `''` : none} ORDER BY numero)`,
  )} FROM partes JOIN lote_bytes USING (lote, numero) WHERE lote = chunks.lote AND chunk = chunks.chunk)
  FROM (SELECT DISTINCT lote, chunk FROM partes) AS chunks;`;
}

/**
 * Stores the file and the result of a job whole, in chunks. Results of texts stay. Jobs that are not finished are answered again,
 * and so are finished workbooks, whose result was stored in parts: what they were charged is given back. A text with an answered
 * piece ends as `fallido`, because the answer replaced the piece.
 */
export const wholeFiles = (dialect: Dialect): string => `
${giveBack(dialect)}
UPDATE lotes SET estado = 'fallido', fin = COALESCE(fin, visto)
  WHERE estado = 'recibiendo' OR (${WAS_RUNNING} AND NOT ${IS_BOOK} AND hechas > 0);
UPDATE lotes SET bytes = 0 WHERE estado = 'fallido';
UPDATE lotes SET estado = 'en_cola', inicio = NULL, fin = NULL, filas = 0, correctas = 0, errores = '{}', salida = 0
  WHERE ${IS_ANSWERED_AGAIN};
CREATE TABLE lote_chunks (
  lote TEXT NOT NULL REFERENCES lotes (id),
  intento INTEGER NOT NULL, -- 0: the file; otherwise the lease that wrote this result
  numero INTEGER NOT NULL,
  datos BYTEA NOT NULL,
  PRIMARY KEY (lote, intento, numero)
);
${dialect === 'postgres' ? 'ALTER TABLE lote_chunks ALTER COLUMN datos SET STORAGE EXTERNAL;' : ''}
INSERT INTO lote_chunks (lote, intento, numero, datos)
  SELECT lote, 1, numero, resultado FROM lote_bytes JOIN lotes ON lotes.id = lote
  WHERE estado = 'terminado' AND resultado IS NOT NULL;
${joinPieces(dialect)}
DROP TABLE lote_bytes;
DROP TABLE lote_piezas;
DROP TABLE lote_turnos;
DROP INDEX lotes_turno;
ALTER TABLE lotes ADD COLUMN archivo BIGINT NOT NULL DEFAULT 0; -- the bytes of the file; 0 once they are erased
ALTER TABLE lotes ADD COLUMN leidos BIGINT NOT NULL DEFAULT 0; -- the bytes of the file that are answered
ALTER TABLE lotes ADD COLUMN intento INTEGER NOT NULL DEFAULT 0; -- the number of its last lease
ALTER TABLE lotes ADD COLUMN fallos INTEGER NOT NULL DEFAULT 0; -- how often its computation failed
ALTER TABLE lotes ADD COLUMN hasta TEXT; -- a worker holds the job until then
UPDATE lotes SET intento = 1 WHERE estado = 'terminado';
UPDATE lotes SET lineas = 0 WHERE ${IS_BOOK}; -- only a text has lines
UPDATE lotes SET archivo = (SELECT COALESCE(SUM(length(datos)), 0) FROM lote_chunks WHERE lote = id) WHERE ${WAS_RUNNING};
UPDATE lotes SET bytes = bytes + archivo WHERE archivo > 0;
ALTER TABLE lotes DROP COLUMN cabecera;
ALTER TABLE lotes DROP COLUMN codificacion;
ALTER TABLE lotes DROP COLUMN piezas;
ALTER TABLE lotes DROP COLUMN hechas;
ALTER TABLE lotes DROP COLUMN lineas_hechas;
ALTER TABLE lotes DROP COLUMN turno;
CREATE INDEX lotes_espera ON lotes (creado, id) WHERE estado IN ('en_cola', 'en_proceso');
CREATE INDEX lotes_archivo ON lotes (id) WHERE estado IN ('terminado', 'fallido') AND archivo > 0;
`;
