import { collectImageRows, inTableOrder, type ImageTableRow } from '@stackcheck/eol-core/images';
import type { CooperativeTask } from '../tasks/cooperative-task';
import { toProducts } from './products';
import type { EolSnapshot } from './records';

/** Both the table's digest and the look-ups need the rows, and making them takes a while. */
const made = new WeakMap<EolSnapshot, readonly ImageTableRow[]>();

/** The image table of a snapshot, made once. */
export function* imageRowsOf(content: EolSnapshot): CooperativeTask<readonly ImageTableRow[]> {
  const known = made.get(content);
  if (known) return known;
  const found: ImageTableRow[] = [];
  for (const row of collectImageRows(yield* toProducts(content))) {
    found.push(row);
    yield;
  }
  const rows = inTableOrder(found);
  made.set(content, rows);
  yield;
  return rows;
}
