/** Defines the tables in SQL for both databases, and the steps that bring them up to date. */
import { VERSION } from '../version.js';
import { type Dialect, NewerDatabase, NoDatabase } from './driver.js';
import { wholeFiles } from './whole-files.js';

/** A column that numbers rows in the order in which they were written, which moments do not show. */
const NUMBER = {
  sqlite: 'INTEGER PRIMARY KEY',
  postgres: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
};

/** The tables of projects. Moments (ISO 8601, UTC) and states are text. */
const projectTables = (dialect: Dialect): string => `
CREATE TABLE proyectos (
  id TEXT PRIMARY KEY,
  nombre TEXT NOT NULL UNIQUE,
  estado TEXT NOT NULL DEFAULT 'activo' CHECK (estado IN ('activo', 'revocado')),
  limite INTEGER CHECK (limite > 0),
  cuota BIGINT CHECK (cuota >= 0),
  creado TEXT NOT NULL
);
CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  proyecto TEXT NOT NULL REFERENCES proyectos (id),
  nombre TEXT,
  sha256 TEXT NOT NULL UNIQUE,
  creado TEXT NOT NULL,
  vence TEXT,
  usado TEXT -- the day of its last use, in Mexico City
);
CREATE INDEX tokens_proyecto ON tokens (proyecto);
CREATE TABLE cuotas (
  proyecto TEXT NOT NULL,
  mes TEXT NOT NULL,
  tomada BIGINT NOT NULL,
  PRIMARY KEY (proyecto, mes)
);
CREATE TABLE usos (
  proyecto TEXT NOT NULL,
  dia TEXT NOT NULL,
  operacion TEXT NOT NULL,
  cuenta BIGINT NOT NULL,
  PRIMARY KEY (proyecto, dia, operacion)
);
CREATE INDEX usos_dia ON usos (dia);
CREATE TABLE escrituras (
  escritor TEXT PRIMARY KEY,
  numero BIGINT NOT NULL,
  momento TEXT NOT NULL
);
CREATE TABLE auditoria (
  numero ${NUMBER[dialect]},
  momento TEXT NOT NULL,
  usuario TEXT NOT NULL, -- of the operating system
  acto TEXT NOT NULL,
  objeto TEXT, -- the id of what was changed
  detalle TEXT -- JSON without secrets
);
CREATE INDEX auditoria_momento ON auditoria (momento);
`;

/** The tables of jobs. SQLite stores bytes in a column of any type. */
const JOB_TABLES = `
CREATE TABLE lotes (
  id TEXT PRIMARY KEY,
  proyecto TEXT NOT NULL,
  nombre TEXT,
  estado TEXT NOT NULL
    CHECK (estado IN ('recibiendo', 'en_cola', 'en_proceso', 'terminado', 'fallido', 'cancelado')),
  clave TEXT, -- chosen by the client: a file sent again under this key returns the same job
  huella TEXT, -- a hash of the file and its options: under one key, both must be the same
  opciones TEXT NOT NULL,
  cabecera BYTEA,
  codificacion TEXT,
  bytes BIGINT NOT NULL, -- the bytes that the job keeps; 0 if they are erased
  piezas INTEGER NOT NULL DEFAULT 0,
  hechas INTEGER NOT NULL DEFAULT 0,
  lineas BIGINT NOT NULL DEFAULT 0,
  lineas_hechas BIGINT NOT NULL DEFAULT 0,
  filas BIGINT NOT NULL DEFAULT 0,
  correctas BIGINT NOT NULL DEFAULT 0,
  errores TEXT NOT NULL DEFAULT '{}',
  salida BIGINT NOT NULL DEFAULT 0,
  turno BIGINT NOT NULL DEFAULT 0,
  creado TEXT NOT NULL,
  visto TEXT NOT NULL,
  inicio TEXT,
  fin TEXT,
  vence TEXT NOT NULL
);
CREATE INDEX lotes_creado ON lotes (proyecto, creado, id);
CREATE INDEX lotes_vence ON lotes (vence);
CREATE INDEX lotes_visto ON lotes (visto) WHERE estado = 'recibiendo';
CREATE INDEX lotes_turno ON lotes (proyecto, turno, creado, id) WHERE estado IN ('en_cola', 'en_proceso');
CREATE INDEX lotes_cancelados ON lotes (proyecto, creado) WHERE estado = 'cancelado';
CREATE INDEX lotes_por_borrar ON lotes (id) WHERE estado = 'cancelado' AND bytes > 0;
CREATE UNIQUE INDEX lotes_clave ON lotes (proyecto, clave) WHERE clave IS NOT NULL AND estado <> 'cancelado';
CREATE TABLE lote_piezas (
  lote TEXT NOT NULL REFERENCES lotes (id),
  numero INTEGER NOT NULL,
  codificacion TEXT,
  lineas INTEGER NOT NULL,
  filas INTEGER,
  peso BIGINT NOT NULL,
  intentos INTEGER NOT NULL DEFAULT 0,
  hasta TEXT, -- a worker holds the piece until then
  PRIMARY KEY (lote, numero)
);
CREATE INDEX lote_piezas_pendientes ON lote_piezas (lote, numero) WHERE filas IS NULL;
-- The bytes of a piece have their own table, because SQLite rewrites a whole row when a part of it changes.
CREATE TABLE lote_bytes (
  lote TEXT NOT NULL,
  numero INTEGER NOT NULL,
  datos BYTEA,
  resultado BYTEA,
  PRIMARY KEY (lote, numero),
  FOREIGN KEY (lote, numero) REFERENCES lote_piezas (lote, numero) ON DELETE CASCADE
);
-- A turn is a number that grows with each claimed piece.
CREATE TABLE lote_turnos (proyecto TEXT PRIMARY KEY, turno BIGINT NOT NULL);
-- What the jobs of a project keep, without cancelled jobs. Triggers update it, so that every statement on jobs does.
CREATE TABLE lote_totales (proyecto TEXT PRIMARY KEY, lotes BIGINT NOT NULL, bytes BIGINT NOT NULL);
`;

