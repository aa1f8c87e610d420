/**
 * The library for workbooks inflates a sheet at once and reads on whether or not anybody takes its rows. Node inflates
 * elsewhere and a bit at a time; in a browser all the rows of a sheet pile up, and each that is taken moves all others.
 * So the page's copy of it inflates in pieces, and waits until the rows that it has are taken.
 */
const CAMBIOS = {
  'hucre/dist/zip/reader.mjs': [
    `new ReadableStream({ start(controller) {
					controller.enqueue(compressedData);
					controller.close();
				} })`,
    `new ReadableStream({ desde: 0, pull(controller) {
					if (this.desde >= compressedData.length) controller.close();
					else controller.enqueue(compressedData.subarray(this.desde, this.desde += 16384));
				} })`,
  ],
  'hucre/dist/xlsx/stream-reader.mjs': [
    'const { done: rDone, value } = await sourceReader.read();',
    `while (pendingRows.length > 0 && !aborted) await new Promise((listo) => {
					const { port1, port2 } = new MessageChannel();
					port1.onmessage = () => { port1.close(); listo(); };
					port2.postMessage(0);
				});
				const { done: rDone, value } = await sourceReader.read();`,
  ],
};

/** The text of a module, changed if it is one of those. */
export function sinAmontonar(codigo, id) {
  const cambio = Object.entries(CAMBIOS).find(([archivo]) => id.endsWith(archivo))?.[1];
  if (cambio === undefined) return null;
  const [antes, despues] = cambio;
  if (codigo.split(antes).length !== 2) throw new Error(`${id} is not as it was: see ${import.meta.url}`);
  return { code: codigo.replace(antes, () => despues), map: null };
}
