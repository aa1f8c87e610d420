/** The tables, as a list of steps. Each step is applied once and never changed afterwards. */
import { NewerDatabase } from './store.js';

const LOTES = `CREATE TABLE lotes (
  id TEXT PRIMARY KEY,
  proyecto TEXT NOT NULL,
  estado TEXT NOT NULL
    CHECK (estado IN ('recibiendo', 'en_cola', 'en_proceso', 'terminado', 'fallido', 'cancelado')),
  opciones TEXT NOT NULL,
  cabecera BYTEA,
  codificacion TEXT,
  bytes BIGINT NOT NULL DEFAULT 0,
  piezas INTEGER NOT NULL DEFAULT 0,
  hechas INTEGER NOT NULL DEFAULT 0,
  lineas BIGINT NOT NULL DEFAULT 0,
  lineas_hechas BIGINT NOT NULL DEFAULT 0,
  filas BIGINT NOT NULL DEFAULT 0,
  correctas BIGINT NOT NULL DEFAULT 0,
  errores TEXT NOT NULL DEFAULT '{}',
  salida BIGINT NOT NULL DEFAULT 0,
  creado TEXT NOT NULL,
  visto TEXT NOT NULL,
  inicio TEXT,
  fin TEXT,
  vence TEXT NOT NULL
);
CREATE INDEX lotes_proyecto ON lotes (proyecto);
CREATE INDEX lotes_vence ON lotes (vence);`;

const TURNS = `CREATE INDEX lote_piezas_pendientes ON lote_piezas (lote, numero) WHERE filas IS NULL;
  CREATE TABLE lote_turnos (proyecto TEXT PRIMARY KEY, turno BIGINT NOT NULL);`;

/** The bytes of a piece are apart from its state: SQLite writes all of a row when a part of it changes. */
const PIECE_BYTES = `CREATE TABLE lote_bytes (
    lote TEXT NOT NULL,
    numero INTEGER NOT NULL,
    datos BYTEA,
    resultado BYTEA,
    PRIMARY KEY (lote, numero),
    FOREIGN KEY (lote, numero) REFERENCES lote_piezas (lote, numero) ON DELETE CASCADE
  );`;

/**
 * SQLite and PostgreSQL both read this SQL: text for moments (ISO 8601, UTC) and states, no booleans. SQLite keeps bytes in a
 * column of any type. A step in braces has its own SQL for each database, or none.
 */
