/** What a command cannot do, said to the user, and the exit code that tells a script. */

export const SALIDA = {
  /** What is named does not exist, or a name is taken. */
  NO: 1,
  USO: 2,
  /** `EX_IOERR` and `EX_CONFIG` of sysexits. */
  IO: 74,
  CONFIG: 78,
} as const;

export class Falla extends Error {
  override readonly name = 'Falla';
  readonly salida: number;

  constructor(salida: number, mensaje: string) {
    super(mensaje);
    this.salida = salida;
  }
}
