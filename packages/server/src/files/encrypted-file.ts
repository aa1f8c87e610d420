/** Encrypts a temporary file, which any thread reads and writes by its descriptor. Its key exists only in memory. */
import { type Cipheriv, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ftruncate, read, write } from 'node:fs';
import { promisify } from 'node:util';
import { release } from '@curp-service/lote';
import type { Secret } from '../thread-messages.js';

const CIPHER = 'aes-256-ctr';
const CIPHER_BLOCK = 16;

export class EncryptedFile {
  readonly #fd: number;
  #secret: Secret;
  #cipher: Cipheriv;
  #size = 0;

  constructor(fd: number, secret: Secret = newSecret()) {
    this.#fd = fd;
    this.#secret = secret;
    this.#cipher = createCipheriv(CIPHER, secret.key, secret.iv);
  }

  get secret(): Secret {
    return this.#secret;
  }

  async append(bytes: Uint8Array): Promise<void> {
    const encrypted = this.#cipher.update(bytes);
    for (let from = 0; from < encrypted.length;)
      from += (await promisify(write)(this.#fd, encrypted, from, encrypted.length - from, this.#size + from))
        .bytesWritten;
    this.#size += encrypted.length;
    release(encrypted);
  }

  /** Empties the file, and takes another secret: a stream of this cipher must not encrypt two texts. */
  async restart(): Promise<void> {
    await promisify(ftruncate)(this.#fd, 0);
    this.#secret = newSecret();
    this.#cipher = createCipheriv(CIPHER, this.#secret.key, this.#secret.iv);
    this.#size = 0;
  }

  /** Returns the `length` bytes from `offset` on, in their own buffer. The file must have them. */
  async read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    for (let end = 0, count = 1; end < length; end += count) {
      count = (await promisify(read)(this.#fd, bytes, end, length - end, offset + end)).bytesRead;
      if (count === 0) throw new RangeError('the temporary file is shorter than the upload');
    }
    const { key, iv } = this.#secret;
    const decipher = createDecipheriv(CIPHER, key, counterAt(iv, Math.floor(offset / CIPHER_BLOCK)));
    decipher.update(new Uint8Array(offset % CIPHER_BLOCK)); // advances the cipher to the byte within its block
    const plain = decipher.update(bytes);
    bytes.set(plain);
    release(plain);
    return bytes;
  }
}

const newSecret = (): Secret => ({ key: randomBytes(32), iv: randomBytes(CIPHER_BLOCK) });

/** Returns the counter of the cipher at a block. */
function counterAt(iv: Uint8Array, block: number): Buffer {
  const counter = (BigInt(`0x${Buffer.from(iv).toString('hex')}`) + BigInt(block)) % 2n ** 128n;
  return Buffer.from(counter.toString(16).padStart(2 * CIPHER_BLOCK, '0'), 'hex');
}
