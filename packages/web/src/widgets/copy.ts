/** A button that copies a text to the clipboard and then says so. */
import { h } from '../base/dom.js';
import { type TextKey, t } from '../base/language.js';
import { announce } from '../base/announce.js';

const SHOWN_MS = 1800;

export function copyButton(label: TextKey, text: () => string, result: TextKey = 'copiada'): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'boton', t: label });
  button.addEventListener('click', () => {
    void copyAndTell();
  });
  return button;

  async function copyAndTell(): Promise<void> {
    const message = t((await copyText(text())) ? result : 'no_copiada');
    button.textContent = message;
    announce(message);
    setTimeout(() => (button.textContent = t(label)), SHOWN_MS);
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** For pages without `navigator.clipboard`, such as those served over plain HTTP. */
function copyBySelection(text: string): boolean {
  const area = h('textarea', { class: 'oculto', readonly: true });
  area.value = text;
  document.body.append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way there is without `navigator.clipboard`
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
