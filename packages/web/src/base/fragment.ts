/**
 * Links to a section of the page, with data if the user asks for that. The data go in the fragment, which browsers do
 * not send to a server. The page removes them from its address as soon as it has read them.
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
