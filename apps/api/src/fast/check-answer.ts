import type { CheckItem } from '@stackcheck/eol-core';
import type { MetaDeps } from '@stackcheck/queries';
import { noItemKnown } from '@stackcheck/queries/eol';
import { checkText } from './check-text';

/** The answer of the query `eol_check` as bytes. */
export function checkAnswer(
  { items }: { readonly items: readonly CheckItem[] },
  deps: MetaDeps,
): { readonly bytes: Uint8Array; readonly contentType: string } {
  const snapshot = deps.data('eol');
  const { matched, text } = checkText(snapshot.index, items, deps.today);
  if (matched === 0) throw noItemKnown(items, snapshot);
  const bytes = Buffer.from(`{"data":${text},"meta":${JSON.stringify(deps.metaOf('eol'))}}`);
  return { bytes, contentType: 'application/json' };
}
