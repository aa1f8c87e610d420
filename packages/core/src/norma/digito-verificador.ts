/**
 * Position 18: the check digit.
 *
 * Source: no text publishes the formula. This is the one in use: thousands of published keys satisfy it (docs/norm.md,
 * position 18).
 */

/** A symbol's value is its index. No key holds an Ñ, but it counts among the letters. */
export const ALFABETO = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** The value of each Latin-1 code; a character outside the alphabet has the value 0. */
export const VALORES = Uint8Array.from({ length: 256 }, (_, codigo) =>
  Math.max(0, ALFABETO.indexOf(String.fromCharCode(codigo))),
);

/** Returns the check digit of a key's first 17 characters: values times the weights 18, 17 … 2, and the complement to ten. */
export function digitoVerificador(curp: string): string {
  let suma = 0;
  for (let i = 0; i < 17; i++) suma += (VALORES[curp.charCodeAt(i)] ?? 0) * (18 - i);
  return String((10 - (suma % 10)) % 10);
}
