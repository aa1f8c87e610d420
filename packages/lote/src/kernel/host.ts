/** Creates an instance of the kernel for each file, with the tables of the norm in its memory. Without WebAssembly there is no kernel. */
import { TABLAS } from '@curp-service/core/masivo';
import { KERNEL } from './bytes.js';
import { At, Size } from './layout.js';

/** A number that the host sets for the kernel, or reads after a run. */
interface KernelGlobal {
  value: number;
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
  private readonly exports: Readonly<Record<string, KernelGlobal>>;

  constructor({ exports }: WebAssembly.Instance) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `kernel.as.ts` exports
    const { memory, run, writeKey, useFrame, ...settings } = exports as unknown as Omit<Kernel, 'memory'> & {
      readonly memory: { readonly buffer: ArrayBuffer };
    };
    this.memory = new Uint8Array(memory.buffer);
    this.run = run;
    this.writeKey = writeKey;
    this.useFrame = useFrame;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of what it exports
    this.exports = settings as unknown as Readonly<Record<string, KernelGlobal>>;
    this.memory.set(tables());
  }

  get(name: 'rowNumber' | 'done' | 'sheetRow' | 'outEnd'): number {
    return this.exports[name].value;
  }

  set rowNumber(number: number) {
    this.exports['rowNumber'].value = number;
  }

  set(settings: Readonly<Record<string, number | boolean>>): void {
    for (const [name, value] of Object.entries(settings)) this.exports[name].value = Number(value);
  }
}

let compiled: WebAssembly.Module | null | undefined;

/** Returns `null` if the platform lacks WebAssembly or the memory for it, or a page's policy forbids it. */
export function openKernel(calls: KernelCalls): Kernel | null {
  try {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (sign) => sign.charCodeAt(0)));
    return new Kernel(new WebAssembly.Instance(compiled, { 'kernel.as': { ...calls } }));
  } catch {
    return null;
  }
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
