/**
 * One contender of `bulk.mjs`: DuckDB copies the file and adds constant columns of the same length as the keys. It calculates
 * nothing, so it measures only the reading and writing of CSV.
 *
 *   node bulk-duckdb.mjs IN.csv OUT.csv [THREADS]
 */
import { requirePeer } from '../tools/peers.mjs';

const { DuckDBInstance } = requirePeer('@duckdb/node-api');

const [from, to, threads] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', threads === undefined ? {} : { threads });
const connection = await instance.connect();
// Every cell is text, so that DuckDB spends no time on detecting types. An empty cell is NULL on both sides.
const columns = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'];
await connection.run(`
  COPY (
    SELECT *, 'XEXX010101HNEXXXA4' AS curp, NULL AS aviso, '0' AS code_error, NULL AS error_message
    FROM read_csv('${from}', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
                  columns = {${columns.map((name) => `${name}: 'VARCHAR'`).join(', ')}})
  ) TO '${to}' (FORMAT csv, HEADER)`);
