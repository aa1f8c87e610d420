/** What a command cannot do, said to the user, and the exit code that tells a script. */

export const SALIDA = {
  /** What is named does not exist or is taken, the data are wrong, or the key is not valid or not of that person. */
  NO: 1,
  USO: 2,
  /** `EX_SOFTWARE`, `EX_IOERR` and `EX_CONFIG` of sysexits: a fault of this program is none of the data. */
  PROPIA: 70,
  IO: 74,
  CONFIG: 78,
  /** As a shell reports a program that Ctrl-C has ended. */
  INTERRUMPIDO: 130,
} as const;

export class Falla extends Error {
  override readonly name = 'Falla';
  readonly salida: number;

  /** Without a message: all has been said. */
  constructor(salida: number, mensaje = '') {
    super(mensaje);
    this.salida = salida;
  }
}
