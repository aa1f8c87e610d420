/** The norm as functions of DuckDB, which runs Python: a module with `curp.py` that registers them on a connection. */
import { readCoreFile } from '../../files/core-file.js';
import { SQL_PERSON } from './calculation.js';

const PERSON = SQL_PERSON.map(([name]) => name);

/** Each function: its parameters, its type in DuckDB and in Arrow, and its Python. As in SQL, NULL in a result means unknown. */
const FUNCTIONS = [
  ['curp_calcular', PERSON, 'VARCHAR', 'string', `_o_nada(calcular, ${PERSON.join(', ')})`],
  ['curp_digito', ['curp'], 'VARCHAR', 'string', '_o_nada(digito, curp)'],
  ['curp_valida', ['curp'], 'BOOLEAN', 'bool', 'None if _falta(curp) else validar(curp)'],
  ['curp_coteja', ['curp', ...PERSON], 'VARCHAR', 'string', `_o_nada(cotejar, curp, ${PERSON.join(', ')})`],
  ['curp_edicion', ['curp', ...PERSON], 'INTEGER', 'int32', `_o_nada(edicion, curp, ${PERSON.join(', ')})`],
] as const satisfies readonly (readonly [string, readonly string[], string, string, string])[];

type DuckdbFunction = (typeof FUNCTIONS)[number];

const definition = ([name, parameters, , , expression]: DuckdbFunction): string => `

def ${name}(${parameters.join(', ')}):
    return ${expression}
`;

/** Answers columns of Arrow: DuckDB takes eleven times as long to call a function for each row. */
const ARROW_BATCHES = `

def _por_lotes(funcion, tipo, *columnas):
    import pyarrow

    filas = zip(*(columna.to_pylist() for columna in columnas))
    return pyarrow.array([funcion(*fila) for fila in filas], tipo)
`;

function registration([name, parameters, type, arrow]: DuckdbFunction): string {
  const types = parameters.map((parameter) => (parameter === 'fecha' ? '"DATE"' : '"VARCHAR"')).join(', ');
  const names = parameters.join(', ');
  return `    conexion.create_function("${name}", lambda ${names}: _por_lotes(${name}, "${arrow}", ${names}), [${types}], "${type}", type="arrow", null_handling="special")\n`;
}

/** Returns the module of Python for DuckDB. */
export const duckdbModule = (
  version: string,
): string => `# curp-service ${version}, MIT. The CURP by the official norm, for DuckDB.
# Keys by the norm, and no piles: \`curp lote\` says which rows to review. A calculated CURP proves no registration.
# Made by \`curp sql duckdb\`: change it there, not here.
# Run in DuckDB 1.5. It needs pyarrow. Import this module, and call registrar(duckdb.connect(…)).
${readCoreFile('curp.py')}${FUNCTIONS.map(definition).join('')}${ARROW_BATCHES}

def registrar(conexion):
    """Registra ${FUNCTIONS.map(([name]) => name).join(', ')}."""
${FUNCTIONS.map(registration).join('')}`;