/** The tables of the padron. One of the two tables of records is active; an import fills the other. */
const PADRON_TABLES = `
CREATE TABLE padron (
  unico INTEGER PRIMARY KEY CHECK (unico = 1),
  vigente INTEGER NOT NULL CHECK (vigente IN (0, 1)),
  filas BIGINT NOT NULL,
  archivo TEXT,
  momento TEXT
);
INSERT INTO padron (unico, vigente, filas) VALUES (1, 0, 0);
CREATE TABLE padron_importacion (
  unico INTEGER PRIMARY KEY CHECK (unico = 1),
  turno TEXT NOT NULL,
  archivo TEXT NOT NULL,
  modo TEXT NOT NULL CHECK (modo IN ('combinar', 'reemplazar')),
  leidas BIGINT NOT NULL DEFAULT 0,
  rechazadas BIGINT NOT NULL DEFAULT 0,
  momento TEXT NOT NULL
);
`;

/** Returns the statement by which a trigger adds a row of `lotes` to the totals of its project, or subtracts it. */
const total = (sign: '+' | '-', row: 'NEW' | 'OLD'): string => `
  UPDATE lote_totales SET lotes = lotes ${sign} 1, bytes = bytes ${sign} ${row}.bytes
  WHERE proyecto = ${row}.proyecto AND ${row}.estado <> 'cancelado';`;

/** The tables and triggers of SQLite, which stores the records in the order of their keys. */
const SQLITE = `
CREATE TABLE padron_0 (curp TEXT NOT NULL PRIMARY KEY, datos TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE padron_1 (curp TEXT NOT NULL PRIMARY KEY, datos TEXT NOT NULL) WITHOUT ROWID;
CREATE TRIGGER lotes_alta AFTER INSERT ON lotes BEGIN
  INSERT INTO lote_totales VALUES (NEW.proyecto, 0, 0) ON CONFLICT DO NOTHING;
  ${total('+', 'NEW')}
END;
CREATE TRIGGER lotes_cambio AFTER UPDATE OF estado, bytes ON lotes BEGIN ${total('-', 'OLD')} ${total('+', 'NEW')} END;
CREATE TRIGGER lotes_baja AFTER DELETE ON lotes BEGIN ${total('-', 'OLD')} END;
`;

/**
 * The tables and triggers of PostgreSQL. An import builds the index of the records last. EXTERNAL stores bytes uncompressed,
 * because compressing them takes longer than calculating their rows.
 */
const POSTGRES = `
CREATE TABLE padron_0 (curp TEXT NOT NULL, datos TEXT NOT NULL);
CREATE UNIQUE INDEX padron_0_curp ON padron_0 (curp);
CREATE TABLE padron_1 (curp TEXT NOT NULL, datos TEXT NOT NULL);
CREATE UNIQUE INDEX padron_1_curp ON padron_1 (curp);
ALTER TABLE lote_bytes ALTER COLUMN datos SET STORAGE EXTERNAL, ALTER COLUMN resultado SET STORAGE EXTERNAL;
CREATE FUNCTION lotes_totales() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mas INTEGER := CASE WHEN NEW.estado <> 'cancelado' THEN 1 ELSE 0 END;
  menos INTEGER := CASE WHEN OLD.estado <> 'cancelado' THEN 1 ELSE 0 END;
BEGIN
  INSERT INTO lote_totales AS suma (proyecto, lotes, bytes)
    VALUES (COALESCE(NEW.proyecto, OLD.proyecto), mas - menos, COALESCE(mas * NEW.bytes, 0) - COALESCE(menos * OLD.bytes, 0))
    ON CONFLICT (proyecto) DO UPDATE SET lotes = suma.lotes + excluded.lotes, bytes = suma.bytes + excluded.bytes
    WHERE excluded.lotes <> 0 OR excluded.bytes <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER lotes_totales AFTER INSERT OR DELETE OR UPDATE OF estado, bytes ON lotes
  FOR EACH ROW EXECUTE FUNCTION lotes_totales();
`;

