/** Runs `curp lectura`: counts parts, adds their counts and decides how all of them are read. */
import { randomBytes } from 'node:crypto';
import { describeReading } from '@curp-service/contract/describe-reading';
import { READING_PARAMETERS, type Reading } from '@curp-service/contract/reading';
import { operationFor } from '@curp-service/contract/layouts';
import {
  CountedParts,
  answerFile,
  answerPart,
  decideReading,
  headOf,
  placesOf,
  repeatsHeader,
  requireDecided,
  sameReading,
  sumEvidence,
  textFile,
} from '@curp-service/lote';
import { BUILD } from '@curp-service/server/version';
import { json, tell, user } from '../../environment.js';
import { EXIT } from '../../failure.js';
import { PIPE } from '../../files/format.js';
import { workOnOutputs } from '../../files/work-on-outputs.js';
import { StatusLines } from '../../terminal/progress.js';
import { thousands } from '../../terminal/words.js';
import type { LoteCommandOptions } from '../lote/plan.js';
import { answersTo } from '../lote/questions.js';
import { COMMAND, readingText } from '../lote/screen.js';
import {
  type CountFile,
  type ReadingFile,
  type ReadingDeclared,
  inOrder,
  parseMade,
  partName,
  readGiven,
  readMade,
  refusal,
  requireDifferent,
} from './data.js';
import { type OpenPart, openPart } from './open-part.js';
import { words } from '../../textos/words.js';

export interface LecturaOptions extends LoteCommandOptions {
  readonly conteo?: true;
  readonly suma?: true;
  readonly segun?: string;
}

export async function runLectura(paths: readonly string[], given: LecturaOptions): Promise<void> {
  const [path = ''] = paths;
  try {
    await runOnce(paths, given);
  } catch (error) {
    await runLectura(paths, { ...given, ...(await answersTo(error, path, given)) });
  }
}

async function runOnce(paths: readonly string[], options: LecturaOptions): Promise<void> {
  const status = new StatusLines();
  const target = options.salida ?? PIPE;
  await workOnOutputs(target, options.forzar, status, async (open) => {
    const output = open(target, null);
    const made = options.suma
      ? addCounts(paths, options)
      : options.conteo
        ? await countOne(paths, options)
        : await countAll(paths, options);
    await output.write(new TextEncoder().encode(`${made.tipo === 'lectura' ? json(made) : JSON.stringify(made)}\n`));
    if (made.tipo !== 'lectura') return;
    if (made.por_contar.length > 0) process.exitCode = EXIT.NO;
    if (!options.silencio) status.say(summaryOf(made));
  });
}

function summaryOf({ lectura, partes, por_contar }: ReadingFile): string {
  const rows = partes.reduce((sum, { filas }) => sum + filas, 0);
  const [n, r] = [partes.length, rows].map(thousands);
  return [
    readingText(describeReading(lectura, user.language, false, COMMAND)),
    tell('lectura_partes_renglones', { n, r }),
    ...(por_contar.length === 0 ? [] : [tell('lectura_cuente_otra_vez', { por_contar: por_contar.join(', ') })]),
  ].join('\n');
}

/** Counts all parts, until their sum proves the reading by which they were counted. */
async function countAll(paths: readonly string[], options: LecturaOptions): Promise<ReadingFile> {
  requireDifferent(paths.map(partName));
  const parts: OpenPart[] = [];
  try {
    for (const path of inOrder(paths, partName)) parts.push(await openPart(path, options));
    const [first] = parts;
    if (first === undefined) throw new RangeError('no part');
    const counted = new CountedParts(parts);
    const file = textFile(first, first.options, counted.answer);
    const { reading } = await answerFile(file, { write: () => {}, restart: () => {} });
    const { done, repeatHeader } = counted;
    const conteos = parts.map(({ nombre, facts }, i): CountFile => ({
      curp: BUILD,
      tipo: 'conteo',
      parte: { nombre, ...facts(), filas: done[i]?.evidence.rows ?? 0, repite_encabezado: repeatHeader },
      primera: null,
      abierta: done[i]?.isCut ?? false,
      opciones: first.declared,
      marco: done[0]?.frame ?? { header: null, hasReturns: false },
      supuesta: reading,
      evidencia: done[i]?.evidence ?? sumEvidence([]),
    }));
    return lecturaOf(conteos, reading, first.declared);
  } finally {
    for (const part of parts) part.close();
  }
}

