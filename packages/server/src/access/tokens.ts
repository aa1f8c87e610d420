/** Tokens: `curp_`, 32 random characters, and a checksum of 6 that tells a mistyped token from an unknown one. */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The token that exists for trying things out, and the id of its project, which has no place in the store. */
export const DEMO = 'pruebas';

const PREFIJO = 'curp_';
const ALFABETO = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const AZAR = 32;
const SUMA = 6;
const FORMA = new RegExp(`^${PREFIJO}[0-9A-Za-z]{${AZAR + SUMA}}$`);

const base62 = (numero: number): string => (numero < 62 ? '' : base62(Math.floor(numero / 62))) + ALFABETO[numero % 62];

const suma = (secreto: string): string => base62(crc32(secreto)).padStart(SUMA, '0');

export function createToken(): string {
  const secreto = PREFIJO + Array.from({ length: AZAR }, () => ALFABETO[randomInt(62)]).join('');
  return secreto + suma(secreto);
}

/** Whether it may be a token of ours: of no other is the database asked, nor anything remembered. */
export const puedeSer = (token: string): boolean => FORMA.test(token) && token.endsWith(suma(token.slice(0, -SUMA)));

/** Whether it starts like a token of ours and cannot be one. */
export const estaMalEscrito = (token: string): boolean => token.startsWith(PREFIJO) && !puedeSer(token);

/** What is stored of a token, and by what it is looked up: nothing of the token can be read from it, nor from its timing. */
export const sha256 = (token: string): string => hash('sha256', token, 'hex');
