/** Answers the cases with the functions that `curp sql mysql` prints, in its own MariaDB (Debian: mariadb-server-core, mariadb-client-core). */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { literal, startMariadb } from '../../test/mariadb.ts';
import { serve } from './serve.mjs';

const curp = fileURLToPath(new URL('../../packages/cli/bin/curp.js', import.meta.url));
const mariadb = await startMariadb();
process.once('exit', () => mariadb.remove());
await mariadb.ask(`SET sql_mode = '';`);
await mariadb.ask(execFileSync(process.execPath, [curp, 'sql', 'mysql'], { encoding: 'utf8' }));
const value = async (sql) => (await mariadb.ask(`SELECT ${sql};`))[0][0];

/** A text that is no date becomes NULL, because MariaDB itself refuses it. */
const personOf = ({ nombres, apellido_paterno, apellido_materno, fecha_nacimiento, sexo, entidad }) =>
  [nombres, apellido_paterno, apellido_materno, fecha_nacimiento, sexo, entidad]
    .map(literal)
    .with(3, `CAST(${literal(fecha_nacimiento)} AS DATE)`)
    .join(', ');
const withSurname = (answer) => async (data) =>
  /\S/.test(data.apellido_paterno) ? answer(data) : { omitida: 'the functions require apellido_paterno' };

serve(
  'curp sql mysql',
  (await value('version()')).split('-')[0],
  {
    calcular: withSurname(async (data) => {
      const key = await value(`curp_calcular(${personOf(data)})`);
      return key === null ? { error: true } : { curp: key };
    }),
    validar: async ({ curp: key }) => ({ valido: (await value(`curp_valida(${literal(key)})`)) === '1' }),
    cotejar: withSurname(async ({ curp: key, ...data }) => {
      const edicion = await value(`curp_edicion(${literal(key)}, ${personOf(data)})`);
      const resultado = await value(`curp_coteja(${literal(key)}, ${personOf(data)})`);
      return { resultado, edicion: edicion && Number(edicion) };
    }),
  },
  'SQL',
);