/** Counts a part, by its own header, or by that of the first part. */
async function countOne(paths: readonly string[], options: LecturaOptions): Promise<CountFile> {
  const [path = '', other] = paths;
  if (other !== undefined) throw refusal(...words('lectura_conteo_cuenta_una'));
  const { segun } = options;
  const made = segun === undefined || segun === path ? null : parseMade(readGivenHead(segun));
  const ofLectura = made?.tipo === 'lectura' ? readMade(segun ?? '', 'lectura') : null;
  const part = await openPart(path, options, ofLectura?.opciones);
  const ofFirst = segun === undefined || ofLectura !== null ? part : await openPart(segun, options);
  try {
    const name = ofLectura?.partes[0]?.nombre ?? ofFirst.nombre;
    const reading = ofLectura?.lectura ?? (await textFile(ofFirst, ofFirst.options, undefined).suppose());
    const frame = ofLectura?.marco ?? (await frameOf(ofFirst, reading));
    const isFirst = part.nombre === name;
    const { header } = frame;
    const operation = operationFor(part.options.operacion, reading.formato.value);
    const known = ofLectura?.partes.find(({ nombre }) => nombre === part.nombre);
    const repeats =
      known?.repite_encabezado ??
      (header !== null &&
        reading.formato.value === null &&
        repeatsHeader(await headOf(part), header, reading, operation));
    const place = isFirst ? undefined : { ...frame, before: 0, repeatsHeader: repeats };
    const own = { ...part.options, reading, isSupposed: true, duplicates: null, ...(place && { part: place }) };
    const done = await answerPart(part.chunks(), own);
    return {
      curp: BUILD,
      tipo: 'conteo',
      parte: { nombre: part.nombre, ...part.facts(), filas: done.evidence.rows, repite_encabezado: repeats },
      primera: segun === undefined || isFirst ? null : name,
      abierta: done.isCut,
      opciones: part.declared,
      marco: isFirst ? done.frame : frame,
      supuesta: reading,
      evidencia: done.evidence,
    };
  } finally {
    part.close();
    if (ofFirst !== part) ofFirst.close();
  }
}

/** Returns the text of a file that may be a reading; nothing of one that is a part. */
function readGivenHead(path: string): string {
  return /\.json$/i.test(path) ? readGiven(path) : '';
}

/** Returns the header of the first part, which its head shows. */
async function frameOf(first: OpenPart, reading: Reading): Promise<CountFile['marco']> {
  const head = await headOf(first);
  const chunks = async function* (): AsyncGenerator<Uint8Array, void> {
    yield head;
  };
  const { frame } = await answerPart(chunks(), { ...first.options, reading, isSupposed: true, duplicates: null });
  return frame;
}

/** Adds counts in any order. */
function addCounts(paths: readonly string[], options: LecturaOptions): ReadingFile {
  const conteos = inOrder(
    paths.map((path) => readMade(path, 'conteo')),
    ({ parte }) => parte.nombre,
  );
  requireDifferent(conteos.map(({ parte }) => parte.nombre));
  const [first, ...others] = conteos;
  if (first === undefined) throw new RangeError('no count');
  requireOneFile(first, others);
  const declared = READING_PARAMETERS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  const opciones: ReadingDeclared = { ...first.opciones, ...Object.fromEntries(declared) };
  const reading = decideReading(sumEvidence(conteos.map(({ evidencia }) => evidencia)), opciones);
  requireDecided(reading, { ...opciones, language: user.language });
  return lecturaOf(conteos, reading, opciones);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Throws if the counts are not those of the parts of one file. */
function requireOneFile(first: CountFile, others: readonly CountFile[]): void {
  const missing = [first, ...others].find(({ primera }) => primera !== null && primera !== first.parte.nombre)?.primera;
  if (missing !== undefined) {
    throw refusal(...words('lectura_falta_el_conteo', { missing }));
  }
  for (const each of others) {
    const { nombre } = each.parte;
    if (!isSame(each.opciones, first.opciones))
      throw refusal(...words('lectura_se_conto_con', { nombre, nombre2: first.parte.nombre }));
    if (
      !isSame(each.marco.header?.names, first.marco.header?.names) ||
      each.marco.header?.delimiter !== first.marco.header?.delimiter
    )
      throw refusal(...words('lectura_trae_otro_encabezado', { nombre, nombre2: first.parte.nombre }));
    if (each.parte.repite_encabezado !== others[0]?.parte.repite_encabezado)
      throw refusal(...words('lectura_unas_partes_repiten', { valor: others[0]?.parte.nombre, nombre }));
  }
}

function lecturaOf(conteos: readonly CountFile[], reading: Reading, opciones: ReadingDeclared): ReadingFile {
  const open = conteos.slice(0, -1).find(({ abierta }) => abierta);
  if (open !== undefined) {
    throw refusal(...words('lectura_termina_dentro_de', { nombre: open.parte.nombre }));
  }
  const [first] = conteos;
  const done = conteos.map(({ evidencia, marco }) => ({ evidence: evidencia, frame: marco }));
  const places = placesOf(done, false);
  return {
    curp: BUILD,
    tipo: 'lectura',
    opciones,
    marco: first?.marco ?? { header: null, hasReturns: false },
    lectura: reading,
    secreto: randomBytes(32).toString('hex'),
    partes: conteos.map(({ parte }, i) => ({
      ...parte,
      repite_encabezado: i > 0 && parte.repite_encabezado,
      antes: places[i - 1]?.before ?? 0,
    })),
    por_contar: conteos
      .filter((each) => !sameReading(each.supuesta, reading) || !isSame(each.opciones, opciones))
      .map(({ parte }) => parte.nombre),
  };
}
