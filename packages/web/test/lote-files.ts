/** Files of invented people of any size. */
import { Buffer } from 'node:buffer';
import { inventPeople } from '@curp-service/lote/inventar';

export const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';

/** The first people are a man and a woman, so that every file shows what M means. */
const SEED = 0;

/** Returns a file in which rows for which `isBad` is true have a day that does not exist. */
export function peopleCsv(count: number, isBad: (i: number) => boolean = () => false): string {
  const rows = inventPeople(count, { semilla: SEED, onlyPlain: true }).map((person, i) =>
    Object.values(isBad(i) ? { ...person, fechaNacimiento: '1990-02-31' } : person)
      .slice(0, -1) // The key is left out.
      .join(','),
  );
  return `${HEADER}\n${rows.join('\n')}\n`;
}

/** Returns a file in the form that Playwright accepts. */
export const upload = (
  name: string,
  content: string | Uint8Array,
): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
