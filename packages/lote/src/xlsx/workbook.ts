/** A workbook: its sheets by name, and the parts that its cells refer to. */
import { DECODER } from '../bytes.js';
import { damaged, LARGE_PART, otherFormat, PARTS_OPENED, SMALL_PART, tooLarge, UnreadableWorkbook } from './limits.js';
import { Memory } from './queue.js';
import { SharedStrings } from './shared-strings.js';
import { type Codec, type WorkbookInput, sourceOf, webCodec } from './zip/source.js';
import { NO_STYLES, type Styles, plainStyles, stylesOf, withMarkStyles } from './styles.js';
import type { Additions } from './write/additions.js';
import { WORKSHEET, inAttribute } from './write/from-csv.js';
import { type MarkedHeading, addedSheets, markedHeadings, withAddedSheet } from './earlier.js';
import { elementsOf } from './xml/elements.js';
import type { Range, RangedParts, ReadPart } from './write/ranges.js';
import { type Part, Zip } from './zip/zip-reader.js';

export interface SheetEntry {
  readonly name: string;
  readonly part: Part;
  /** Its number among all sheets, from 0. */
  readonly index: number;
  readonly isHidden: boolean;
}

/** The parts that the cells of a sheet refer to. */
export interface CellContext {
  readonly strings: SharedStrings;
  readonly styles: Styles;
  readonly date1904: boolean;
  /** The cells of the sheet that are merged downwards; absent if unknown. */
  readonly merged?: readonly Range[];
  /** The columns, from 0, that count as empty: an answer is about to replace their cells. */
  readonly hidden?: ReadonlySet<number>;
}

const STYLES_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml';

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** The relationships of a part, by their ids. */
type Relations = ReadonlyMap<string, Relation>;

/** The bytes of the parts that hold ranges, counted once for each sheet that is answered. */
const RANGED_PARTS = 4 * SMALL_PART;

export class Workbook {
  /** Those bytes for each sheet so far, by its number. */
  private readonly rangedBytes = new Map<number, number>();
  /** The number of the sheet to which a table, notes or their frames belong. */
  private readonly owners = new Map<string, number>();
  /** The sheet that an earlier answer has added; `undefined` if there is none. */
  readonly addedSheet: SheetEntry | undefined;

  private constructor(
    readonly zip: Zip,
    private readonly memory: Memory,
    private readonly part: Part,
    /** The sheets with cells, in their order, hidden ones last. */
    readonly sheets: readonly SheetEntry[],
    /** True if days are counted from 1904. */
    readonly date1904: boolean,
    private readonly relations: Relations,
    /** The headings of earlier answers. */
    readonly marked: readonly MarkedHeading[],
  ) {
    const added = addedSheets(marked);
    this.addedSheet = sheets.find(({ index }) => added.includes(index));
  }

  /** Opens a workbook. `memory` counts the memory of its parts. */
  static async open(input: WorkbookInput, codec: Codec = webCodec, memory = new Memory()): Promise<Workbook> {
    const zip = await Zip.open(sourceOf(input), codec);
    const path = await workbookPath(zip, memory);
    const part = partAt(zip, path);
    const relations = await relationsOf(zip, path, memory);
    const shown: SheetEntry[] = [];
    const hidden: SheetEntry[] = [];
    let date1904 = false;
    let index = -1;
    const bytes = await smallPart(zip, part, memory);
    for (const { name, isEnd, attributes } of elementsOf(bytes, ['workbookPr', 'sheet'])) {
      if (isEnd) continue;
      if (name === 'sheet') index++;
      const relation = relations.get(attributes['id'] ?? '');
      if (name === 'workbookPr') date1904 ||= ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
      else if (name === 'sheet' && relation?.type === 'worksheet') {
        const isHidden = /hidden$/i.test(attributes['state'] ?? '');
        const entry = { name: attributes['name'] ?? '', part: partAt(zip, relation.target), index, isHidden };
        (isHidden ? hidden : shown).push(entry);
      }
    }
    const sheets = [...shown, ...hidden];
    if (sheets.length === 0) throw damaged('no sheet');
    checkApart(sheets);
    memory.note(part, 0);
    return new Workbook(zip, memory, part, sheets, date1904, relations, markedHeadings(DECODER.decode(bytes)));
  }

