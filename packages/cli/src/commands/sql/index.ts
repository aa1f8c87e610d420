/** `curp sql`: prints the functions with which a database calculates and checks keys itself. */
import { BUILD } from '@curp-service/server/version';
import { argument, command, oneOf } from '../../terminal/commands.js';

const DATABASES = ['postgresql', 'bigquery', 'snowflake'] as const;
const BASE = [`la base de datos: ${DATABASES.join(', ')}`, `the database: ${DATABASES.join(', ')}`] as const;

export const sql = command({
  name: 'sql',
  about: [
    'imprime las funciones con las que una base de datos calcula y valida claves ella misma',
    'prints the functions with which a database calculates and validates keys itself',
  ],
  examples: ['curp sql postgresql | psql mi_base', 'curp sql bigquery > curp.sql'],
  args: [argument('<BASE>', BASE, oneOf(...DATABASES))],
  run: async ([base]) => {
    const text =
      base === 'postgresql'
        ? (await import('./postgresql.js')).postgresql(BUILD)
        : (await import('./javascript.js')).javascript(base, BUILD);
    process.stdout.write(text);
  },
});
