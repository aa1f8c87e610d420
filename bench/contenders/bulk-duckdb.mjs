/**
 * One contender of `bulk.mjs`: DuckDB copies the file, and adds columns that are the same in every row, with as many
 * bytes as the keys would take. It calculates nothing: it is the measure of reading and writing CSV.
 *
 *   node bulk-duckdb.mjs IN.csv OUT.csv [THREADS]
 */
import { requirePeer } from '../tools/peers.mjs';

const { DuckDBInstance } = requirePeer('@duckdb/node-api');

const [from, to, threads] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', threads === undefined ? {} : { threads });
const connection = await instance.connect();
// Every cell is text and nothing is detected, so that no time goes into types. An empty cell is NULL on both sides.
const columns = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'];
await connection.run(`
  COPY (
    SELECT *, 'XEXX010101HNEXXXA4' AS curp, '0' AS code_error, NULL AS error_message
    FROM read_csv('${from}', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
                  columns = {${columns.map((name) => `${name}: 'VARCHAR'`).join(', ')}})
  ) TO '${to}' (FORMAT csv, HEADER)`);
