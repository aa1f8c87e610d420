/** Gives each file an instance of the kernel, with the tables of the norm in its memory. Where there is no WebAssembly, nobody gets one. */
import { TABLAS } from '@curp-service/core/masivo';
import { KERNEL } from './bytes.js';
import { At, Size } from './layout.js';

/** A number that the host sets for the kernel, or reads when it has stopped. */
interface KernelGlobal {
  value: number;
}

/** The kernel calls these. A place is one of its memory. */
interface KernelCalls {
  /** The meaning of a datum that is not spelled as usual. */
  readonly read: (datum: number, from: number, to: number) => number;
  /** Whether a row beyond ASCII has the encoding of the file. */
  readonly accept: (from: number, to: number) => boolean;
  /** Writes the text of a sheet's cell at a place. Returns its end; 0: it is too long. */
  readonly cell: (from: number, to: number, column: number, style: number, isShared: number, at: number) => number;
}

export class Kernel {
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Does rows between two places, so many at most. Returns where it stopped. */
  readonly run: (start: number, limit: number, most: number) => number;
  /** Writes the key of the noted cells at a place. */
  readonly writeKey: (at: number) => number;
  /** Makes the frame at a place that of the next lines. */
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

  get(name: 'rowNumber' | 'done' | 'sheetRow' | 'outEnd' | 'frame'): number {
    return this.exports[name].value;
  }

  set(settings: Readonly<Record<string, number | boolean>>): void {
    for (const [name, value] of Object.entries(settings)) this.exports[name].value = Number(value);
  }
}

let compiled: WebAssembly.Module | null | undefined;

/** `null`: the platform has no WebAssembly, or a page's policy forbids it, or there is no memory for it. */
export function openKernel(calls: KernelCalls): Kernel | null {
  try {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (sign) => sign.charCodeAt(0)));
    return new Kernel(new WebAssembly.Instance(compiled, { 'kernel.as': { ...calls } }));
  } catch {
    return null;
  }
}

let image: Uint8Array | undefined;

/** The tables that are the same for all files, where the kernel has them. */
function tables(): Uint8Array {
  if (image !== undefined) return image;
  image = new Uint8Array(At.BEFORE);
  const { clases, particulas, omitidos, inconvenientes, letras, valores, dias } = TABLAS;
  const numbers = [
    [clases, At.CLASSES],
    [particulas, At.PARTICLES],
    [omitidos, At.PASSED_OVER],
    [inconvenientes, At.INCONVENIENT],
  ] as const;
  for (const [table, at] of numbers) new Int32Array(image.buffer, at, table.length).set(table);
  image.set(letras, At.LETTERS);
  image.set(valores, At.VALUES);
  image.set(dias, At.DAYS);
  image.fill(255, At.ENDS, At.ENDS + Size.KEPT);
  return image;
}
