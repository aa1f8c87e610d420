/**
 * What a link of the page says: a section, and data if somebody asked for a link with them. It stands in the fragment,
 * which no browser sends to a server, and the data are taken out of the address as soon as they are read.
 */

export function linkTo(section: string, data: Readonly<Record<string, string>>): string {
  const [base = ''] = location.href.split('#');
  return `${base}#${section}?${new URLSearchParams(data).toString()}`;
}

export interface Fragment {
  readonly section: string;
  readonly data: Readonly<Record<string, string>> | null;
}

export function readFragment(): Fragment {
  const [section = '', query] = location.hash.slice(1).split('?');
  const data = query === undefined ? null : Object.fromEntries(new URLSearchParams(query));
  if (data !== null) history.replaceState(null, '', `#${section}`);
  return { section, data };
}
