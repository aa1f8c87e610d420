/** What the user sees of an import: what was understood, the bar, the summary. Nothing of any person. */
import type { Cabeza } from '@curp-service/lote';
import type { Turno } from '@curp-service/server/admin';
import { json } from '../entorno.js';
import type { Avance } from '../lote/entrada.js';
import { enMiles, nombre } from '../lote/informe.js';
import { type Progreso, empezarProgreso } from '../lote/progreso.js';
import type { Columnas } from './columnas.js';
import type { Medios, Opciones, Plan } from './opciones.js';

export interface Resultado {
  readonly filas: number;
  readonly nuevas: number;
  readonly cambiadas: number;
  readonly rechazadas: number;
  readonly enElPadron: number;
}

interface Ahora {
  readonly filas: number;
  readonly rechazadas: number;
}

export class Pantalla {
  readonly #plan: Plan;
  readonly #opciones: Opciones;
  readonly #medios: Medios;
  readonly #desde = performance.now();
  #turno: Turno | null = null;
  #barra: Progreso | null = null;

  constructor(plan: Plan, opciones: Opciones, medios: Medios) {
    this.#plan = plan;
    this.#opciones = opciones;
    this.#medios = medios;
    process.stderr.on('error', () => {}); // that nobody reads it is no reason to stop
  }

  get empezada(): boolean {
    return this.#turno !== null;
  }

  /** The header has been read. */
  entender(tipo: string, { codificacion }: Cabeza, { ausentes, sobrantes }: Columnas): void {
    const { texto } = this.#medios;
    this.#decir(`${tipo.toUpperCase()}, ${codificacion}.`);
    if (ausentes.length > 0)
      this.#decir(texto(`Quedan vacíos: ${ausentes.join(', ')}.`, `Left empty: ${ausentes.join(', ')}.`));
    const demas = sobrantes.map(nombre).join(', ');
    if (demas !== '') this.#decir(texto(`No se usan: ${demas}.`, `Not used: ${demas}.`));
  }

  /** The rows begin. */
  empezar(turno: Turno, avance: Avance, ahora: () => Ahora): void {
    const { texto } = this.#medios;
    this.#turno = turno;
    const { leidas, abandonada } = turno;
    if (abandonada !== null) {
      const [archivo, hasta] = [abandonada.archivo, enMiles(abandonada.leidas)];
      this.#decir(
        texto(
          `Se abandona la importación de ${archivo}, que iba en la fila ${hasta}.`,
          `The import of ${archivo}, which was at row ${hasta}, is given up.`,
        ),
      );
    }
    if (leidas > 0)
      this.#decir(texto(`Sigue desde la fila ${enMiles(leidas)}.`, `It goes on from row ${enMiles(leidas)}.`));
    const momento = () => {
      const { filas, rechazadas } = ahora();
      return {
        totales: { filas, correctas: filas - rechazadas, errores: new Map() },
        avance,
        segundos: this.#segundos(),
      };
    };
    this.#barra = empezarProgreso(process.stderr, momento, texto);
  }

  terminar(resultado: Resultado): void {
    this.borrar();
    const { filas, nuevas, cambiadas, rechazadas, enElPadron } = resultado;
    const { texto, print } = this.#medios;
    const iguales = filas - rechazadas - nuevas - cambiadas;
    const segundos = this.#segundos();
    const hechas = filas - (this.#turno?.leidas ?? 0);
    if (this.#opciones.json) {
      print(
        json({
          archivo: this.#turno?.archivo,
          modo: this.#plan.modo,
          filas,
          nuevas,
          cambiadas,
          iguales,
          rechazadas,
          archivo_rechazadas: rechazadas > 0 ? this.#plan.rechazadas : null,
          filas_en_el_padron: enElPadron,
          segundos: Number(segundos.toFixed(3)),
          filas_por_segundo: Math.round(hechas / segundos),
        }),
      );
      return;
    }
    const [f, n, c, i, r, p] = [filas, nuevas, cambiadas, iguales, rechazadas, enElPadron].map(enMiles);
    print(
      texto(
        `Filas: ${f}; nuevas: ${n}; cambiadas: ${c}; iguales: ${i}; rechazadas: ${r}.`,
        `Rows: ${f}; new: ${n}; changed: ${c}; the same: ${i}; rejected: ${r}.`,
      ),
    );
    if (rechazadas > 0) {
      const { rechazadas: ruta } = this.#plan;
      print(
        texto(
          `Las rechazadas, con su línea y su motivo: ${ruta}`,
          `The rejected ones, with their line and the reason: ${ruta}`,
        ),
      );
    }
    print(texto(`Registros en el padrón: ${p}.`, `Records in the padron: ${p}.`));
    const [s, porSegundo] = [segundos.toFixed(2), enMiles(hechas / segundos)];
    print(texto(`${s} s, ${porSegundo} filas por segundo.`, `${s} s, ${porSegundo} rows per second.`));
  }

  interrumpir(): void {
    const { texto } = this.#medios;
    this.borrar();
    process.stderr.write(
      this.empezada
        ? texto(
            'Interrumpido: el mismo comando sigue donde se quedó.\n',
            'Interrupted: the same command goes on where it stopped.\n',
          )
        : texto('Interrumpido: no se importó nada.\n', 'Interrupted: nothing was imported.\n'),
    );
  }

  /** Takes the bar away. */
  borrar(): void {
    this.#barra?.borrar();
    this.#barra = null;
  }

  #decir(linea: string): void {
    if (!this.#opciones.json) process.stderr.write(`${linea}\n`);
  }

  #segundos(): number {
    return Math.max((performance.now() - this.#desde) / 1000, 0.001);
  }
}
