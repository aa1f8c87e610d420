/** Collects bytes in blobs, which the browser keeps outside of the script's memory. */

/** The size at which collected bytes become a blob. */
const BATCH_BYTES = 1 << 22;

export class BlobBuilder {
  size = 0;
  private parts: BlobPart[] = [];
  private pending = 0;
  private readonly blobs: Blob[] = [];

  add(part: Uint8Array<ArrayBuffer>): void {
    this.parts.push(part);
    this.size += part.length;
    this.pending += part.length;
    if (this.pending < BATCH_BYTES) return;
    this.blobs.push(new Blob(this.parts));
    this.parts = [];
    this.pending = 0;
  }

  blob(type: string): Blob {
    return new Blob([...this.blobs, ...this.parts], { type });
  }
}
