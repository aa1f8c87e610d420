/** What the user sees meanwhile: what was understood, the bar, the summary. */
import type { Understood, Totals } from '@curp-service/lote';
import { inofensivo } from '../../terminal/color.js';
import { json } from '../../environment.js';
import type { Avance } from '../../files/input.js';
import { TUBERIA } from '../../files/format.js';
import { entendidoEnPalabras, resumenEnJson, resumenEnPalabras } from './report.js';
import type { Opciones } from './options.js';
import type { Medios, Plan } from './plan.js';
import { type Progreso, empezarProgreso } from '../../terminal/progress.js';
import type { Trabajo } from './work.js';

export class Pantalla {
  private readonly plan: Plan;
  private readonly opciones: Opciones;
  private readonly medios: Medios;
  private readonly desde = performance.now();
  private entendido: Understood | null = null;
  private barra: Progreso | null = null;

  constructor(plan: Plan, opciones: Opciones, medios: Medios) {
    this.plan = plan;
    this.opciones = opciones;
    this.medios = medios;
    process.stderr.on('error', () => {}); // that nobody reads it is no reason to stop
  }

  /** The header has been read, and the rows begin. */
  empezar(entendido: Understood, trabajo: Trabajo, avance: Avance): void {
    const { silencio, json: comoJson, hoja } = this.opciones;
    const { texto } = this.medios;
    this.entendido = entendido;
    if (silencio) return;
    const esLibro = this.plan.formatos.entrada?.tipo === 'xlsx';
    const libro = hoja === undefined ? texto('XLSX, la primera hoja', 'XLSX, the first sheet') : `XLSX, ${hoja}`;
    if (!comoJson) this.decir(entendidoEnPalabras(entendido, esLibro ? libro : null, texto));
    const ahora = () => ({ totales: trabajo.totales(), avance, segundos: this.segundos() });
    this.barra = empezarProgreso(process.stderr, ahora, texto);
  }

  terminar(totales: Readonly<Totals>): void {
    this.borrar();
    const { silencio, json: comoJson, operacion } = this.opciones;
    const { texto, print } = this.medios;
    const resultado = { operacion, totales, segundos: this.segundos() };
    if (comoJson) {
      const resumen = json(resumenEnJson(resultado, this.entendido, texto));
      if (this.plan.destino === TUBERIA) this.decir(resumen);
      else print(resumen);
    } else if (!silencio) this.decir(resumenEnPalabras(resultado, texto));
  }

  /** Takes the bar away. */
  borrar(): void {
    this.barra?.borrar();
    this.barra = null;
  }

  decir(lineas: string): void {
    this.borrar();
    process.stderr.write(`${inofensivo(lineas)}\n`);
  }

  private segundos(): number {
    return Math.max((performance.now() - this.desde) / 1000, 0.001);
  }
}
