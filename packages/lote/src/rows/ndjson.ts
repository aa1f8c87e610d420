/** The rows of NDJSON as objects. */
import { type Slot, rechazar, rechazarLarga, seSalta } from './slot.js';
import { codificacionDe } from '../read/encoding.js';
import { type Destino, leerLinea, leerObjeto } from '../read/ndjson-lines.js';

export class DeNdjson implements Destino {
  private readonly bandeja: Slot;
  private empezado = false;

  constructor(bandeja: Slot) {
    this.bandeja = bandeja;
  }

  larga(): void {
    this.empezar(0);
    rechazarLarga(this.bandeja);
  }

  linea(desde: number, hasta: number): void {
    const { bandeja } = this;
    const { entrada, decodificador } = bandeja;
    this.empezar(desde);
    const { texto, problema } = leerLinea(entrada.bytes, desde, hasta, decodificador);
    const escrito = texto.trim();
    if (escrito !== '' && !seSalta(bandeja)) {
      const contenido = problema === null ? leerObjeto(escrito) : null;
      if (contenido === null) rechazar(bandeja, escrito, problema ?? { cause: 'fila_json' });
      else bandeja.renglon = { line: bandeja.linea, written: escrito, content: contenido, reason: '' };
    }
    bandeja.linea++;
  }

  private empezar(desde: number): void {
    if (this.empezado) return;
    this.empezado = true;
    this.bandeja.alEmpezar({ encoding: codificacionDe(this.bandeja, desde) });
  }
}
