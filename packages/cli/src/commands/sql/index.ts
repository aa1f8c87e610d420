/** `curp sql`: prints the functions with which a database calculates and checks keys itself. */
import { BUILD } from '@curp-service/server/version';
import { argument, command, oneOf } from '../../terminal/commands.js';

const DATABASES = ['postgresql', 'mysql', 'duckdb'] as const;
const DATABASE_ABOUT = [`la base de datos: ${DATABASES.join(', ')}`, `the database: ${DATABASES.join(', ')}`] as const;

export const sql = command({
  name: 'sql',
  about: [
    'imprime las funciones con las que una base de datos calcula y valida claves ella misma; qué filas hay que revisar lo dice `curp lote`',
    'prints the functions with which a database calculates and validates keys itself; `curp lote` says which rows to review',
  ],
  examples: [
    'curp sql postgresql | psql mi_base',
    'curp sql mysql | mysql mi_base',
    'curp sql duckdb > curp_duckdb.py',
  ],
  args: [argument('<BASE>', DATABASE_ABOUT, oneOf(...DATABASES))],
  run: async ([base]) => {
    const text =
      base === 'duckdb'
        ? (await import('./duckdb.js')).duckdbModule(BUILD)
        : (await import('./stored.js')).storedFunctions(base, BUILD);
    process.stdout.write(text);
  },
});
