import { compareText } from '../compare-text';
import { compareRefs } from '../stack';
import { keyOf, LEVELS, REASON_CODES, type FoundReason, type ReasonCode } from '../check/reason';
import { severityRank } from '../check/severity-rank';
import type { Move } from './move';

/** Compares moves, the most urgent first: by the most urgent reason that each clears, then by place. */
export function mostUrgentFirst(a: Move, b: Move): number {
  const [ofA, ofB] = [a.cleared[0] as FoundReason, b.cleared[0] as FoundReason];
  return compareUrgency(ofA, ofB) || compareRefs(a.refs[0], b.refs[0]);
}

/** The reasons that a move clears, the most urgent first. */
export function clearedBy(before: readonly FoundReason[], after: readonly FoundReason[]): readonly FoundReason[] {
  if (after.length === 0) return [...before].sort(compareUrgency);
  const stays = new Set(after.map(keyOf));
  return before.filter((reason) => !stays.has(keyOf(reason))).sort(compareUrgency);
}

/**
 * What is exploited, that of ransomware campaigns before the rest, by the day on which it was or is due; then malware; then ends of
 * life by their days; then by level, code and severity.
 */
function compareUrgency(a: FoundReason, b: FoundReason): number {
  return (
    classOf(a) - classOf(b) ||
    compareText(a.due ?? '', b.due ?? '') ||
    LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) ||
    REASON_CODES.indexOf(a.code) - REASON_CODES.indexOf(b.code) ||
    severityRank(b.severity ?? null) - severityRank(a.severity ?? null) ||
    compareText(a.id, b.id)
  );
}

function classOf({ level, code, ransomware }: FoundReason): number {
  if (level === 'info') return 5;
  if (ransomware !== undefined) return ransomware ? 0 : 1;
  return CLASSES[code] ?? 4;
}

const CLASSES: Readonly<Partial<Record<ReasonCode, number>>> = { malware: 2, eol: 3, eol_soon: 3 };
