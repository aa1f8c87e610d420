/** Tokens: their form, their checksum and their hash. */
import { describe, expect, it } from 'vitest';
import { createToken, isMistyped, canBeToken, sha256 } from '../src/access/tokens.js';

describe('tokens', () => {
  const many = Array.from({ length: 500 }, createToken);

  it('have our form and are all different', () => {
    for (const token of many) expect(token).toMatch(/^curp_[0-9A-Za-z]{38}$/);
    expect(new Set(many).size).toBe(many.length);
    expect(many.some(isMistyped)).toBe(false);
    expect(many.every(canBeToken)).toBe(true);
  });

  it('have a checksum that shows any wrong character', () => {
    const [token = ''] = many;
    for (let i = 5; i < token.length; i++) {
      const other = token[i] === 'x' ? 'y' : 'x';
      expect(isMistyped(token.slice(0, i) + other + token.slice(i + 1))).toBe(true);
      expect(isMistyped(token.slice(0, i) + token.slice(i + 1))).toBe(true);
      expect(isMistyped(token.slice(0, i))).toBe(true);
    }
    expect(isMistyped(`${token} `)).toBe(true);
  });

  it('stay valid if they are from earlier versions', () => {
    for (const token of [
      'curp_000000000000000000000000000000001eKiZf',
      'curp_InventadoInventadoInventadoInven3cy5gB',
      'curp_000000000000000000000000000000010pGHMz', // The checksum begins with zero.
    ])
      expect(isMistyped(token)).toBe(false);
  });

  it('have one length, and only letters and digits, even with a right checksum', () => {
    for (const token of [
      'curp_corto46iZmA',
      'curp_00000000000000000000000000000000023Rp7w',
      'curp_--------------------------------34St5N',
    ])
      expect(isMistyped(token)).toBe(true);
  });

  it('are unknown, not mistyped, with another prefix', () => {
    for (const token of ['pruebas', '', 'abc', 'CURP_x']) expect(isMistyped(token)).toBe(false);
  });

  it('are looked up by a hash that reveals no prefix', () => {
    for (const token of many) {
      const almost = sha256(token.slice(0, -1) + (token.endsWith('x') ? 'y' : 'x'));
      const common = Array.from(sha256(token)).findIndex((digit, i) => digit !== almost[i]);
      expect(common).toBeLessThan(10);
    }
  });

  it('are stored as their SHA-256', () => {
    expect(sha256('pruebas')).toBe('718e3978516d387924d91980a7e21af2f434de445731951a6585bda2eacef046');
  });
});
