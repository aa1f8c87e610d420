/** The file of the rejected rows: each as it was, behind its line and the reason, so that it can be mended and imported. */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import type { FileHead, FileRow } from '@curp-service/lote';
import type { Texto } from '../../environment.js';
import { Falla, SALIDA } from '../../failure.js';
import { conFalla } from '../../files/output.js';

/** Personal data: nobody's but the owner's. */
const MODO = 0o600;

export class Rechazadas {
  /** How long the file is. */
  bytes = 0;
  cuantas = 0;
  readonly #ruta: string;
  readonly #oFalla: <T>(hacer: () => T) => T;
  #fd: number | null = null;
  #delimitador: string | undefined;
  #encabezado = '';
  #asegurados = 0;

  constructor(ruta: string, texto: Texto) {
    this.#ruta = ruta;
    this.#oFalla = conFalla(ruta, texto);
  }

  /** A file that is there is not lost, unless the user says so. */
  exigirLugar(forzar: boolean, texto: Texto): void {
    if (statSync(this.#ruta, { throwIfNoEntry: false })?.isFile() !== true) return;
    if (forzar) this.#oFalla(() => rmSync(this.#ruta));
    else {
      throw new Falla(
        SALIDA.USO,
        texto(
          `Ya existe ${this.#ruta}: diga otro nombre con --rechazadas, o use --forzar para reemplazarlo.`,
          `${this.#ruta} exists already: give another name with --rechazadas, or use --forzar to replace it.`,
        ),
      );
    }
  }

  /** Whether it holds what was written until then. */
  tiene(bytes: number): boolean {
    return (statSync(this.#ruta, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
  }

  /** What was rejected until then stays; what was written behind is rejected again. */
  seguir(cuantas: number, bytes: number): void {
    this.cuantas = cuantas;
    if (bytes === 0) return;
    this.#oFalla(() => {
      this.#fd = openSync(this.#ruta, 'r+');
      ftruncateSync(this.#fd, bytes);
    });
    this.bytes = bytes;
    this.#asegurados = bytes;
  }

  empezar({ delimiter: delimitador, written: escrito = '' }: FileHead): void {
    this.#delimitador = delimitador;
    this.#encabezado = delimitador === undefined ? '' : `linea${delimitador}motivo${delimitador}${escrito}\n`;
  }

  anotar(renglon: FileRow, motivos: readonly string[]): void {
    const motivo = motivos.join(' ');
    const fila = this.#delimitador === undefined ? enJson(renglon, motivo) : enCsv(renglon, motivo, this.#delimitador);
    const bytes = Buffer.from(this.bytes === 0 ? `${this.#encabezado}${fila}\n` : `${fila}\n`);
    this.#oFalla(() => {
      this.#fd ??= openSync(this.#ruta, 'w', MODO);
      for (let desde = 0; desde < bytes.length;) {
        desde += writeSync(this.#fd, bytes, desde, bytes.length - desde, this.bytes + desde);
      }
    });
    this.bytes += bytes.length;
    this.cuantas += 1;
  }

  /** What was written lasts, before the database is told that it was. */
  asegurar(): void {
    const { bytes } = this;
    if (this.#fd === null || bytes === this.#asegurados) return;
    const fd = this.#fd;
    this.#oFalla(() => fdatasyncSync(fd));
    this.#asegurados = bytes;
  }

  cerrar(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}

/** A row that cannot be read as cells stands in one. */
function enCsv(
  { line: linea, written: escrito, content: contenido }: FileRow,
  motivo: string,
  delimitador: string,
): string {
  return [String(linea), citar(motivo), contenido === null ? citar(escrito) : escrito].join(delimitador);
}

const citar = (texto: string): string => `"${texto.replaceAll('"', '""')}"`;

function enJson({ line: linea, written: escrito, content: contenido }: FileRow, motivo: string): string {
  const delante = JSON.stringify({ linea, motivo });
  if (contenido === null) return JSON.stringify({ linea, motivo, texto: escrito });
  const resto = escrito.slice(1).trimStart();
  return `${delante.slice(0, -1)}${resto === '}' ? '' : ','}${resto}`;
}
