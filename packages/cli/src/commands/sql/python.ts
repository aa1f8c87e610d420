/** The norm as functions of the engines that run Python: `curp.py`, as each of them registers a function. */
import { readCoreFile } from '../../files/core-file.js';
import { SQL_PERSON } from './calculation.js';

const PYTHON_PARAMETERS = SQL_PERSON.map(([name]) => name);
/** Each function: its parameters, its type, its Python, and what it returns. As in SQL, NULL in a result means unknown. */
const PYTHON_FUNCTIONS = [
  [
    'curp_calcular',
    PYTHON_PARAMETERS,
    'text',
    `_o_nada(calcular, ${PYTHON_PARAMETERS.join(', ')})`,
    'The key of a person; NULL if the data give none. A second surname may be NULL or blank.',
  ],
  [
    'curp_digito',
    ['curp'],
    'text',
    '_o_nada(digito, curp)',
    'The check digit of the first 17 characters of a key; NULL if they are none.',
  ],
  [
    'curp_valida',
    ['curp'],
    'boolean',
    'None if _falta(curp) else validar(curp)',
    'Whether a key is well formed; NULL if it is NULL.',
  ],
  [
    'curp_coteja',
    ['curp', ...PYTHON_PARAMETERS],
    'text',
    `_o_nada(cotejar, curp, ${PYTHON_PARAMETERS.join(', ')})`,
    'Compares a key with a person: identica, misma_raiz (of a homonym) or difiere; NULL if there is no key or the data give none.',
  ],
  [
    'curp_edicion',
    ['curp', ...PYTHON_PARAMETERS],
    'integer',
    `_o_nada(edicion, curp, ${PYTHON_PARAMETERS.join(', ')})`,
    '2006 if a key differs by the rules of 2021 and is the one that the Instructivo of 2006 gives to the person; otherwise NULL.',
  ],
] as const satisfies readonly (readonly [string, readonly string[], 'text' | 'boolean' | 'integer', string, string])[];

type PythonFunction = (typeof PYTHON_FUNCTIONS)[number];
type Types = Readonly<Record<'text' | 'boolean' | 'integer' | 'date', string>>;

const typeOfParameter = (parameter: string, { text, date }: Types): string => (parameter === 'fecha' ? date : text);
const definition = ([name, parameters, , expression]: PythonFunction): string =>
  `\n\ndef ${name}(${parameters.join(', ')}):\n    return ${expression}\n`;

/** Writes a file of SQL with one statement for each function, each with all of `curp.py`. */
const inSql =
  (types: Types, statement: (head: string, returns: string, name: string, code: string) => string) =>
  (head: string, code: string): string =>
    `${head.replaceAll(/^/gm, '-- ')}\n${PYTHON_FUNCTIONS.map((each) => {
      const [name, parameters, type, , about] = each;
      const declared = parameters.map((parameter) => `${parameter} ${typeOfParameter(parameter, types)}`).join(', ');
      return `\n-- ${about}\n${statement(`${name}(${declared})`, types[type], name, code + definition(each))}`;
    }).join('')}`;

/** Writes a module of Python that registers the functions on a connection or a session. */
const inPython =
  (parameter: string, register: (each: PythonFunction) => string, more = '') =>
  (head: string, code: string): string =>
    `${head.replaceAll(/^/gm, '# ')}\n${code}${PYTHON_FUNCTIONS.map(definition).join('')}${more}\n\ndef registrar(${parameter}):\n    """Registra ${PYTHON_FUNCTIONS.map(([name]) => name).join(', ')}."""\n${PYTHON_FUNCTIONS.map((each) => `    ${register(each)}\n`).join('')}`;

const DUCKDB: Types = { text: 'VARCHAR', boolean: 'BOOLEAN', integer: 'INTEGER', date: 'DATE' };
const SPARK: Types = { text: 'string', boolean: 'boolean', integer: 'int', date: 'date' };

/** The types of Arrow, and the function that answers its columns: DuckDB takes eleven times as long to call a function for each row. */
const ARROW = { text: 'string', boolean: 'bool', integer: 'int32' } as const;
const ARROW_BATCHES = `

def _por_lotes(funcion, tipo, *columnas):
    import pyarrow

    filas = zip(*(columna.to_pylist() for columna in columnas))
    return pyarrow.array([funcion(*fila) for fila in filas], tipo)
`;

