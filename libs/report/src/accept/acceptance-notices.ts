import type { Finding } from '../outcome';
import { groupedBy } from '../text/grouped-by';
import { countOf, counted } from '../text/words';
import { onOneLine } from '@stackcheck/pictures/markup';
import type { Acceptance } from './acceptance';

/** What became of acceptances. */
interface AcceptanceUse {
  /** Those that took something out, or a part of it. */
  readonly used: ReadonlySet<Acceptance>;
  readonly counting: readonly Finding[];
  readonly day: string;
}

/**
 * Sentences on entries that expired or matched nothing, each by its line, and for each VEX document how many of its statements
 * matched nothing.
 */
export function acceptanceNotices(
  acceptances: readonly Acceptance[],
  { used, counting, day }: AcceptanceUse,
  covers: (acceptance: Acceptance, finding: Finding) => boolean,
): readonly string[] {
  const entries = acceptances.filter(({ from }) => from.kind === 'entry');
  const said = entries.flatMap((entry) => {
    const { until } = entry;
    if (until === null || until >= day) return used.has(entry) ? [] : [`${nameOf(entry)} matches nothing: take it out`];
    const isNeeded = counting.some((finding) => covers(entry, finding));
    return [
      isNeeded
        ? `${nameOf(entry)} expired on ${until}, so it counts again: mend it or accept it until a later day`
        : `${nameOf(entry)} expired on ${until} and nothing needs it: take it out`,
    ];
  });
  return [...said, ...vexNotices(acceptances, used)];
}

function vexNotices(acceptances: readonly Acceptance[], used: ReadonlySet<Acceptance>): readonly string[] {
  const statements = acceptances.filter(({ from }) => from.kind === 'vex');
  const files = groupedBy(statements, ({ from }) => from.file);
  return [...files].flatMap(([file, ofFile]) => {
    const unused = ofFile.filter((statement) => !used.has(statement)).length;
    const of = countOf(ofFile.length, 'statement');
    return unused === 0 ? [] : [`${onOneLine(file)}: ${counted(unused)} of ${of} matched nothing`];
  });
}

function nameOf({ id, product, packages, from }: Acceptance): string {
  const line = from.line === undefined ? '' : ` line ${from.line}`;
  const only = packages === null ? '' : ` in ${packages.join(', ')}`;
  return onOneLine(`${from.file}${line}: the acceptance of ${id ?? product}${only}`);
}
