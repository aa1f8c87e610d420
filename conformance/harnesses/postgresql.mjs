/** Answers the cases with the functions that `curp sql postgresql` prints, in its own PostgreSQL. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../../bench/tools/postgres.mjs';
import { serve } from './serve.mjs';

const curp = fileURLToPath(new URL('../../packages/cli/bin/curp.js', import.meta.url));
const client = new pg.Client({ connectionString: (await startPostgres()).url() });
await client.connect();
await client.query(execFileSync(process.execPath, [curp, 'sql', 'postgresql'], { encoding: 'utf8' }));
const value = async (sql, values) => (await client.query(`SELECT ${sql} value`, values)).rows[0].value;

/** Replaces what PostgreSQL itself refuses: a text that is no date becomes NULL, and a NUL becomes another control character. */
const PERSON = `$1, $2, $3, CASE WHEN pg_input_is_valid($4, 'date') THEN $4::date END, $5, $6`;
const personOf = ({ nombres, apellido_paterno, apellido_materno, fecha_nacimiento, sexo, entidad }) =>
  [nombres, apellido_paterno, apellido_materno, fecha_nacimiento, sexo, entidad].map((text) =>
    text.replaceAll('\0', '\u0001'),
  );

const withSurname = (answer) => async (data) =>
  /\S/.test(data.apellido_paterno) ? answer(data) : { omitida: 'the functions require apellido_paterno' };

serve(
  'curp sql postgresql',
  (await value(`current_setting('server_version')`)).split(' ')[0],
  {
    calcular: withSurname(async (data) => {
      const key = await value(`curp_calcular(${PERSON})`, personOf(data));
      return key === null ? { error: true } : { curp: key };
    }),
    validar: async ({ curp: key }) => ({ valido: await value('curp_valida($1)', [key]) }),
    cotejar: withSurname(async ({ curp: key, ...data }) => ({
      resultado: await value(`curp_coteja($7, ${PERSON})`, [...personOf(data), key]),
      edicion: await value(`curp_edicion($7, ${PERSON})`, [...personOf(data), key]),
    })),
  },
  'SQL',
);
