/** CRC-32 as zip files use it, eight bytes at a time, for platforms that have none of their own. */

const POLYNOMIAL = 0xedb88320;
/** Table k gives the CRC of a byte that k others follow. */
const tables = Array.from({ length: 8 }, () => new Uint32Array(256));
for (let i = 0; i < 256; i++) {
  let crc = i;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  tables[0][i] = crc;
}
for (let k = 1; k < 8; k++) {
  for (let i = 0; i < 256; i++) tables[k][i] = (tables[k - 1][i] >>> 8) ^ tables[0][tables[k - 1][i] & 255];
}
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;

export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  const { length } = bytes;
  let i = 0;
  for (; i + 8 <= length; i += 8) {
    crc ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    crc =
      t7[crc & 255] ^
      t6[(crc >>> 8) & 255] ^
      t5[(crc >>> 16) & 255] ^
      t4[crc >>> 24] ^
      t3[bytes[i + 4]] ^
      t2[bytes[i + 5]] ^
      t1[bytes[i + 6]] ^
      t0[bytes[i + 7]];
  }
  for (; i < length; i++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[i]) & 255];
  return ~crc >>> 0;
}
