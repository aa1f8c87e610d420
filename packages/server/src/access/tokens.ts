/** Creates and checks tokens: `curp_`, 32 random characters, and a checksum of 6, which reveals a mistyped token. */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The demo token, and the id of its project, which the store does not hold. */
export const DEMO = 'pruebas';

const TOKEN_PREFIX = 'curp_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const TOKEN_FORM = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

const base62 = (number: number): string => (number < 62 ? '' : base62(Math.floor(number / 62))) + ALPHABET[number % 62];

const checksum = (secret: string): string => base62(crc32(secret)).padStart(CHECKSUM_LENGTH, '0');

export function createToken(): string {
  const secret = TOKEN_PREFIX + Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(62)]).join('');
  return secret + checksum(secret);
}

/** Returns whether the text has the form and checksum of a token. The service asks the store about no other text. */
export const canBeToken = (token: string): boolean =>
  TOKEN_FORM.test(token) && token.endsWith(checksum(token.slice(0, -CHECKSUM_LENGTH)));

/** Returns whether the text begins like a token but cannot be one. */
export const isMistyped = (token: string): boolean => token.startsWith(TOKEN_PREFIX) && !canBeToken(token);

/** Returns the hash that is stored and looked up instead of the token, so that neither data nor timing reveal the token. */
export const sha256 = (token: string): string => hash('sha256', token, 'hex');
