import { canonicalJson } from '@stackcheck/signing';
import { driftFault, sample, type GuardFault } from '../life/guards';
import type { KevRecord, KevSnapshot } from './records';

/** None of 1,404 entries went within a year; now and then upstream withdraws one. */
const ENTRY_LOSS_MAX = 0.005;
/** 40 of 1,404 entries were edited within a year; a new directive may revise more of them at once. */
const EDITED_ENTRIES_MAX = 0.1;
/** No day of listing was edited, and no known use in ransomware campaigns became unknown. */
const REWRITTEN_HISTORY_MAX = 0.01;

/** What speaks against a catalogue as the successor of the last good one. Additions and edits are the normal case. */
export function historyFaults(next: KevSnapshot, previous: KevSnapshot): readonly (GuardFault | undefined)[] {
  const now = new Map(next.entries.map((entry) => [entry.cve, entry]));
  const differing = (differ: (before: KevRecord, after: KevRecord) => boolean): number =>
    previous.entries.filter((before) => {
      const after = now.get(before.cve);
      return after !== undefined && differ(before, after);
    }).length;
  const known = previous.entries.length;
  const flagged = previous.entries.filter(({ ransomware }) => ransomware).length;
  return [
    reversedFault(next, previous),
    lossFault(now, previous),
    driftFault('entries', differing(isEdited), known, EDITED_ENTRIES_MAX),
    driftFault('days of listing', differing(isRelisted), known, REWRITTEN_HISTORY_MAX),
    driftFault('ransomware flags', differing(isUnflagged), flagged, REWRITTEN_HISTORY_MAX),
  ];
}

/** The mirror may be behind, and a cache older still: what was answered yesterday must not be forgotten today. */
function reversedFault({ meta: now }: KevSnapshot, { meta: before }: KevSnapshot): GuardFault | undefined {
  const older = now.released_at < before.released_at || compareNumbers(now.catalog_version, before.catalog_version) < 0;
  if (!older) return undefined;
  const sentence = `version ${now.catalog_version} of ${now.released_at} is older than the last snapshot's, ${before.catalog_version} of ${before.released_at}`;
  return { rule: 'version_reversed', sentence, overridable: true };
}

/** Counts who is gone, not how many are left: additions must not hide removals. */
function lossFault(now: ReadonlyMap<string, KevRecord>, { entries }: KevSnapshot): GuardFault | undefined {
  const gone = entries.filter(({ cve }) => !now.has(cve));
  if (gone.length <= entries.length * ENTRY_LOSS_MAX) return undefined;
  const sentence = `${gone.length} of ${entries.length} listed vulnerabilities are gone, e.g. ${sample(
    gone.map(({ cve }) => cve),
  )}; at most ${ENTRY_LOSS_MAX * 100} % is believed in one refresh`;
  return { rule: 'shrunken', sentence, overridable: true };
}

function isEdited(before: KevRecord, after: KevRecord): boolean {
  return canonicalJson(before) !== canonicalJson(after);
}

function isRelisted(before: KevRecord, after: KevRecord): boolean {
  return before.date_added !== after.date_added;
}

function isUnflagged(before: KevRecord, after: KevRecord): boolean {
  return before.ransomware && !after.ransomware;
}

/** `2026.08.07` before `2026.10.1`, part by part; a version that goes on is the later one. */
function compareNumbers(a: string, b: string): number {
  const [partsA, partsB] = [a.split('.').map(Number), b.split('.').map(Number)];
  const length = Math.max(partsA.length, partsB.length);
  for (let part = 0; part < length; part += 1) {
    const difference = (partsA[part] ?? -1) - (partsB[part] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
