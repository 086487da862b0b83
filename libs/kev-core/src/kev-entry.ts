import { daysBetween, type CalendarDate } from '@stackcheck/contract/calendar-date';
import type { CveId } from './cve-id';

/** One entry of the catalogue of known exploited vulnerabilities, as its publisher states it. */
export interface KevEntry {
  readonly cve: CveId;
  readonly vendor: string;
  readonly product: string;
  readonly name: string;
  readonly dateAdded: CalendarDate;
  /** The day by which the publisher demands remedy. Stated for each entry: directives give 3, 14, 21 days and others. */
  readonly dueDate: CalendarDate;
  /** True: use in a ransomware campaign is known. False: the publisher has no confirmation of it. */
  readonly ransomware: boolean;
  readonly requiredAction: string;
  readonly description: string;
  /** E.g. `CWE-502`; empty for older entries. */
  readonly cwes: readonly string[];
  /** Web addresses named in the entry's notes. */
  readonly references: readonly string[];
}

/** What joins show of a listed CVE: enough to decide by, in wire names. */
export interface KevEntryView {
  readonly cve: string;
  readonly date_added: CalendarDate;
  readonly due_date: CalendarDate;
  /** From the answer's day to the due date; negative when that has passed. */
  readonly days_until_due: number;
  readonly overdue: boolean;
  readonly ransomware: boolean;
}

/** A listed CVE in full, as `/v1/kev/check` answers it, in wire names. */
export interface KevFullEntry extends KevEntryView {
  readonly vendor: string;
  readonly product: string;
  readonly name: string;
  readonly required_action: string;
  readonly description: string;
  readonly cwes: readonly string[];
  readonly references: readonly string[];
}

/** An entry on a day, as joins show it. The due day itself is not overdue. */
export function kevEntryView(entry: KevEntry, today: CalendarDate): KevEntryView {
  const daysUntilDue = daysBetween(today, entry.dueDate);
  return {
    cve: entry.cve,
    date_added: entry.dateAdded,
    due_date: entry.dueDate,
    days_until_due: daysUntilDue,
    overdue: daysUntilDue < 0,
    ransomware: entry.ransomware,
  };
}

/** An entry on a day with all its texts. */
export function kevFullEntry(entry: KevEntry, today: CalendarDate): KevFullEntry {
  // Written out without spreads: they were most of the time that a batch took.
  const daysUntilDue = daysBetween(today, entry.dueDate);
  return {
    cve: entry.cve,
    vendor: entry.vendor,
    product: entry.product,
    name: entry.name,
    date_added: entry.dateAdded,
    due_date: entry.dueDate,
    days_until_due: daysUntilDue,
    overdue: daysUntilDue < 0,
    ransomware: entry.ransomware,
    required_action: entry.requiredAction,
    description: entry.description,
    cwes: entry.cwes,
    references: entry.references,
  };
}