const MIGRATIONS: readonly (string | { readonly postgres: string; readonly sqlite?: string })[] = [
  `CREATE TABLE proyectos (
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
    sha256 TEXT NOT NULL UNIQUE,
    creado TEXT NOT NULL,
    vence TEXT
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
  );`,
  `CREATE TABLE escrituras (
    escritor TEXT PRIMARY KEY,
    numero BIGINT NOT NULL,
    momento TEXT NOT NULL
  );`,
  // Two tables for the records: one answers while an import fills the other to replace it.
  `CREATE TABLE padron_0 (curp TEXT NOT NULL PRIMARY KEY, datos TEXT NOT NULL);
  CREATE TABLE padron_1 (curp TEXT NOT NULL PRIMARY KEY, datos TEXT NOT NULL);
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
    identidad TEXT NOT NULL,
    archivo TEXT NOT NULL,
    modo TEXT NOT NULL CHECK (modo IN ('combinar', 'reemplazar')),
    leidas BIGINT NOT NULL,
    nuevas BIGINT NOT NULL,
    cambiadas BIGINT NOT NULL,
    rechazadas BIGINT NOT NULL,
    bytes_rechazadas BIGINT NOT NULL,
    momento TEXT NOT NULL
  );`,
  {
    // EXTERNAL stores bytes uncompressed: compressing them takes longer than calculating their rows.
    postgres: `${LOTES}
    CREATE TABLE lote_piezas (
      lote TEXT NOT NULL REFERENCES lotes (id),
      numero INTEGER NOT NULL,
      codificacion TEXT,
      lineas INTEGER NOT NULL,
      datos BYTEA,
      filas INTEGER,
      resultado BYTEA,
      PRIMARY KEY (lote, numero)
    );
    ALTER TABLE lote_piezas ALTER COLUMN datos SET STORAGE EXTERNAL, ALTER COLUMN resultado SET STORAGE EXTERNAL;`,
  },
  {
    // A worker holds the piece that it takes until `hasta`. A turn is a number that grows with each piece that is taken.
    postgres: `ALTER TABLE lotes ADD COLUMN turno BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE lote_piezas
      ADD COLUMN peso BIGINT NOT NULL DEFAULT 0,
      ADD COLUMN intentos INTEGER NOT NULL DEFAULT 0,
      ADD COLUMN hasta TEXT;
    ${TURNS}`,
  },
  {
    postgres: `${PIECE_BYTES}
    ALTER TABLE lote_bytes ALTER COLUMN datos SET STORAGE EXTERNAL, ALTER COLUMN resultado SET STORAGE EXTERNAL;
    INSERT INTO lote_bytes (lote, numero, datos, resultado) SELECT lote, numero, datos, resultado FROM lote_piezas;
    ALTER TABLE lote_piezas DROP COLUMN datos, DROP COLUMN resultado;`,
    sqlite: `${LOTES}
    ALTER TABLE lotes ADD COLUMN turno BIGINT NOT NULL DEFAULT 0;
    CREATE TABLE lote_piezas (
      lote TEXT NOT NULL REFERENCES lotes (id),
      numero INTEGER NOT NULL,
      codificacion TEXT,
      lineas INTEGER NOT NULL,
      filas INTEGER,
      peso BIGINT NOT NULL,
      intentos INTEGER NOT NULL DEFAULT 0,
      hasta TEXT,
      PRIMARY KEY (lote, numero)
    );
    ${TURNS}
    ${PIECE_BYTES}`,
  },
  // The client of a job chose its key. A file that is sent again under that key gives the same job.
  'ALTER TABLE lotes ADD COLUMN clave TEXT;',
  // An import into PostgreSQL builds the index last. SQLite keeps the records in the order of their keys; runs of them
  // wait in blocks until all have come. An interrupted import begins anew.
  {
    postgres: `DELETE FROM padron_importacion;
    ALTER TABLE padron_0 DROP CONSTRAINT padron_0_pkey;
    CREATE UNIQUE INDEX padron_0_curp ON padron_0 (curp);
    ALTER TABLE padron_1 DROP CONSTRAINT padron_1_pkey;
    CREATE UNIQUE INDEX padron_1_curp ON padron_1 (curp);`,
    sqlite: `DELETE FROM padron_importacion;
    CREATE TABLE padron_nuevo (curp TEXT NOT NULL PRIMARY KEY, datos TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO padron_nuevo SELECT curp, datos FROM padron_0 ORDER BY curp;
    DROP TABLE padron_0;
    ALTER TABLE padron_nuevo RENAME TO padron_0;
    CREATE TABLE padron_nuevo (curp TEXT NOT NULL PRIMARY KEY, datos TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO padron_nuevo SELECT curp, datos FROM padron_1 ORDER BY curp;
    DROP TABLE padron_1;
    ALTER TABLE padron_nuevo RENAME TO padron_1;
    CREATE TABLE padron_bloques (
      tramo INTEGER NOT NULL,
      parte INTEGER NOT NULL,
      datos BYTEA NOT NULL,
      PRIMARY KEY (tramo, parte)
    );`,
  },
];

export const CREATE_MIGRATIONS = 'CREATE TABLE IF NOT EXISTS migraciones (version INTEGER PRIMARY KEY)';
export const COUNT_MIGRATIONS = 'SELECT COUNT(*) AS aplicadas FROM migraciones';

/** The steps after the first `applied`, each with the line that records it. Fails if a newer version applied more. */
export function stepsAfter(applied: number, database: 'sqlite' | 'postgres'): readonly string[] {
  if (applied > MIGRATIONS.length) throw new NewerDatabase(applied, MIGRATIONS.length);
  return MIGRATIONS.slice(applied).map((step, i) => {
    const sql = typeof step === 'string' ? step : (step[database] ?? '');
    return `${sql} INSERT INTO migraciones (version) VALUES (${applied + i + 1});`;
  });
}