const schema = (dialect: Dialect): string =>
  projectTables(dialect) + JOB_TABLES + PADRON_TABLES + (dialect === 'sqlite' ? SQLITE : POSTGRES);

/**
 * Stores all records of the padron in one table, numbered as they were written. The row of `padron` names the numbers that
 * answer, so that an import becomes visible by changing one row.
 */
const numberedRecords = (dialect: Dialect): string => `
CREATE TABLE padron_registros (
  numero ${NUMBER[dialect]},
  curp TEXT ${dialect === 'postgres' ? 'COLLATE "C"' : ''} NOT NULL,
  datos TEXT NOT NULL
);
INSERT INTO padron_registros (curp, datos)
  SELECT curp, datos FROM padron_0 WHERE (SELECT vigente FROM padron) = 0
  UNION ALL SELECT curp, datos FROM padron_1 WHERE (SELECT vigente FROM padron) = 1;
CREATE INDEX padron_registros_curp ON padron_registros (curp, numero);
DROP TABLE padron_0;
DROP TABLE padron_1;
ALTER TABLE padron DROP COLUMN vigente;
ALTER TABLE padron ADD COLUMN desde BIGINT NOT NULL DEFAULT 1; -- the first number that answers
ALTER TABLE padron ADD COLUMN hasta BIGINT NOT NULL DEFAULT 0; -- the last number that answers
ALTER TABLE padron ADD COLUMN por_borrar BIGINT NOT NULL DEFAULT 0; -- from this number on, records may replace others; 0: none
UPDATE padron SET hasta = COALESCE((SELECT MAX(numero) FROM padron_registros), 0);
`;

/** Lists the services that use the database, and tells a token that reached its end from one that was revoked. */
const servicesAndEnds = (): string => `
ALTER TABLE tokens ADD COLUMN plazo TEXT; -- the end that was chosen when the token was created
CREATE TABLE servicios (
  id TEXT PRIMARY KEY,
  maquina TEXT NOT NULL,
  proceso INTEGER NOT NULL,
  visto TEXT NOT NULL -- the service writes this moment again every few seconds
);
`;

/** Each step returns its SQL for a database. A released step never changes, because a database applies it only once. */
export const STEPS: ((dialect: Dialect) => string)[] = [schema, wholeFiles, numberedRecords, servicesAndEnds];

/** The tables after all steps. The service itself only reads the padron's and the list of steps. */
const TABLE_NAMES = new Set(['esquema']);
for (const step of STEPS) {
  const changes = step('sqlite').matchAll(/(CREATE|DROP) TABLE (\w+)/g);
  for (const [, verb, name = ''] of changes)
    if (verb === 'CREATE') TABLE_NAMES.add(name);
    else TABLE_NAMES.delete(name);
}
const isRead = (name: string): boolean => /^(esquema|padron)/.test(name);
export const READ_TABLES = [...TABLE_NAMES].filter(isRead);
export const WRITTEN_TABLES = [...TABLE_NAMES].filter((name) => !isRead(name));

/** The list of steps. Builds of version 0.2.0 created it without the version of the program that applied each step. */
export const CREATE_STEPS = 'CREATE TABLE IF NOT EXISTS esquema (version INTEGER PRIMARY KEY, programa TEXT)';
export const ADD_PROGRAM = 'ALTER TABLE esquema ADD COLUMN programa TEXT';
export const LAST_STEP = 'SELECT * FROM esquema ORDER BY version DESC LIMIT 1';

/** The newest step of a database; absent if it has none. */
export interface AppliedStep {
  readonly version: number;
  readonly programa?: string | null;
}

/**
 * Returns the steps after the last one, each with the statement that records it. Fails if a newer version applied more, or if a
 * caller that requires `existing` tables needs any step.
 */
export function stepsAfter(last: AppliedStep | undefined, dialect: Dialect, existing: boolean): readonly string[] {
  const applied = last?.version ?? 0;
  if (applied > STEPS.length) throw new NewerDatabase(applied, STEPS.length, last?.programa ?? null);
  if (existing && applied < STEPS.length) throw new NoDatabase(applied);
  return STEPS.slice(applied).map(
    (step, i) => `${step(dialect)}; INSERT INTO esquema (version, programa) VALUES (${applied + i + 1}, '${VERSION}');`,
  );
}
