/** Reads one chapter of a document, so that its commands and tables can be tried apart from the others. */
import { readFileSync } from 'node:fs';
import { root } from './clone.js';

/** Returns the chapter with that heading, without the heading. A missing chapter is an error. */
export function chapterOf(document: string, heading: string): string {
  const chapters = readFileSync(root + document, 'utf8').split(/^## /m);
  const found = chapters.find((chapter) => chapter.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`${document} has no chapter "${heading}".`);
  return found.slice(heading.length + 1);
}
