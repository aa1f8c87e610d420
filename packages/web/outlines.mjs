/** The outlines of a map for a small picture: whole numbers, and no step that leads nowhere. */

/** @param {string} codigo a module that holds paths of SVG as `"path":"m …"` */
export function trazosEnteros(codigo) {
  return {
    code: codigo.replaceAll(/("path":\s*")([^"]+)"/g, (_, antes, trazo) => `${antes}${entero(trazo)}"`),
    map: null,
  };
}

function entero(trazo) {
  let [x, y] = [0, 0];
  let [px, py] = [0, 0];
  let inicio = [0, 0];
  let salida = '';
  for (const [, orden, argumentos] of trazo.matchAll(/([mlhvzMLHVZ])([^mlhvzMLHVZ]*)/g)) {
    if (orden.toLowerCase() === 'z') {
      salida += 'z';
      [x, y] = inicio;
      [px, py] = inicio.map(Math.round);
      continue;
    }
    const numeros = argumentos.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
    const porPaso = 'hv'.includes(orden.toLowerCase()) ? 1 : 2;
    for (let i = 0; i < numeros.length; i += porPaso) {
      const relativo = orden === orden.toLowerCase();
      const [a, b = 0] = numeros.slice(i, i + porPaso);
      if (orden === 'h' || orden === 'H') x = relativo ? x + a : a;
      else if (orden === 'v' || orden === 'V') y = relativo ? y + a : a;
      else [x, y] = relativo ? [x + a, y + b] : [a, b];
      const [qx, qy] = [Math.round(x), Math.round(y)];
      const esInicio = i === 0 && orden.toLowerCase() === 'm';
      if (esInicio) {
        inicio = [x, y];
        salida += `M${qx} ${qy}`;
      } else if (qx !== px || qy !== py) salida += `l${qx - px} ${qy - py}`;
      [px, py] = [qx, qy];
    }
  }
  return salida.replaceAll(' -', '-');
}
