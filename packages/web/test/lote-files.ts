/** Files of invented people, of whatever size. */
import { Buffer } from 'node:buffer';

const NOMBRES = ['Ana', 'Luis', 'María José', 'Óscar', 'Íñigo'];
const APELLIDOS = ['Peña', 'de la Cruz', 'Núñez', 'Gómez', "O'Farril"];
export const ENCABEZADO = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';

/** `mala`: which of them have a day that does not exist. */
export function personas(cuantas: number, mala: (i: number) => boolean = () => false): string {
  const filas = Array.from({ length: cuantas }, (_, i) => {
    const dia = mala(i) ? '1990-02-31' : `19${50 + (i % 50)}-0${1 + (i % 9)}-${10 + (i % 18)}`;
    const [nombre, paterno, materno] = [NOMBRES[i % 5], APELLIDOS[i % 4], APELLIDOS[(i >> 2) % 5]];
    return `${nombre},${paterno},${materno},${dia},${'HM'[i % 2]},${i % 3 === 0 ? 'JC' : '09'}`;
  });
  return `${ENCABEZADO}\n${filas.join('\n')}\n`;
}

/** As Playwright hands one to a page. */
export const archivo = (
  name: string,
  contenido: string | Uint8Array,
): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(contenido),
});
