/** Writes a report, or tells why it cannot be written. */
import { writeFile } from 'node:fs/promises';
import type { Translate } from '../../environment.js';
import { EXIT, Failure } from '../../failure.js';

export async function writeText(file: string, content: string, text: Translate): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure(
      EXIT.IO,
      text(`No se puede escribir la salida (${message}).`, `The output cannot be written (${message}).`),
    );
  }
}
