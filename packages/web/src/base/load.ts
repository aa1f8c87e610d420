/** Loads another file of the page once: a script, on the page or in a worker, or a style sheet. */

declare function importScripts(...urls: string[]): void;

const loaded = new Map<string, Promise<void>>();

export async function loadFile(file: string): Promise<void> {
  const loading = loaded.get(file) ?? insertFile(file);
  loaded.set(file, loading);
  try {
    await loading;
  } catch (error) {
    loaded.delete(file); // so that the next call tries again
    throw error;
  }
}

async function insertFile(file: string): Promise<void> {
  if (typeof document === 'undefined') {
    importScripts(file);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const element = file.endsWith('.css')
      ? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: file })
      : Object.assign(document.createElement('script'), { src: file });
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error(file)));
    document.head.append(element);
  });
}
