/** Tells screen readers about a new result once the typing pauses. */
import { h } from './dom.js';

const PAUSE_MS = 700;
let timer: ReturnType<typeof setTimeout> | undefined;

export const LIVE_REGION: HTMLElement = h('div', { class: 'oculto', role: 'status', 'aria-live': 'polite', id: 'voz' });

export function announce(text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (LIVE_REGION.textContent !== text) LIVE_REGION.textContent = text;
  }, PAUSE_MS);
}

/** Separates the letters, so that a screen reader does not read them as a word. */
export const spellOut = (curp: string): string => Array.from(curp).join(' ');
