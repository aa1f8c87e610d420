/** Adds a note to a cell of a sheet: its text is in one part, and the frame in which Excel shows it in another. */
import { columnName } from '@curp-service/contract/columns/letters';
import { ByteSink, DECODER } from '../../bytes.js';
import type { Place } from '../../sheet/sheet-file.js';
import { answerPlaces } from '../earlier.js';
import type { Additions } from './additions.js';
import { writeEscaped } from './cell-writer.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const COMMENTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml';
const FRAMES = 'application/vnd.openxmlformats-officedocument.vmlDrawing';
/** A number that no other sheet has for its frames: Excel counts from 1. */
const FRAME_GROUP = 1077;
const LIST_END = /<\/((?:[^\s:<>/]+:)?)commentList\s*>/;

export interface NotedSheet {
  /** The name of its part. */
  readonly name: string;
  /** The parts with its notes and with frames, as its relationships name them. */
  readonly comments: readonly string[];
  readonly frames: readonly string[];
}

/**
 * Adds the note of a place, if it has one. Returns the id by which the sheet must name its first frame; an empty text if the
 * sheet need not change. A sheet with frames of other things gets no note.
 */
export async function addHeaderNote(
  parts: Additions,
  { name, comments, frames }: NotedSheet,
  place: Place,
): Promise<string> {
  const { header: row, note: text } = place;
  const [column = 0] = answerPlaces(place, 1);
  if (text === undefined) return '';
  const ref = `${columnName(column)}${row}`;
  const [known] = comments;
  const [frame, other] = frames;
  if (known !== undefined && frame !== undefined && other === undefined) {
    const list = await parts.text(known);
    const shown = await parts.text(frame);
    if (list === null || shown === null || list.includes(`ref="${ref}"`)) return '';
    parts.put(
      known,
      list.replace(LIST_END, (end, own: string) => comment(own, ref, text) + end),
    );
    parts.put(
      frame,
      shown.replace(/<\/xml>\s*$/, (end) => frameXml(row, column) + end),
    );
    return '';
  }
  if (known !== undefined || frame !== undefined) return '';
  const list = parts.free('xl/comments', '.xml');
  const drawing = parts.free('xl/drawings/vmlDrawing', '.vml');
  await parts.add(
    list,
    COMMENTS,
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${MAIN}"><authors><author>CURP</author></authors><commentList>${comment('', ref, text)}</commentList></comments>`,
  );
  await parts.add(
    drawing,
    FRAMES,
    `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${FRAME_GROUP}"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${frameXml(row, column)}</xml>`,
  );
  await parts.relate(name, 'comments', list);
  return parts.relate(name, 'vmlDrawing', drawing);
}

function comment(prefix: string, ref: string, text: string): string {
  const escaped = new ByteSink();
  writeEscaped(escaped, text);
  return `<${prefix}comment ref="${ref}" authorId="0"><${prefix}text><${prefix}t>${DECODER.decode(escaped.take())}</${prefix}t></${prefix}text></${prefix}comment>`;
}

/** Returns the frame of a note, hidden until the pointer is over its cell. It is four columns wide and six rows high. */
const frameXml = (row: number, column: number): string =>
  `<v:shape id="_x0000_s${FRAME_GROUP * 1024 + 1}" type="#_x0000_t202" style="position:absolute;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 15, ${row}, 2, ${column + 4}, 15, ${row + 6}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`;
