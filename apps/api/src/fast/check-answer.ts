import type { MetaDeps } from '@stackcheck/queries';
import { noItemKnown, type EolCheckInput } from '@stackcheck/queries/eol';
import { checkBytes, checkReport, writeInString } from './check-report';
import { inString, keepInString } from './text-in-json';

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
  const report = checkReport(snapshot.index, items, deps.today);
  if (report.matched === 0) throw noItemKnown(items, snapshot);
  const meta = JSON.stringify(deps.metaOf('eol'));
  const bytes = checkBytes(report, '{"data":', `,"meta":${meta}}`);
  keepInString(bytes, (into, at) => {
    const end = writeInString(report, into, at + into.write('{\\"data\\":', at));
    return end + into.write(`,\\"meta\\":${inString(meta)}}`, end);
  });
  return { bytes, contentType: 'application/json' };
}
