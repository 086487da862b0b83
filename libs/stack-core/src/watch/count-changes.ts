import type { Change, ChangeType } from './change';

/** Changes by what they mean for the stack, in wire names. Together they are all changes. */
export interface ChangeCounts {
  /** Something speaks against the stack that did not before. */
  readonly new: number;
  /** Something no longer does. */
  readonly resolved: number;
  /** Something is otherwise than before. */
  readonly changed: number;
}

const MEANING: Readonly<Record<ChangeType, keyof ChangeCounts>> = {
  malware_added: 'new',
  kev_added: 'new',
  kev_overdue: 'new',
  epss_above: 'new',
  vulnerability_added: 'new',
  package_unresolved: 'new',
  eol_soon: 'new',
  malware_removed: 'resolved',
  kev_removed: 'resolved',
  epss_below: 'resolved',
  vulnerability_removed: 'resolved',
  package_resolved: 'resolved',
  eol_status_changed: 'changed',
  eol_date_changed: 'changed',
  vulnerability_severity_changed: 'changed',
  vulnerabilities_changed: 'changed',
  fix_available: 'changed',
  fix_removed: 'changed',
  kev_due_changed: 'changed',
  kev_ransomware_changed: 'changed',
  latest_changed: 'changed',
  epss_model_changed: 'changed',
};

/** Counts changes by meaning. */
export function countChanges(changes: readonly Change[]): ChangeCounts {
  const count = (meaning: keyof ChangeCounts) => changes.filter(({ type }) => MEANING[type] === meaning).length;
  return { new: count('new'), resolved: count('resolved'), changed: count('changed') };
}
