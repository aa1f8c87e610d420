/** Announces a new result to screen readers once the typing pauses. */
import { h } from './dom.js';

const ANNOUNCE_MS = 700;
const REGION_ID = 'voz';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the element that screen readers watch. */
export const liveRegion = (): HTMLElement =>
  h('div', { class: 'oculto', role: 'status', 'aria-live': 'polite', id: REGION_ID });

export function announce(text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const region = document.getElementById(REGION_ID);
    if (region !== null && region.textContent !== text) region.textContent = text;
  }, ANNOUNCE_MS);
}

/** Separates the letters, so that a screen reader does not read them as a word. */
export const spellOut = (curp: string): string => Array.from(curp).join(' ');
