import type { StackVerdict } from '@stackcheck/stack-core/report';
import type { Outcome, OutcomeSummary } from '../../outcome';
import { judgedText } from '../../text/counts';
import { wrapParts, wrapWords } from '../../text/fit-text';
import { ageText, provenanceText, snapshotNames } from '../../text/provenance';
import { counted } from '../../text/words';
import type { Paint } from './paint';

/** The last line: what was read, the verdict, and the data it rests on; broken between its parts where it is too long. */
export function countsLine(outcome: Outcome, columns: number, paint: Paint): readonly string[] {
  const { summary, verdict, policy } = outcome;
  const apart = summary.apart > 0 ? `, ${counted(summary.apart)} apart` : '';
  const read = `${judgedText(summary)}${apart}`;
  const word = verdictText(verdict, summary);
  const day = policy.as_of === undefined ? '' : `as of ${policy.as_of}`;
  const parts = [read, word, day, snapshotNames(outcome), ageText(outcome), provenanceText(outcome)];
  const lines = wrapParts(
    parts.filter((part) => part !== '').flatMap((part) => wrapWords(part, columns)),
    ' · ',
    columns,
  );
  // Painting comes last, since its codes have no width.
  let isPainted = false;
  return lines.map((line) => {
    const at = isPainted ? -1 : ` ${line} `.indexOf(` ${word} `);
    if (at < 0) return paint.soft(line);
    isPainted = true;
    const [before, after] = [line.slice(0, at), line.slice(at + word.length)];
    return `${before && paint.soft(before)}${paint.level(verdict, word)}${after && paint.soft(after)}`;
  });
}

/** The verdict with the number of findings that made it: `fail (2)`. */
export function verdictText(verdict: StackVerdict, summary: OutcomeSummary): string {
  return verdict === 'pass' ? 'pass' : `${verdict} (${counted(summary[verdict])})`;
}

/** What was found and does not count. */
export function acceptedLine({ accepted, known }: Outcome, columns: number): readonly string[] {
  const days = accepted.flatMap(({ until }) => until ?? []).sort();
  const until = days.length === 0 ? '' : ` (the first until ${days[0]})`;
  const parts = [
    ...(accepted.length > 0 ? [`${counted(accepted.length)} accepted${until}`] : []),
    ...(known.length > 0 ? [`${counted(known.length)} known to the baseline`] : []),
  ];
  return parts.length === 0 ? [] : wrapWords(`Not counted: ${parts.join(', ')}.`, columns);
}
