/** What screen readers hear when a result has changed, once the typing pauses. */
import { h } from './dom.js';

const PAUSA_MS = 700;
let region: HTMLElement | null = null;
let espera: ReturnType<typeof setTimeout> | undefined;

/** Made when it is asked for: a worker runs the same script, and has no document. */
export const laRegion = (): HTMLElement =>
  (region ??= h('div', { class: 'oculto', role: 'status', 'aria-live': 'polite', id: 'voz' }));

export function decir(texto: string): void {
  clearTimeout(espera);
  espera = setTimeout(() => {
    if (laRegion().textContent !== texto) laRegion().textContent = texto;
  }, PAUSA_MS);
}

/** Letter by letter, so that it is not read as a word. */
export const deletrear = (clave: string): string => Array.from(clave).join(' ');
