/** What screen readers hear when a result has changed, once the typing pauses. */
import { h } from './dom.js';

const PAUSA_MS = 700;
let espera: ReturnType<typeof setTimeout> | undefined;

export const REGION: HTMLElement = h('div', { class: 'oculto', role: 'status', 'aria-live': 'polite', id: 'voz' });

export function decir(texto: string): void {
  clearTimeout(espera);
  espera = setTimeout(() => {
    if (REGION.textContent !== texto) REGION.textContent = texto;
  }, PAUSA_MS);
}

/** Letter by letter, so that it is not read as a word. */
export const deletrear = (clave: string): string => Array.from(clave).join(' ');