/** The handler of an engine that gives batches of columns: a tuple of them, or a single one. */
const inBatches = (name: string): string => `

def por_lotes(lotes):
    import pandas

    for lote in lotes:
        columnas = lote if isinstance(lote, tuple) else (lote,)
        yield pandas.Series([${name}(*fila) for fila in zip(*columnas)], dtype=object)
`;

/** Each engine: its name, where its text was run, and how it is written. */
const ENGINES = {
  duckdb: [
    'DuckDB',
    'Run in DuckDB 1.5. It needs pyarrow. Import this module, and call registrar(duckdb.connect(…)).',
    inPython(
      'conexion',
      ([name, parameters, type]) => {
        const given = parameters.map((each) => `"${typeOfParameter(each, DUCKDB)}"`).join(', ');
        const names = parameters.join(', ');
        return `conexion.create_function("${name}", lambda ${names}: _por_lotes(${name}, "${ARROW[type]}", ${names}), [${given}], "${DUCKDB[type]}", type="arrow", null_handling="special")`;
      },
      ARROW_BATCHES,
    ),
  ],
  spark: [
    'Apache Spark',
    'Its Python was run here, Spark was not. Import this module, call registrar(spark), and give it to the workers by spark.sparkContext.addPyFile(…).',
    inPython('spark', ([name, , type]) => `spark.udf.register("${name}", ${name}, "${SPARK[type]}")`),
  ],
  databricks: [
    'Databricks (Unity Catalog, Databricks Runtime 16.3 or later)',
    'Its Python was run here, Databricks was not.',
    inSql(
      { text: 'STRING', boolean: 'BOOLEAN', integer: 'INTEGER', date: 'DATE' },
      (head, returns, name, code) =>
        `CREATE OR REPLACE FUNCTION ${head}\nRETURNS ${returns} LANGUAGE PYTHON DETERMINISTIC PARAMETER STYLE PANDAS HANDLER 'por_lotes' AS $$\n${code}${inBatches(name)}$$;\n`,
    ),
  ],
  snowflake: [
    'Snowflake',
    'Its Python was run here, Snowflake was not.',
    inSql(
      { text: 'VARCHAR', boolean: 'BOOLEAN', integer: 'INTEGER', date: 'DATE' },
      (head, returns, name, code) =>
        `CREATE OR REPLACE FUNCTION ${head}\nRETURNS ${returns} LANGUAGE PYTHON IMMUTABLE RUNTIME_VERSION = '3.11' HANDLER = '${name}' AS $$\n${code}$$;\n`,
    ),
  ],
  bigquery: [
    'BigQuery',
    'Its Python was run here, BigQuery was not. Put the name of your dataset before the name of each function.',
    inSql(
      { text: 'STRING', boolean: 'BOOL', integer: 'INT64', date: 'DATE' },
      (head, returns, name, code) =>
        `CREATE OR REPLACE FUNCTION ${head}\nRETURNS ${returns} LANGUAGE python OPTIONS (runtime_version = "python-3.11", entry_point = "${name}") AS r'''\n${code}''';\n`,
    ),
  ],
  trino: [
    'Trino',
    'Its Python was run here, Trino was not. Put a catalog and a schema that store functions before the name of each function.',
    inSql(
      { text: 'varchar', boolean: 'boolean', integer: 'integer', date: 'date' },
      (head, returns, name, code) =>
        `CREATE OR REPLACE FUNCTION ${head}\nRETURNS ${returns} LANGUAGE PYTHON DETERMINISTIC CALLED ON NULL INPUT\nWITH (handler = '${name}') AS $$\n${code}$$;\n`,
    ),
  ],
} as const;

export type PythonEngine = keyof typeof ENGINES;

/** Prints the functions for an engine. */
export function inEngine(engine: PythonEngine, version: string): string {
  const [name, run, write] = ENGINES[engine];
  const head = `curp-service ${version}, MIT. The CURP by the official norm, for ${name}.
A calculated CURP proves no registration. Made by \`curp sql ${engine}\`: change it there, not here.
${run}`;
  return write(head, readCoreFile('curp.py'));
}
