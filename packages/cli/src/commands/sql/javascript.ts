/** The norm as functions of databases that run JavaScript: the one-file build of `core`, wrapped in their CREATE FUNCTION. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { listOwn, readOwn } from '@curp-service/server/own-files';

export type JavaScriptDialect = 'bigquery' | 'snowflake';

const DATA = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha', 'sexo', 'entidad'];
/** Each function: its parameters, its type and what it returns. */
const FUNCTIONS = [
  ['calcular', DATA, 'text', 'The key of a person; NULL if the data give none. A surname may be NULL or blank.'],
  ['digito', ['curp'], 'text', 'The check digit of the first 17 characters of a key; NULL if they are none.'],
  ['valida', ['curp'], 'boolean', 'Whether a key is well formed; NULL if it is NULL.'],
  [
    'coteja',
    ['curp', ...DATA],
    'text',
    'Compares a key with a person: identica, misma_raiz (of a homonym) or difiere; NULL if there is no key or the data give none.',
  ],
] as const satisfies readonly (readonly [
  name: string,
  parameters: readonly string[],
  type: 'text' | 'boolean',
  about: string,
])[];

interface DialectWords {
  readonly types: Readonly<Record<'text' | 'boolean' | 'date', string>>;
  /** The words before the code. */
  readonly language: string;
  readonly open: string;
  readonly close: string;
  /** The name of a parameter in the code. */
  readonly inCode: (parameter: string) => string;
}

const DIALECTS: Readonly<Record<JavaScriptDialect, DialectWords>> = {
  bigquery: {
    types: { text: 'STRING', boolean: 'BOOL', date: 'DATE' },
    language: 'DETERMINISTIC LANGUAGE js',
    open: 'r"""',
    close: '"""',
    inCode: (parameter) => parameter,
  },
  snowflake: {
    types: { text: 'VARCHAR', boolean: 'BOOLEAN', date: 'DATE' },
    language: 'LANGUAGE JAVASCRIPT IMMUTABLE',
    open: '$$',
    close: '$$',
    inCode: (parameter) => parameter.toUpperCase(),
  },
};

/** Reads the library beside the bundle or in its package. It sets the global `curp_`: a `var` would be local to the function. */
function readLibrary(): string {
  const [beside] = listOwn(new URL('./sql/', import.meta.url));
  const core = (): URL => pathToFileURL(createRequire(import.meta.url).resolve('@curp-service/core'));
  return readOwn(beside ?? new URL('curp.sql.js', core()))
    .toString()
    .trim()
    .replace(/^var curp_\s*=/m, 'curp_=');
}

export function javascript(dialect: JavaScriptDialect, version: string): string {
  const { types, language, open, close, inCode } = DIALECTS[dialect];
  const library = readLibrary();
  const functions = FUNCTIONS.map(([name, parameters, type, about]) => {
    const declared = parameters.map((each) => `${each} ${types[each === 'fecha' ? 'date' : 'text']}`).join(', ');
    return `
-- ${about}
CREATE OR REPLACE FUNCTION curp_${name}(${declared})
RETURNS ${types[type]} ${language} AS ${open}
if (typeof curp_ === "undefined") { // once, not for each row
${library}
}
return curp_.${name}(${parameters.map(inCode).join(', ')});
${close};
`;
  });
  return `-- curp-service ${version}, MIT. The CURP by the official norm, for ${dialect === 'bigquery' ? 'BigQuery' : 'Snowflake'}.
-- A calculated CURP proves no registration. Made by \`curp sql ${dialect}\`: change it there, not here.
${functions.join('')}`;
}
