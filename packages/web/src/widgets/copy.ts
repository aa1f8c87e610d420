/** Copies a text, and says so on the button that was used. */
import { h } from '../base/dom.js';
import { type Clave, t } from '../base/language.js';
import { decir } from '../base/announce.js';

const VISTA_MS = 1800;

/** A button that copies what it is told to. */
export function botonDeCopiar(rotulo: Clave, texto: () => string, hecho: Clave = 'copiada'): HTMLButtonElement {
  const boton = h('button', { type: 'button', class: 'boton', t: rotulo });
  boton.addEventListener('click', () => {
    void avisar();
  });
  return boton;

  async function avisar(): Promise<void> {
    const dicho = t((await copiar(texto())) ? hecho : 'no_copiada');
    boton.textContent = dicho;
    decir(dicho);
    setTimeout(() => (boton.textContent = t(rotulo)), VISTA_MS);
  }
}

async function copiar(texto: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(texto);
    return true;
  } catch {
    return copiarPorSeleccion(texto);
  }
}

/** Where there is no clipboard to write to, as in a page that came without encryption. */
function copiarPorSeleccion(texto: string): boolean {
  const area = h('textarea', { class: 'oculto', readonly: true });
  area.value = texto;
  document.body.append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way there is without `navigator.clipboard`
  const bien = document.execCommand('copy');
  area.remove();
  return bien;
}
