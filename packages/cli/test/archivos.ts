/** Files of invented people, small and large, and the command that does them. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, sitio } from './curp.js';

export const ENCABEZADO = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
export const BUENA = "María de los Ángeles,de la Cruz,O'Hara,1990-05-17,M,09";
export const MALA = 'Tadeo,Escamilla,Wario,1990-02-31,H,15';
export const CLAVE = 'CUOA900517MDFRXN01';

/** Rows that differ from each other, some of them with errors, quotes and line breaks. */
export function filas(cuantas: number): string {
  return Array.from({ length: cuantas }, (_, i) => {
    const dia = String((i % 28) + 1).padStart(2, '0');
    if (i % 97 === 0) return `"Ñusta ""${i}""\nXimena",Peña,"Ruiz, Luna",2001-07-${dia},M,Nuevo León`;
    if (i % 89 === 0) return `Óscar "${i}",Peña,Luna,2001-07-${dia},H,14`;
    return `Renata,Olvera,Tinajero,1990-05-${dia},M,${i % 50 === 0 ? '99' : '19'}`;
  }).join('\n');
}

/** A place with a file of these rows in it. */
export function conArchivo(texto: string, nombre = 'personas.csv') {
  const lugar = sitio();
  writeFileSync(join(lugar.dir, nombre), texto);
  const lote = (...args: readonly string[]) => lugar.curp('lote', nombre, ...args);
  return { ...lugar, lote };
}

/** A writer of rows without end, through a pipe; gives the process that reads them. */
export function sinFin(
  { dir, env }: { dir: string; env: Readonly<Record<string, string>> },
  ...args: readonly string[]
) {
  const proceso = spawn(process.execPath, [BIN, 'lote', '-', ...args], { cwd: dir, env });
  proceso.stdin.on('error', () => {});
  const bloque = `${BUENA}\n`.repeat(2000);
  const seguir = (): void => {
    while (proceso.stdin.writable && proceso.stdin.write(bloque));
  };
  proceso.stdin.on('drain', seguir);
  proceso.stdin.write(`${ENCABEZADO}\n`);
  seguir();
  return proceso;
}
