import { parseReference } from '@stackcheck/image-parser';
import type { EntryList } from '../entries/entry-list';

/**
 * Adds an image whose variables have been put in. What is no reference is a problem that says why; a variable that is left, or an
 * expression of a template (`{{ … }}`, `<% … %>`), stands for what only another program knows and is listed apart.
 */
export function addImage(list: EntryList, ref: string, line: number | undefined): void {
  if (/\$|\{\{|<%/.test(ref)) return list.addApart(ref, 'variable', line);
  const reference = parseReference(ref);
  if (!('fault' in reference)) return list.addImage(ref, line);
  list.addProblem(`names an image that cannot be read: ${reference.fault}`, line);
}

/** Whether a valid reference has a tag or a digest of its own. */
export function isPinned(ref: string): boolean {
  return ref.includes('@') || ref.lastIndexOf(':') > ref.lastIndexOf('/');
}
