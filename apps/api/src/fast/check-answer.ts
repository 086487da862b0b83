import type { MetaDeps } from '@stackcheck/queries';
import { noItemKnown, type EolCheckInput } from '@stackcheck/queries/eol';
import { checkText } from './check-text';

/**
 * The answer of the query `eol_check` as bytes. Only answers of today are written fast: what is kept is of one day, and questions
 * about others would take its place.
 */
export function checkAnswer(
  { items, as_of: asOf }: EolCheckInput,
  deps: MetaDeps,
): { readonly bytes: Uint8Array; readonly contentType: string } | undefined {
  if (asOf !== undefined && asOf !== null) return undefined;
  const snapshot = deps.data('eol');
  const { matched, text } = checkText(snapshot.index, items, deps.today);
  if (matched === 0) throw noItemKnown(items, snapshot);
  const bytes = Buffer.from(`{"data":${text},"meta":${JSON.stringify(deps.metaOf('eol'))}}`);
  return { bytes, contentType: 'application/json' };
}
