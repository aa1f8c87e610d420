/** Draws bars in SVG, for light and dark pages. */

const [WIDTH, NAMES, BARS] = [760, 250, 400];
const [ROW, BAR, GAP] = [26, 16, 14];
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600 }
  .name { text-anchor: end }
  rect { fill: #8c959f }
  .ours { fill: #1f883d }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } rect { fill: #6e7681 } .ours { fill: #3fb950 } }`;

const plain = (text) => text.replaceAll('`', '');
const escaped = (text) => plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Draws groups of bars: `{ title, rows, most }`. A row is a name, a value, the value in words, and whether it is this
 * project's. `most` is the value of a full bar: by default, the greatest of the group.
 */
export function bars(title, groups) {
  let y = 0;
  const shapes = groups.flatMap((group) => {
    const most = group.most ?? Math.max(...group.rows.map(([, value]) => value));
    const heading = `<text class="title" x="${NAMES}" y="${y + 17}">${escaped(group.title)}</text>`;
    y += ROW;
    const lines = group.rows.map(([name, value, words, isOurs]) => {
      const width = Math.max(1, (value / most) * BARS);
      const [top, base] = [y + (ROW - BAR) / 2, y + ROW / 2 + 4.5];
      y += ROW;
      return [
        `<text class="name" x="${NAMES - 10}" y="${base}">${escaped(name)}</text>`,
        `<rect${isOurs ? ' class="ours"' : ''} x="${NAMES}" y="${top}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/>`,
        `<text x="${(NAMES + width + 8).toFixed(1)}" y="${base}">${escaped(words)}</text>`,
      ].join('');
    });
    y += GAP;
    return [heading, ...lines];
  });
  const alt = plain(`${title}. ${groups.map(inWords).join(' ')}`);
  const size = `viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}"`;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n<title>${escaped(alt)}</title>`;
  return { alt, svg: `${open}\n<style>${STYLE}\n</style>\n${shapes.join('\n')}\n</svg>\n` };
}

const inWords = ({ title, rows }) => `${title}: ${rows.map(([name, , words]) => `${name} ${words}`).join(', ')}.`;
