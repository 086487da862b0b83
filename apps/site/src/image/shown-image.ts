import { element } from '../dom/element';
import type { ReadImage, ReadPart } from './read-image';

/** A reference with each of its parts in the colour of its role, and the parts in words. */
export function shownImage({ reference, tag, parts }: ReadImage): HTMLElement {
  const { registry, repository, digest } = reference;
  const piece = (text: string, role: string) => element('span', { class: `part ${role}` }, text);
  const code = element(
    'code',
    {},
    piece(`${registry}/`, 'none'),
    piece(repository, 'image'),
    ...(tag.length === 0 ? [] : [piece(':', 'none')]),
    ...tag.map(({ text, role }) => piece(text, role ?? 'none')),
    digest === null ? null : piece(`@${digest}`, 'none'),
  );
  return element(
    'div',
    { class: 'big' },
    code,
    element('ul', { class: 'tags' }, ...parts.map(shownPart)),
    element(
      'p',
      { class: 'small soft' },
      'As it is typed. Read adds names of releases, what is supported today, and until when.',
    ),
  );
}

function shownPart({ role, id, label, version }: ReadPart): HTMLElement {
  const name = `${label ?? 'not known'}${version === null ? '' : ` ${version}`}`;
  const query = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  return element(
    'li',
    {},
    element('span', { class: `part ${role}` }, role.replace('_', ' ')),
    ' ',
    id === null ? name : element('a', { href: `/p/${encodeURIComponent(id)}${query}` }, name),
  );
}
