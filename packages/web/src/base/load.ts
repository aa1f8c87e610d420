/** Loads another script of the page, once: in the page by an element, in a worker by its own means. */

declare function importScripts(...urls: string[]): void;

const loaded = new Map<string, Promise<void>>();

export async function loadScript(file: string): Promise<void> {
  const loading = loaded.get(file) ?? insertScript(file);
  loaded.set(file, loading);
  try {
    await loading;
  } catch (error) {
    loaded.delete(file); // the next time it may be there
    throw error;
  }
}

async function insertScript(file: string): Promise<void> {
  if (typeof document === 'undefined') {
    importScripts(file);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = file;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(file)));
    document.head.append(script);
  });
}
