/**
 * What a link of the page says: a section, and data if somebody asked for a link with them. It stands in the fragment,
 * which no browser sends to a server, and the data are taken out of the address as soon as they are read.
 */

export function enlace(seccion: string, datos: Readonly<Record<string, string>>): string {
  const [base = ''] = location.href.split('#');
  return `${base}#${seccion}?${new URLSearchParams(datos).toString()}`;
}

export interface Fragmento {
  readonly seccion: string;
  readonly datos: Readonly<Record<string, string>> | null;
}

export function leerFragmento(): Fragmento {
  const [seccion = '', consulta] = location.hash.slice(1).split('?');
  const datos = consulta === undefined ? null : Object.fromEntries(new URLSearchParams(consulta));
  if (datos !== null) history.replaceState(null, '', `#${seccion}`);
  return { seccion, datos };
}