  /** Returns the sheet with this name, or the first. */
  sheet(name: string | undefined): SheetEntry {
    const found = name === undefined ? this.sheets[0] : this.sheets.find((sheet) => sheet.name === name);
    if (found !== undefined) return found;
    const hojas = this.sheets.map((sheet) => sheet.name);
    throw new UnreadableWorkbook({ cause: 'libro_sin_hoja', parts: { pedida: [name ?? ''], hojas } });
  }

  /** Adds a sheet behind the others, whose content is still to be written. Returns the name of its part. */
  async addSheet(parts: Additions, title: string): Promise<string> {
    const part = parts.free('xl/worksheets/curp', '.xml');
    await parts.add(part, WORKSHEET, '');
    const id = await parts.relate(this.part.name, 'worksheet', part);
    const xml = (await parts.text(this.part.name)) ?? '';
    const taken = new Set(this.sheets.map((sheet) => sheet.name.toLowerCase()));
    let name = title;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${title} ${n}`;
    const numbers = Array.from(xml.matchAll(/\ssheetId\s*=\s*["'](\d+)["']/g), ([, number]) => Number(number));
    const [, prefix = 'r'] = /xmlns:(\w+)\s*=\s*["'][^"']*officeDocument(?:\/2006)?\/relationships["']/.exec(xml) ?? [];
    const sheet = `sheet name="${inAttribute(name)}" sheetId="${Math.max(0, ...numbers) + 1}" ${prefix}:id="${id}"`;
    const added = xml.replace(/<\/((?:[^\s:<>/]+:)?)sheets\s*>/, (end, own: string) => `<${own}${sheet}/>${end}`);
    parts.put(this.part.name, withAddedSheet(added, name, numbers.length));
    return part;
  }

  /** Writes the styles of the marks into the part of the styles, which is new if there is none. */
  async addMarkStyles(parts: Additions): Promise<void> {
    const part = onlyPart(this.zip, this.relations, 'styles');
    if (part !== undefined) parts.put(part.name, withMarkStyles(await smallPart(this.zip, part, this.memory)));
    else {
      const fresh = parts.free('xl/styles', '.xml');
      await parts.add(fresh, STYLES_TYPE, withMarkStyles(plainStyles()));
      await parts.relate(this.part.name, 'styles', fresh);
    }
  }

  async context(): Promise<CellContext> {
    const { memory } = this;
    const [strings, styles] = ['sharedStrings', 'styles'].map((type) => onlyPart(this.zip, this.relations, type));
    const context = {
      strings:
        strings === undefined
          ? new SharedStrings()
          : await SharedStrings.read(this.zip.open(strings, LARGE_PART), { memory }),
      styles: styles === undefined ? NO_STYLES : stylesOf(await smallPart(this.zip, styles, memory)),
      date1904: this.date1904,
    };
    if (styles !== undefined) memory.note(styles, 0);
    return context;
  }

  /** Returns the parts that hold ranges of a sheet. Their memory counts from here on. */
  async ranged({ name, part, index }: SheetEntry): Promise<RangedParts> {
    const { zip } = this;
    const relations = await relationsOf(zip, part.name, this.memory);
    const related = (wanted: string): string[] => {
      const targets = targetsOf(relations, wanted);
      for (const target of targets) this.own(target, index);
      return targets;
    };
    const parts = related('table').flatMap((target) => zip.part(target) ?? []);
    const ofTables = parts.reduce((sum, { size }) => sum + size, 0);
    this.rangedBytes.set(index, ofTables + this.part.size);
    const ofAll = [...this.rangedBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (parts.length > PARTS_OPENED || ofTables > SMALL_PART || ofAll > RANGED_PARTS)
      throw tooLarge('demasiadas_partes');
    const read = async (each: Part): Promise<ReadPart> => ({
      part: each,
      bytes: await smallPart(zip, each, this.memory),
    });
    const tables: ReadPart[] = [];
    for (const each of parts) tables.push(await read(each));
    const names = await read(this.part);
    return { index, sheet: name, names, tables, comments: related('comments'), frames: related('vmlDrawing') };
  }

  /** Notes that a part belongs to a sheet. Two sheets that answer into one part would spoil it. */
  private own(target: string, sheet: number): void {
    const name = this.zip.part(target)?.name ?? target;
    const owner = this.owners.get(name) ?? sheet;
    if (owner !== sheet) throw damaged(`${name} belongs to two sheets`);
    this.owners.set(name, sheet);
  }

  /** Yields the bytes of a sheet's XML. */
  open({ part }: SheetEntry): AsyncGenerator<Uint8Array, void> {
    return this.zip.open(part, LARGE_PART);
  }
}

/** Returns all bytes of a small part, whose memory counts until it is noted otherwise. */
async function smallPart(zip: Zip, part: Part, memory: Memory): Promise<Uint8Array> {
  memory.noteBuffer(part, part.size);
  await memory.report();
  return zip.bytes(part, SMALL_PART);
}

async function workbookPath(zip: Zip, memory: Memory): Promise<string> {
  const mimetype = zip.part('mimetype');
  if (mimetype !== undefined && zip.part('META-INF/manifest.xml') !== undefined) throw otherFormat('.ods');
  const [path, other] = targetsOf(await relationsOf(zip, '', memory), 'officeDocument');
  if (path === undefined) throw damaged('no workbook part');
  if (other !== undefined) throw damaged('two workbook parts');
  if (/\.bin$/i.test(path)) throw otherFormat('.xlsb');
  return path;
}

/** Returns the relationships of a part by id; for '', those of the whole file. */
async function relationsOf(zip: Zip, path: string, memory: Memory): Promise<Relations> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const part = zip.part(`${folder}_rels/${path.slice(folder.length)}.rels`);
  const relations = new Map<string, Relation>();
  if (part === undefined) return relations;
  for (const { name, attributes } of elementsOf(await smallPart(zip, part, memory), ['Relationship'])) {
    const { Id, Type = '', Target = '' } = attributes;
    if (name !== 'Relationship' || Id === undefined) continue;
    if (relations.has(Id)) throw damaged(`two relationships ${Id}`);
    relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target: resolved(folder, Target) });
  }
  memory.note(part, 0);
  return relations;
}

/** Returns the name of the part that a relationship in this folder points to. */
function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
}

/** Returns the different targets of the relationships of a type. */
const targetsOf = (relations: Relations, wanted: string): string[] => [
  ...new Set([...relations.values()].flatMap(({ type, target }) => (type === wanted ? target : []))),
];

/** Returns the part of a type of which a workbook has one, or none. */
function onlyPart(zip: Zip, relations: Relations, type: string): Part | undefined {
  const [part, other] = new Set(targetsOf(relations, type).flatMap((target) => zip.part(target) ?? []));
  if (other !== undefined) throw damaged(`two parts of the type ${type}`);
  return part;
}

/** Throws if two sheets are one part of the file, or have one name. */
function checkApart(sheets: readonly SheetEntry[]): void {
  const byPart = new Map<Part, string>();
  const names = new Set<string>();
  for (const { name, part } of sheets) {
    const other = byPart.get(part);
    if (other !== undefined)
      throw new UnreadableWorkbook({ cause: 'libro_hojas_iguales', parts: { hojas: [other, name] } });
    if (names.has(name)) throw new UnreadableWorkbook({ cause: 'libro_hojas_tocayas', parts: { hojas: [name] } });
    byPart.set(part, name);
    names.add(name);
  }
}

function partAt(zip: Zip, name: string): Part {
  const part = zip.part(name);
  if (part === undefined) throw damaged(`${name} is not there`);
  return part;
}
