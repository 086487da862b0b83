import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { CycleStatus } from '@stackcheck/eol-core';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import type { Severity, UncheckedReason } from '@stackcheck/osv-core';
import { sha256Hex } from '@stackcheck/signing/sha256';
import type { StackRef } from '../stack';

/** Support status in a change; `unknown` where no cycle was found. */
export type WatchedStatus = CycleStatus | 'unknown';

/**
 * Why a vulnerability is no longer reported: its record was withdrawn; its ranges no longer hold the version; it is one with
 * another now; or its record is gone.
 */
export type RemovalReason = 'withdrawn' | 'range_changed' | 'merged' | 'record_removed';

/** What a change says besides where it is, by type, in wire names. */
export type ChangeDetail =
  | { readonly type: 'malware_added' }
  | { readonly type: 'malware_removed'; readonly why: RemovalReason }
  | { readonly type: 'kev_added'; readonly kev: KevEntryView }
  | { readonly type: 'kev_overdue'; readonly due_date: CalendarDate }
  | { readonly type: 'kev_due_changed'; readonly from: CalendarDate; readonly to: CalendarDate }
  | { readonly type: 'kev_ransomware_changed'; readonly from: boolean; readonly to: boolean }
  | { readonly type: 'kev_removed' }
  | {
      readonly type: 'vulnerability_added';
      readonly severity: Severity | null;
      readonly fixed: string | null;
      readonly kev: KevEntryView | null;
    }
  | { readonly type: 'vulnerability_severity_changed'; readonly from: Severity | null; readonly to: Severity | null }
  | { readonly type: 'fix_available'; readonly fixed: string; readonly minimum_safe: string | null }
  | { readonly type: 'fix_removed' }
  | { readonly type: 'vulnerability_removed'; readonly why: RemovalReason; readonly severity: Severity | null }
  | { readonly type: 'vulnerabilities_changed'; readonly from: number; readonly to: number }
  | { readonly type: 'package_unresolved'; readonly reason: UncheckedReason }
  | { readonly type: 'package_resolved' }
  | {
      readonly type: 'eol_status_changed';
      readonly from: WatchedStatus;
      readonly to: WatchedStatus;
      readonly eol: CalendarDate | null;
    }
  | { readonly type: 'eol_soon'; readonly eol: CalendarDate; readonly days_until_eol: number }
  | { readonly type: 'eol_date_changed'; readonly from: CalendarDate | null; readonly to: CalendarDate | null }
  | { readonly type: 'epss_above'; readonly epss: EpssView }
  | { readonly type: 'epss_below'; readonly epss: EpssView | null }
  | { readonly type: 'epss_model_changed'; readonly from: string; readonly to: string }
  | { readonly type: 'latest_changed'; readonly latest: string | null };

/** Every type of change, in the order in which they are reported. */
export const CHANGE_TYPES = [
  'malware_added',
  'kev_added',
  'kev_overdue',
  'epss_above',
  'vulnerability_added',
  'package_unresolved',
  'eol_status_changed',
  'vulnerability_severity_changed',
  'vulnerabilities_changed',
  'fix_removed',
  'kev_due_changed',
  'kev_ransomware_changed',
  'eol_soon',
  'eol_date_changed',
  'fix_available',
  'package_resolved',
  'vulnerability_removed',
  'kev_removed',
  'epss_below',
  'malware_removed',
  'epss_model_changed',
  'latest_changed',
] as const satisfies readonly ChangeDetail['type'][];

/** One type of change. */
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** Where a change is. */
export interface ChangePlace {
  readonly ref: StackRef;
  /** The entry as sent: `python 3.8`, an image, a CVE, a purl. */
  readonly subject: string;
  /** The vulnerability, or the part of the image; null where the subject says it all. */
  readonly id: string | null;
}

/** Something that is not as it was, in wire names. */
export type Change = { readonly key: string } & ChangePlace & ChangeDetail;

/**
 * A change with its key: 16 hex digits of the SHA-256 of type, subject, id and `value`, which is what it changed from and to.
 * The same change reported twice has the same key, wherever in the list its subject stands; what changes again has another.
 */
export function toChange(place: ChangePlace, detail: ChangeDetail, value: unknown = valueOf(detail)): Change {
  const text = JSON.stringify([detail.type, place.subject, place.id, value]);
  return { key: sha256Hex(text).slice(0, 16), ...place, ...detail };
}

/** What distinguishes a change from another one of the same thing; nothing that moves with the clock or with texts. */
function valueOf(detail: ChangeDetail): unknown {
  switch (detail.type) {
    case 'kev_added':
      return [detail.kev.cve, detail.kev.date_added];
    case 'kev_overdue':
      return detail.due_date;
    case 'eol_soon':
      return detail.eol;
    case 'latest_changed':
      return detail.latest;
    case 'package_unresolved':
      return detail.reason;
    case 'kev_due_changed':
    case 'kev_ransomware_changed':
    case 'vulnerability_severity_changed':
    case 'vulnerabilities_changed':
    case 'eol_status_changed':
    case 'eol_date_changed':
    case 'epss_model_changed':
      return [detail.from, detail.to];
    case 'fix_available':
      return detail.fixed;
    case 'malware_added':
    case 'vulnerability_added':
    case 'vulnerability_removed':
    case 'malware_removed':
    case 'fix_removed':
    case 'package_resolved':
    case 'kev_removed':
    case 'epss_above':
    case 'epss_below':
      return null;
  }
}
