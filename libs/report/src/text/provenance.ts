import type { Outcome } from '../outcome';
import { onOneLine } from '@stackcheck/pictures/markup';
import { counted } from './words';

/** The ids of the snapshots that were asked: `eol-20261122T081502Z, osv-20261122T092947Z`. */
export function snapshotNames({ snapshots }: Outcome): string {
  return snapshots.map(({ snapshot_id }) => onOneLine(snapshot_id)).join(', ');
}

/** The age of the oldest snapshot: `2 h old`, `3 days old`; empty without one. */
export function ageText({ snapshots }: Outcome): string {
  if (snapshots.length === 0) return '';
  const hours = Math.max(...snapshots.map(({ age_hours }) => age_hours));
  if (hours < 1) return 'less than 1 h old';
  return hours < 48 ? `${Math.floor(hours)} h old` : `${counted(Math.floor(hours / 24))} days old`;
}

/** What the data are worth: signed snapshots were verified before they were asked. */
export function provenanceText({ source, snapshots }: Outcome): string {
  if (source === 'demo') return 'demo data';
  if (snapshots.some(({ starter }) => starter)) return 'embedded sample data that knows little';
  if (source === 'api') return 'answered by the API';
  return snapshots.length === 0 ? 'no snapshot' : 'signature good';
}

/** The newest instant at which upstream was asked, for formats that want a time: a check has no clock of its own. */
export function instantOf({ snapshots, day }: Outcome): string {
  const instants = snapshots.map(({ as_of }) => as_of).sort();
  return instants.at(-1) ?? `${day}T00:00:00Z`;
}
