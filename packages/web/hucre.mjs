/**
 * Patches hucre, the workbook library, for the page. In a browser hucre inflates a whole sheet at once, so that all rows
 * pile up in an array and taking one moves all others. The patched copy inflates in pieces and waits until its rows are
 * taken.
 */
const PATCHES = {
  'hucre/dist/zip/reader.mjs': [
    `new ReadableStream({ start(controller) {
					controller.enqueue(compressedData);
					controller.close();
				} })`,
    `new ReadableStream({ offset: 0, pull(controller) {
					if (this.offset >= compressedData.length) controller.close();
					else controller.enqueue(compressedData.subarray(this.offset, this.offset += 16384));
				} })`,
  ],
  'hucre/dist/xlsx/stream-reader.mjs': [
    'const { done: rDone, value } = await sourceReader.read();',
    `while (pendingRows.length > 0 && !aborted) await new Promise((resolve) => {
					const { port1, port2 } = new MessageChannel();
					port1.onmessage = () => { port1.close(); resolve(); };
					port2.postMessage(0);
				});
				const { done: rDone, value } = await sourceReader.read();`,
  ],
};

/** Patches the code of a module; `null` if it is none of those. */
export function patchHucre(code, id) {
  const patch = Object.entries(PATCHES).find(([file]) => id.endsWith(file))?.[1];
  if (patch === undefined) return null;
  const [before, after] = patch;
  if (code.split(before).length !== 2) throw new Error(`${id} has changed: adapt the patch in ${import.meta.url}`);
  return { code: code.replace(before, () => after), map: null };
}
