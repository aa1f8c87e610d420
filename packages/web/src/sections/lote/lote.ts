/** The section for files: from one moment to the next. */
import type { LoteOptions } from '@curp-service/lote';
import { h, poner } from '../../base/dom.js';
import { lenguaActual } from '../../base/language.js';
import type { Seccion } from '../section.js';
import { camposDe, mapaDe } from './views/columns.js';
import { VistaDeEleccion } from './views/choice.js';
import { encargar } from './worker/start.js';
import { VistaDelServidor } from './views/on-server.js';
import { Inicio } from './views/start.js';
import { Marcha } from './views/running.js';
import type { Encargo, Par, Visto } from './worker/messages.js';
import { VistaDeResultado } from './views/result.js';
import { encargarAlServidor } from './worker/service.js';
import type { Ajustes, Vista } from './views/view.js';

export class SeccionDeLote implements Seccion {
  readonly nombre = 'lote';
  readonly elemento = h('div', { class: 'lote' });
  private readonly ajustes: Ajustes = { operacion: 'calcular', homonimos: false, excel: false };
  private vista: Vista | null = null;
  /** Stops what is under way. */
  private parar: () => void = () => {};

  constructor() {
    const { elemento } = this;
    const conArchivo = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
    // Anywhere on the page: a browser leaves it for a file that is dropped beside the place.
    addEventListener('dragover', (evento) => {
      if (elemento.offsetParent === null || !conArchivo(evento)) return;
      evento.preventDefault();
      elemento.classList.add('encima');
    });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? elemento.classList.remove('encima'));
    addEventListener('drop', (evento) => {
      const [archivo] = evento.dataTransfer?.files ?? [];
      elemento.classList.remove('encima');
      if (elemento.offsetParent === null || archivo === undefined) return;
      evento.preventDefault();
      this.mirar(archivo);
    });
  }

  abrir(): void {
    if (this.vista === null) this.ver(this.inicio(), false);
    else this.pintar(); // the language may have changed meanwhile
  }

  pintar(): void {
    this.vista?.pintar();
  }

  private ver(vista: Vista, conFoco = true): void {
    this.vista = vista;
    poner(this.elemento, vista.elemento);
    if (conFoco) this.elemento.querySelector('h2')?.focus();
  }

  private inicio(falla?: Par | null): Inicio {
    this.parar();
    return new Inicio(this.ajustes, (archivo) => this.mirar(archivo), falla);
  }

  private readonly otro = (): void => this.ver(this.inicio());
  private readonly falla = (falla: Par | null): void => this.ver(this.inicio(falla));

  private mirar(archivo: File, hoja?: string): void {
    this.parar();
    this.ver(new Marcha(archivo.name, true, this.otro));
    this.parar = encargar(
      { mirar: { archivo, hoja, lengua: lenguaActual() } },
      { falla: this.falla, listo: (visto) => this.elegir(archivo, visto, hoja) },
    );
  }

  private elegir(archivo: File, visto: Visto, hoja: string | undefined): void {
    const vista = new VistaDeEleccion(archivo, visto, hoja, this.ajustes, {
      empezar: () => this.empezar(archivo, visto, hoja, vista),
      otro: this.otro,
      otraHoja: (otra) => this.mirar(archivo, otra),
      mandar: (token) => this.mandar(archivo, this.opciones(visto, vista), token, vista),
    });
    this.ver(vista);
  }

  private opciones({ cabecera }: Visto, { eleccion, homonimos }: VistaDeEleccion): LoteOptions {
    const columnas = mapaDe(eleccion, this.ajustes.operacion, cabecera?.names ?? []);
    const formato = cabecera === null ? 'ndjson' : 'csv';
    return { ...this.ajustes, homonimos, formato, language: lenguaActual(), columnas };
  }

  /** The work begins; if it is cancelled, it is `vista` again. */
  private marchar(archivo: File, vista: Vista): Marcha {
    const marcha = new Marcha(archivo.name, false, () => {
      this.parar();
      this.ver(vista);
    });
    this.ver(marcha);
    return marcha;
  }

  private mandar(archivo: File, opciones: LoteOptions, token: string, vista: Vista): void {
    const marcha = this.marchar(archivo, vista);
    this.parar = encargarAlServidor(
      { archivo, opciones, token },
      {
        avance: (avance) => marcha.avanzar(avance),
        falla: this.falla,
        listo: (hecho) => this.ver(new VistaDelServidor(archivo, opciones, hecho, this.otro)),
      },
    );
  }

  private empezar(archivo: File, visto: Visto, hoja: string | undefined, vista: VistaDeEleccion): void {
    const { operacion } = this.ajustes;
    const { delimiter: delimitador = ' ' } = visto.cabecera ?? {};
    const encargo: Encargo = {
      archivo,
      hoja,
      opciones: this.opciones(visto, vista),
      delimitador,
    };
    const campos = camposDe(operacion, vista.eleccion.enTres);
    const datos = campos.map((campo) => vista.columnas?.[campo] ?? -1).filter((i) => i >= 0);
    const marcha = this.marchar(archivo, vista);
    this.parar = encargar(
      { hacer: encargo },
      {
        avance: (avance) => marcha.avanzar(avance),
        falla: this.falla,
        listo: (hecho) => {
          const nombres = visto.cabecera?.names ?? null;
          const obra = { archivo, encargo, hecho, esLibro: visto.tipo === 'xlsx', nombres, datos };
          this.ver(new VistaDeResultado(obra, () => this.ver(vista), this.otro));
        },
      },
    );
  }
}
