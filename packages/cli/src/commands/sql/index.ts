/** `curp sql`: prints the functions with which a database or an engine calculates and checks keys itself. */
import { BUILD } from '@curp-service/server/version';
import { argument, command, oneOf } from '../../terminal/commands.js';

const STORED = ['postgresql', 'mysql'] as const;
const PYTHON = ['duckdb', 'spark', 'databricks', 'snowflake', 'bigquery', 'trino'] as const;
const DATABASES = [...STORED, ...PYTHON] as const;
const DATABASE_ABOUT = [`la base de datos: ${DATABASES.join(', ')}`, `the database: ${DATABASES.join(', ')}`] as const;

export const sql = command({
  name: 'sql',
  about: [
    'imprime las funciones con las que una base de datos calcula y valida claves ella misma',
    'prints the functions with which a database calculates and validates keys itself',
  ],
  examples: [
    'curp sql postgresql | psql mi_base',
    'curp sql mysql | mysql mi_base',
    'curp sql duckdb > curp_duckdb.py',
  ],
  args: [argument('<BASE>', DATABASE_ABOUT, oneOf(...DATABASES))],
  run: async ([base]) => {
    const text =
      base === 'postgresql' || base === 'mysql'
        ? (await import('./stored.js')).storedFunctions(base, BUILD)
        : (await import('./python.js')).inEngine(base, BUILD);
    process.stdout.write(text);
  },
});
