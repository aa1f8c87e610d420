/** Files of invented people of any size. */
import { Buffer } from 'node:buffer';

const GIVEN_NAMES = ['Ana', 'Luis', 'María José', 'Óscar', 'Íñigo'];
const SURNAMES = ['Peña', 'de la Cruz', 'Núñez', 'Gómez', "O'Farril"];
export const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';

/** Rows for which `isBad` is true have a day that does not exist. */
export function peopleCsv(count: number, isBad: (i: number) => boolean = () => false): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const date = isBad(i) ? '1990-02-31' : `19${50 + (i % 50)}-0${1 + (i % 9)}-${10 + (i % 18)}`;
    const [name, paterno, materno] = [GIVEN_NAMES[i % 5], SURNAMES[i % 4], SURNAMES[(i >> 2) % 5]];
    return `${name},${paterno},${materno},${date},${'HM'[i % 2]},${i % 3 === 0 ? 'JC' : '09'}`;
  });
  return `${HEADER}\n${rows.join('\n')}\n`;
}

/** A file as Playwright takes it. */
export const upload = (
  name: string,
  content: string | Uint8Array,
): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
