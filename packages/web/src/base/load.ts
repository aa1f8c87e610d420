/** Loads another script of the page, once: in the page by an element, in a worker by its own means. */

declare function importScripts(...urls: string[]): void;

const cargados = new Map<string, Promise<void>>();

export async function cargar(archivo: string): Promise<void> {
  const carga = cargados.get(archivo) ?? traer(archivo);
  cargados.set(archivo, carga);
  try {
    await carga;
  } catch (error) {
    cargados.delete(archivo); // the next time it may be there
    throw error;
  }
}

async function traer(archivo: string): Promise<void> {
  if (typeof document === 'undefined') {
    importScripts(archivo);
    return;
  }
  await new Promise<void>((listo, mal) => {
    const guion = document.createElement('script');
    guion.src = archivo;
    guion.addEventListener('load', () => listo());
    guion.addEventListener('error', () => mal(new Error(archivo)));
    document.head.append(guion);
  });
}
