/** `curp sql`: prints the functions with which a database calculates and checks keys itself. */
import { BUILD } from '@curp-service/server/version';
import { argument, command, oneOf } from '../../terminal/commands.js';
import { words } from '../../textos/words.js';

const DATABASES = ['postgresql', 'mysql', 'duckdb'] as const;
const DATABASE_ABOUT = words('sql_la_base', { bases: DATABASES.join(', ') });

export const sql = command({
  name: 'sql',
  about: words('sql_imprime_las_funciones'),
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
