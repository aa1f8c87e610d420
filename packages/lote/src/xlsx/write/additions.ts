/** Parts that a workbook gains, and the small parts that change for them: the list of types and the relationships. */
import { DECODER_WITH_MARK, ENCODER } from '../../bytes.js';
import { SMALL_PART } from '../limits.js';
import { OFFICE, PACKAGE, XML } from '../xml/names.js';
import type { Part, Zip } from '../zip/zip-reader.js';

const TYPES_PART = '[Content_Types].xml';

export class Additions {
  /** The new bytes of parts that the workbook has, and the parts that it gains, by name. */
  readonly changed = new Map<Part, Uint8Array>();
  readonly added = new Map<string, Uint8Array>();

  constructor(private readonly zip: Zip) {}

  /** Returns the text of a part as it is by now; `null` if the workbook has no such part. */
  async text(name: string): Promise<string | null> {
    const part = this.zip.part(name);
    const bytes =
      this.added.get(name) ?? (part && (this.changed.get(part) ?? (await this.zip.bytes(part, SMALL_PART))));
    return bytes === undefined ? null : DECODER_WITH_MARK.decode(bytes);
  }

  /** Writes a part, new or not. */
  put(name: string, content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? ENCODER.encode(content) : content;
    const part = this.zip.part(name);
    if (part === undefined) this.added.set(name, bytes);
    else this.changed.set(part, bytes);
  }

  /** Adds a part of this type. */
  async add(name: string, type: string, content: string | Uint8Array): Promise<void> {
    this.put(name, content);
    const types = (await this.text(TYPES_PART)) ?? '';
    this.put(TYPES_PART, withLast(types, 'Types', `Override PartName="/${name}" ContentType="${type}"`));
  }

  /** Relates a part to another one; returns the id of the relationship. */
  async relate(owner: string, type: string, target: string): Promise<string> {
    const folder = owner.slice(0, owner.lastIndexOf('/') + 1);
    const name = `${folder}_rels/${owner.slice(folder.length)}.rels`;
    const before = (await this.text(name)) ?? `${XML}<Relationships xmlns="${PACKAGE}/relationships"></Relationships>`;
    let id = 'rIdCurp';
    for (let n = 2; before.includes(`"${id}"`); n++) id = `rIdCurp${n}`;
    this.put(
      name,
      withLast(before, 'Relationships', `Relationship Id="${id}" Type="${OFFICE}/${type}" Target="/${target}"`),
    );
    return id;
  }

  /** Returns a name that no part has: `xl/comments2.xml`. */
  free(before: string, after: string): string {
    for (let n = 1; ; n++) {
      const name = `${before}${n}${after}`;
      if (this.zip.part(name) === undefined && !this.added.has(name)) return name;
    }
  }
}

/** Adds an empty element, written without its brackets, at the end of the outermost one. */
function withLast(xml: string, outermost: string, element: string): string {
  const end = new RegExp(`(?:</((?:[^\\s:<>/]+:)?)${outermost}\\s*>|/>)\\s*$`);
  return xml.replace(end, (whole: string, prefix = '') => {
    if (whole.startsWith('</')) return `<${prefix}${element}/>${whole}`;
    const own = new RegExp(`<((?:[^\\s:<>/]+:)?)${outermost}\\s`).exec(xml)?.[1] ?? '';
    return `><${own}${element}/></${own}${outermost}>`;
  });
}
