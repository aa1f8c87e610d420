/**
 * Lends an instance of the kernel to each file, with the tables of the norm in its memory, and wipes it afterwards. An instance reserves
 * gigabytes of address space, so a thread keeps one for its next file. Without WebAssembly there is no kernel.
 */
import { TABLAS } from '@curp-service/core/masivo';
import { KERNEL } from './bytes.js';
import { At, Size } from './layout.js';

/** A number that the host sets for the kernel, or reads after a run. */
interface KernelGlobal {
  value: number | bigint;
}

/** The functions that the kernel calls. Their offsets point into its memory. */
interface KernelCalls {
  /** Returns what a text means for a key. */
  readonly ask: (datum: number, from: number, to: number) => number;
  /** Returns whether a row beyond ASCII has the encoding of the file. */
  readonly accept: (from: number, to: number) => boolean;
  /** Writes the text of a sheet's cell at an index. Returns its end, or 0 if it is too long. */
  readonly cell: (from: number, to: number, column: number, style: number, isShared: number, at: number) => number;
}

export class Kernel {
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Answers up to `most` rows between two offsets. Returns the offset where it stopped. */
  readonly run: (start: number, limit: number, most: number) => number;
  /** Writes the key of the noted cells at an offset. */
  readonly writeKey: (at: number) => number;
  /** Uses the frame at an offset for the next lines. */
  readonly useFrame: (at: number) => void;
  /** All variables of the kernel, and their values before its first file. */
  readonly variables: Readonly<Record<string, KernelGlobal>>;
  private readonly initial: readonly (readonly [name: string, value: number | bigint])[];
  /** The file that uses the instance; `null` if none does. */
  private user: KernelCalls | null = null;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {
      'kernel.as': {
        ask: (datum: number, from: number, to: number) => this.user?.ask(datum, from, to) ?? 0,
        accept: (from: number, to: number) => this.user?.accept(from, to) ?? false,
        cell: (from: number, to: number, column: number, style: number, isShared: number, at: number) =>
          this.user?.cell(from, to, column, style, isShared, at) ?? 0,
      },
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `kernel.as.ts` exports
    const { memory, run, writeKey, useFrame, ...variables } = exports as unknown as Omit<Kernel, 'memory'> & {
      readonly memory: { readonly buffer: ArrayBuffer };
    };
    this.memory = new Uint8Array(memory.buffer);
    this.run = run;
    this.writeKey = writeKey;
    this.useFrame = useFrame;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of what it exports
    this.variables = variables as unknown as Readonly<Record<string, KernelGlobal>>;
    this.initial = Object.entries(this.variables).map(([name, { value }]) => [name, value]);
    this.memory.set(tables());
  }

  get(name: 'rowNumber' | 'done' | 'sheetRow' | 'outEnd'): number {
    return Number(this.variables[name].value);
  }

  set rowNumber(number: number) {
    this.variables['rowNumber'].value = number;
  }

  set(settings: Readonly<Record<string, number | boolean>>): void {
    for (const [name, value] of Object.entries(settings)) this.variables[name].value = Number(value);
  }

  /** Writes bytes of the file among the kept texts. */
  keep(bytes: Uint8Array, at: number): void {
    this.memory.set(bytes, at);
    this.memory.fill(1, At.TOUCHED + Math.floor(at / STRETCH), At.TOUCHED + Math.ceil((at + bytes.length) / STRETCH));
  }

  /** Lends the instance to a file. */
  lend(user: KernelCalls): this {
    this.user = user;
    return this;
  }

  /** Erases what the file left: its texts, keys, people and counts, and the values of all variables. */
  wipe(): void {
    const { memory } = this;
    this.user = null;
    for (let at: number = At.LONG_TEXTS; at < At.PEOPLE; at += STRETCH) {
      if (memory[At.TOUCHED + at / STRETCH] !== 0) memory.fill(0, at, at + STRETCH);
    }
    memory.fill(0, At.PEOPLE);
    memory.fill(0, 0, At.LONG_TEXTS);
    memory.set(tables());
    for (const [name, value] of this.initial) this.variables[name].value = value;
  }
}

/** The bytes of kept texts that are wiped at once. */
const STRETCH = 1 << Size.STRETCH_BITS;

let compiled: WebAssembly.Module | undefined;
/** An instance that no file uses. */
let free: Kernel | null = null;

/** Lends a kernel to a file. Returns `null` if the platform lacks WebAssembly or the memory for it, or a page's policy forbids it. */
export function borrowKernel(user: KernelCalls): Kernel | null {
  if (typeof WebAssembly === 'undefined') return null;
  const kept = free;
  free = null;
  if (kept !== null) return kept.lend(user);
  try {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (sign) => sign.charCodeAt(0)));
    return new Kernel(compiled).lend(user);
  } catch {
    return null;
  }
}

/** Takes a kernel back from its file, which may not use it any more, and wipes it for the next. */
export function returnKernel(kernel: Kernel): void {
  kernel.wipe();
  free ??= kernel;
}

let image: Uint8Array | undefined;

/** Returns the tables that all files share, at the offsets where the kernel expects them. */
function tables(): Uint8Array {
  if (image !== undefined) return image;
  image = new Uint8Array(At.BEFORE);
  const { inconvenientes, letras, valores, espaniolas } = TABLAS;
  new Int32Array(image.buffer, At.INCONVENIENT, inconvenientes.length).set(inconvenientes);
  image.set(espaniolas, At.SPANISH);
  image.set(letras, At.LETTERS);
  image.set(valores, At.VALUES);
  image.fill(255, At.ENDS, At.ENDS + Size.LONG);
  return image;
}
