/** Bytes kept in blobs, which the browser holds outside of the script's memory. */

/** So many are gathered before they become one. */
const TANDA = 1 << 22;

export class Deposito {
  tamano = 0;
  private partes: BlobPart[] = [];
  private pendientes = 0;
  private readonly blobs: Blob[] = [];

  agregar(parte: Uint8Array<ArrayBuffer>): void {
    this.partes.push(parte);
    this.tamano += parte.length;
    this.pendientes += parte.length;
    if (this.pendientes < TANDA) return;
    this.blobs.push(new Blob(this.partes));
    this.partes = [];
    this.pendientes = 0;
  }

  blob(type: string): Blob {
    return new Blob([...this.blobs, ...this.partes], { type });
  }
}
