/** The roots of a file, to tell the rows whose first 16 positions another row had before: homonyms, or the same person. */

const LARGO = 16;
/** That of the hash FNV-1a. */
const PRIMO = 0x01000193;

/** Open addressing: a root takes 16 bytes and the number of its row four, at most half of the places are taken. */
export class Raices {
  private lugares = 1 << 12;
  private raices = new Uint8Array(this.lugares * LARGO);
  private filas = new Uint32Array(this.lugares);
  private cuantas = 0;
  /** Another for each file: nobody can choose roots that fall on one place. */
  private readonly semilla = Math.trunc(Math.random() * 2 ** 32);

  /** The row that had this root first; 0: none, and this one has it now. */
  anotar(bytes: Uint8Array, desde: number, fila: number): number {
    if (this.cuantas * 2 >= this.lugares) this.crecer();
    const lugar = this.buscar(bytes, desde);
    const primera = this.filas[lugar];
    if (primera !== 0) return primera;
    this.filas[lugar] = fila;
    for (let i = 0; i < LARGO; i++) this.raices[lugar * LARGO + i] = bytes[desde + i];
    this.cuantas++;
    return 0;
  }

  /** The place of a root: where it stands, or where it would. */
  private buscar(bytes: Uint8Array, desde: number): number {
    let hash = this.semilla;
    for (let i = 0; i < LARGO; i++) hash = Math.imul(hash ^ bytes[desde + i], PRIMO);
    let lugar = (hash ^ (hash >>> 15)) & (this.lugares - 1);
    while (this.filas[lugar] !== 0 && !this.esLaDe(lugar, bytes, desde)) lugar = (lugar + 1) & (this.lugares - 1);
    return lugar;
  }

  private esLaDe(lugar: number, bytes: Uint8Array, desde: number): boolean {
    for (let i = 0; i < LARGO; i++) if (this.raices[lugar * LARGO + i] !== bytes[desde + i]) return false;
    return true;
  }

  private crecer(): void {
    const { raices, filas } = this;
    this.lugares *= 2;
    this.raices = new Uint8Array(this.lugares * LARGO);
    this.filas = new Uint32Array(this.lugares);
    filas.forEach((fila, i) => {
      if (fila === 0) return;
      const lugar = this.buscar(raices, i * LARGO);
      this.filas[lugar] = fila;
      this.raices.set(raices.subarray(i * LARGO, (i + 1) * LARGO), lugar * LARGO);
    });
  }
}
