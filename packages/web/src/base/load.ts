/** Loads another script of the page once, on the page or in a worker. */

declare function importScripts(...urls: string[]): void;

const loaded = new Map<string, Promise<void>>();

export async function loadScript(file: string): Promise<void> {
  const loading = loaded.get(file) ?? insertScript(file);
  loaded.set(file, loading);
  try {
    await loading;
  } catch (error) {
    loaded.delete(file); // so that the next call tries again
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
