/** Files of invented people, and `curp lote` run on them. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { birthOf } from '../../contract/test/people.js';
import { BIN, workspace } from './curp.js';

export const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
export const ADDED = 'curp,aviso,code_error,error_message';
export const ANGELES = "María de los Ángeles,de la Cruz,O'Hara,1990-05-17,M,09";
export const INIGO = 'Íñigo,Argüello,Ñu,1975-12-01,H,Nuevo León';
export const BAD_DAY = 'Tadeo,Escamilla,Wario,1990-02-31,H,15';

/** Two people, and one whose day does not exist. */
export const PEOPLE = `${HEADER}\n${ANGELES}\n${INIGO}\n${BAD_DAY}\n`;
export const GOOD_ROWS = `${HEADER}\n${ANGELES}\n${INIGO}\n`;
export const CURP_ANGELES = 'CUOA900517MDFRXN01';
export const CURP_INIGO = 'AUXI751201HNLRXX02';
export const BAD_DAY_MESSAGE = 'Ese día no existe: revise `fecha_nacimiento`.';
/** An object of NDJSON without its last brace. */
export const OBJECT =
  '{"nombres":"Íñigo","apellido_paterno":"Argüello","apellido_materno":"Ñu","fecha_nacimiento":"1975-12-01","sexo":"H","entidad":"19"';
/** The rows of `PEOPLE` with their answers. */
export const DONE = `${HEADER},${ADDED}\n${ANGELES},${CURP_ANGELES},,0,\n${INIGO},${CURP_INIGO},,0,\n${BAD_DAY},,,417,${BAD_DAY_MESSAGE}\n`;
/** Texts that must never appear on standard error. */
export const PERSONAL_DATA = /Ángeles|de la Cruz|O'Hara|1990-05-17|Íñigo|Argüello|Tadeo|Escamilla|Wario|[A-Z]{4}\d{6}/;

/** Returns that many rows, like those of `GOOD_ROWS`. */
export function manyRows(rows: number): string {
  const pair = (_: unknown, i: number): string => {
    const { date, state } = birthOf(i);
    const ofPair = (person: string): string =>
      i === 0 ? person : person.replace(/,\d{4}-\d\d-\d\d,(.),[^,]+$/, `,${date},$1,${state}`);
    return `${ofPair(ANGELES)}\n${ofPair(INIGO)}\n`;
  };
  return `${HEADER}\n${Array.from({ length: Math.ceil(rows / 2) }, pair).join('')}`;
}

/** A program that prints endless rows, as fast as they are read. */
export const ENDLESS_ROWS = `const chunk = Buffer.from(${JSON.stringify(manyRows(2).slice(HEADER.length + 1))}.repeat(2000));
process.stdout.on('error', () => process.exit());
const next = () => { while (process.stdout.write(chunk)); process.stdout.once('drain', next); };
process.stdout.write(${JSON.stringify(`${HEADER}\n`)});
next();`;

type RunOptions = Pick<SpawnSyncOptions, 'env' | 'stdio'> & { readonly input?: string | Uint8Array };

interface RunResult {
  readonly stdout: Buffer;
  readonly text: string;
  readonly stderr: string;
  readonly status: number | null;
}

interface FileWorkspace {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly write: (name: string, content: string | Uint8Array) => void;
  readonly read: (name: string) => Buffer;
  /** Returns the names of all files, including hidden ones. */
  readonly list: () => string[];
  /** Runs `curp lote`, by default with an empty standard input. */
  readonly lote: (args: readonly string[], options?: RunOptions) => RunResult;
}

export function fileWorkspace(): FileWorkspace {
  const { dir, env } = workspace();
  return {
    dir,
    env,
    write: (name, content) => writeFileSync(join(dir, name), content),
    read: (name) => readFileSync(join(dir, name)),
    list: () => readdirSync(dir).toSorted(),
    lote: (args, { env: others, input = '', stdio = 'pipe' } = {}) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [BIN, 'lote', ...args], {
        cwd: dir,
        env: { ...env, ...others },
        input: Buffer.from(input),
        stdio,
        maxBuffer: 1 << 28,
      });
      return { stdout, text: String(stdout), stderr: String(stderr), status };
    },
  };
}

export const LIBREOFFICE = fileURLToPath(new URL('../../lote/test/libreoffice/', import.meta.url));
