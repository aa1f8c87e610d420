/** The rows of NDJSON as objects. */
import { type Bandeja, rechazar, rechazarLarga, seSalta } from './slot.js';
import { codificacionDe } from '../read/encoding.js';
import { type Destino, leerLinea, leerObjeto } from '../read/ndjson-lines.js';

export class DeNdjson implements Destino {
  private readonly bandeja: Bandeja;
  private empezado = false;

  constructor(bandeja: Bandeja) {
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
      if (contenido === null) rechazar(bandeja, escrito, problema ?? { causa: 'fila_json' });
      else bandeja.renglon = { linea: bandeja.linea, escrito, contenido, motivo: '' };
    }
    bandeja.linea++;
  }

  private empezar(desde: number): void {
    if (this.empezado) return;
    this.empezado = true;
    this.bandeja.alEmpezar({ codificacion: codificacionDe(this.bandeja, desde) });
  }
}
