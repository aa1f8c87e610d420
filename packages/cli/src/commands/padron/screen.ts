/** What the user sees of an import: what was understood, the bar, the summary. Nothing of any person. */
import type { FileHead } from '@curp-service/lote';
import type { ImportTurn } from '@curp-service/server/admin';
import { inofensivo } from '../../terminal/color.js';
import { json } from '../../environment.js';
import type { Avance } from '../../files/input.js';
import { enMiles, nombre } from '../lote/report.js';
import { type Progreso, empezarProgreso } from '../../terminal/progress.js';
import type { Columnas } from './columns.js';
import type { Medios, Opciones, Plan } from './options.js';
import { type Cuentas, enJson, enPalabras } from './summary.js';

interface Ahora {
  readonly filas: number;
  readonly rechazadas: number;
}

export class Pantalla {
  readonly #plan: Plan;
  readonly #opciones: Opciones;
  readonly #medios: Medios;
  readonly #desde = performance.now();
  #turno: ImportTurn | null = null;
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
  entender(
    tipo: string,
    { encoding: codificacion }: FileHead,
    { missing: ausentes, unknown: sobrantes }: Columnas,
  ): void {
    const { texto } = this.#medios;
    this.#decir(`${tipo.toUpperCase()}, ${codificacion}.`);
    if (ausentes.length > 0)
      this.#decir(texto(`Quedan vacíos: ${ausentes.join(', ')}.`, `Left empty: ${ausentes.join(', ')}.`));
    const demas = sobrantes.map(nombre).join(', ');
    if (demas !== '') this.#decir(texto(`No se usan: ${demas}.`, `Not used: ${demas}.`));
  }

  /** The rows begin. */
  empezar(turno: ImportTurn, avance: Avance, ahora: () => Ahora): void {
    const { texto } = this.#medios;
    this.#turno = turno;
    const { read: leidas, abandoned: abandonada } = turno;
    if (abandonada !== null) {
      const [archivo, hasta] = [abandonada.file, enMiles(abandonada.read)];
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
        totales: { rows: filas, good: filas - rechazadas, errors: new Map() },
        avance,
        segundos: this.#segundos(),
      };
    };
    this.#barra = empezarProgreso(process.stderr, momento, texto);
  }

  terminar(cuentas: Cuentas): void {
    this.borrar();
    const { texto, print } = this.#medios;
    const resultado = { ...cuentas, antes: this.#turno?.read ?? 0, segundos: this.#segundos() };
    print(this.#opciones.json ? json(enJson(this.#plan, resultado)) : enPalabras(this.#plan, resultado, texto));
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
    if (!this.#opciones.json) process.stderr.write(`${inofensivo(linea)}\n`);
  }

  #segundos(): number {
    return Math.max((performance.now() - this.#desde) / 1000, 0.001);
  }
}
