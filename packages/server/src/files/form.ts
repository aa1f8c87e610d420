/** Reads a form (`multipart/form-data`, RFC 7578) as it arrives: its fields, and its one file in pieces. */
import type { Problem } from '@curp-service/contract/envelope';
import { FileRefused } from './failure.js';

/** The maximum bytes of a form besides its file. */
export const MAX_FIELD_BYTES = 16_384;
/** The maximum bytes of a boundary (RFC 2046). Searching for a longer one could take quadratic time. */
const MAX_BOUNDARY = 70;
const END_OF_HEADERS = Buffer.from('\r\n\r\n');

const MALFORMED: Problem = { cause: 'lote_formulario' };
const ONE_FILE: Problem = { cause: 'lote_formulario_archivo' };
const LONG_FIELDS: Problem = { cause: 'lote_formulario_campos', parts: { limite: String(MAX_FIELD_BYTES) } };

export const isForm = (contentType = ''): boolean => /^\s*multipart\/form-data\s*(;|$)/i.test(contentType);

export class Form {
  /** The fields read so far, URL-encoded. */
  fields = '';
  /** The name of the file, without folders. */
  fileName = '';
  fileType = '';
  readonly #read: () => Promise<Uint8Array | null>;
  readonly #delimiter: Buffer;
  /** Unused bytes. They begin with a line break because the first delimiter of a form may lack it. */
  #rest: Buffer = Buffer.from('\r\n');
  #room = MAX_FIELD_BYTES;

  /** `read` returns the next bytes of the body, or `null` at the end. */
  constructor(contentType: string, read: () => Promise<Uint8Array | null>) {
    this.#delimiter = Buffer.from(`\r\n--${parametersOf(contentType).get('boundary') ?? ''}`);
    this.#read = read;
  }

  /** Reads the fields before the file. Throws `FileRefused` if the form is unusable. */
  async open(): Promise<void> {
    const length = this.#delimiter.length - 4;
    if (length === 0 || length > MAX_BOUNDARY) throw new FileRefused([MALFORMED]);
    await this.#collect(this.#delimiter, MALFORMED);
    if (!(await this.#toFile())) throw new FileRefused([ONE_FILE]);
  }

  /** Yields the bytes of the file, then reads the fields after it. Throws `FileRefused` if the form is unusable. */
  async *file(): AsyncGenerator<Uint8Array, void> {
    yield* this.#until(this.#delimiter);
    if (await this.#toFile()) throw new FileRefused([ONE_FILE]);
  }

  /** Reads fields up to the next file. Returns `false` if the form ends without one. */
  async #toFile(): Promise<boolean> {
    for (;;) {
      while (this.#rest.length < 2) await this.#more();
      if (this.#rest.toString('latin1', 0, 2) === '--') {
        await this.#skipRest();
        return false;
      }
      const head = (await this.#collect(END_OF_HEADERS)).toString();
      const disposition = parametersOf(/^content-disposition:(.*)$/im.exec(head)?.[1] ?? '');
      const name = disposition.get('name');
      if (!/^[ \t]*\r\n/.test(head) || name === undefined) throw new FileRefused([MALFORMED]);
      const fileName = disposition.get('filename*') ?? disposition.get('filename');
      if (fileName !== undefined) {
        this.fileName = fileName.replace(/^.*[/\\]/s, '');
        this.fileType = (/^content-type:(.*)$/im.exec(head)?.[1] ?? '').trim();
        return true;
      }
      const value = await this.#collect(this.#delimiter);
      this.fields += `${percentEncode(Buffer.from(name))}=${percentEncode(value)}&`;
    }
  }

  /** Yields the bytes before a mark, and drops the mark. */
  async *#until(mark: Buffer): AsyncGenerator<Buffer, void> {
    for (;;) {
      const found = this.#rest.indexOf(mark);
      // The mark may have begun in the last bytes.
      const end = found === -1 ? Math.max(0, this.#rest.length - mark.length + 1) : found;
      if (end > 0) yield this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(found === -1 ? end : end + mark.length);
      if (found !== -1) return;
      await this.#more();
    }
  }

  /** Returns the bytes before a mark, and drops the mark. Throws if the form has too many bytes besides its file. */
  async #collect(mark: Buffer, problem = LONG_FIELDS): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.#until(mark)) {
      this.#take(piece.length, problem);
      pieces.push(piece);
    }
    this.#take(mark.length, problem); // so that the number of fields is limited too
    return Buffer.concat(pieces);
  }

  #take(bytes: number, problem: Problem): void {
    this.#room -= bytes;
    if (this.#room < 0) throw new FileRefused([problem]);
  }

  async #more(): Promise<void> {
    const piece = await this.#read();
    if (piece === null) throw new FileRefused([MALFORMED]);
    this.#rest = Buffer.concat([this.#rest, piece]);
  }

  async #skipRest(): Promise<void> {
    for (let piece: Uint8Array | null = this.#rest; piece !== null; piece = await this.#read()) {
      this.#take(piece.length, MALFORMED);
    }
  }
}

/** Returns the parameters of a header like `form-data; name="archivo"; filename="lista.csv"`. */
function parametersOf(header: string): ReadonlyMap<string, string> {
  const found = header.matchAll(/;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g);
  return new Map(
    Array.from(found, ([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      name.endsWith('*') ? percentDecode(quoted ?? plain) : (quoted?.replaceAll('\\"', '"') ?? plain),
    ]),
  );
}

const percentEncode = (bytes: Buffer): string => bytes.toString('hex').replaceAll(/../g, '%$&');

/** Decodes a value like `UTF-8''N%C3%B3mina.csv`. */
function percentDecode(value: string): string {
  const encoded = value.replace(/^[^']*'[^']*'/, '');
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
