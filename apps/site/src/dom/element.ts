/** What stands in an element: texts are texts, never markup. */
export type Child = Node | string | number | null;

/** An element of the page; `class` and all else in `attributes` are set as they are. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(
    ...children.filter((child) => child !== null).map((child) => (child instanceof Node ? child : `${child}`)),
  );
  return made;
}

/**
 * The element of this id, which the server put into the page.
 * @throws Error where it is missing or of another kind: page and script are of different builds
 */
export function found<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const there = document.getElementById(id);
  if (!(there instanceof kind)) throw new Error(`the page has no ${kind.name} "${id}"`);
  return there;
}

/** A status: the word first, its colour only adds to it. */
export function status(word: string, kind: 'supported' | 'security-only' | 'eol' | 'unknown'): HTMLElement {
  return element('span', { class: `status ${kind}` }, word);
}

/** A table with its caption, header cells and one row per entry, which stacks on a narrow screen. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLTableElement {
  const head = element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)));
  const body = rows.map((cells) =>
    element(
      'tr',
      {},
      ...cells.map((cell, at) =>
        at === 0 ? element('th', { scope: 'row' }, cell) : element('td', { 'data-label': columns[at] ?? '' }, cell),
      ),
    ),
  );
  return element(
    'table',
    { class: 'rows' },
    element('caption', {}, caption),
    element('thead', {}, head),
    element('tbody', {}, ...body),
  );
}
