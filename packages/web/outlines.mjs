/** Simplifies the outlines of the map for a small picture: whole coordinates, no empty steps. */

/** @param {string} code a module that holds paths of SVG as `"path":"m …"` */
export function simplifyOutlines(code) {
  return {
    code: code.replaceAll(/("path":\s*")([^"]+)"/g, (_, before, path) => `${before}${round(path)}"`),
    map: null,
  };
}

function round(path) {
  let [x, y] = [0, 0];
  let [px, py] = [0, 0];
  let start = [0, 0];
  let out = '';
  for (const [, command, args] of path.matchAll(/([mlhvzMLHVZ])([^mlhvzMLHVZ]*)/g)) {
    if (command.toLowerCase() === 'z') {
      out += 'z';
      [x, y] = start;
      [px, py] = start.map(Math.round);
      continue;
    }
    const numbers = args.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
    const perStep = 'hv'.includes(command.toLowerCase()) ? 1 : 2;
    for (let i = 0; i < numbers.length; i += perStep) {
      const relative = command === command.toLowerCase();
      const [a, b = 0] = numbers.slice(i, i + perStep);
      if (command === 'h' || command === 'H') x = relative ? x + a : a;
      else if (command === 'v' || command === 'V') y = relative ? y + a : a;
      else [x, y] = relative ? [x + a, y + b] : [a, b];
      const [qx, qy] = [Math.round(x), Math.round(y)];
      const isStart = i === 0 && command.toLowerCase() === 'm';
      if (isStart) {
        start = [x, y];
        out += `M${qx} ${qy}`;
      } else if (qx !== px || qy !== py) out += `l${qx - px} ${qy - py}`;
      [px, py] = [qx, qy];
    }
  }
  return out.replaceAll(' -', '-');
}
