import { toCalendarDate } from '@stackcheck/contract/calendar-date';
import type { CycleInUse, Outcome } from '../../outcome';
import { placeText } from '../../text/finding-texts';
import { onOneLine } from '../../text/plain';
import { contentLine, textValue } from './content-line';
import type { ReportFormat } from '../report-format';

/** A calendar (RFC 5545) with an all-day event on the day on which each release cycle in use ends. */
export const ICS_FORMAT: ReportFormat = {
  id: 'ics',
  label: 'iCalendar, ends of the release cycles in use',
  mediaType: 'text/calendar',
  extension: '.ics',
  write: (outcome) => {
    const lines = [
      contentLine('BEGIN', 'VCALENDAR'),
      contentLine('VERSION', '2.0'),
      contentLine('PRODID', '-//stackcheck//stackcheck//EN'),
      contentLine('CALSCALE', 'GREGORIAN'),
      contentLine('METHOD', 'PUBLISH'),
      contentLine('X-WR-CALNAME', 'Ends of support'),
      contentLine('REFRESH-INTERVAL;VALUE=DURATION', 'P1D'),
      ...[...endingCycles(outcome)].flatMap(([uid, cycle]) => eventOf(uid, cycle, stampOf(outcome))),
      contentLine('END', 'VCALENDAR'),
    ];
    return lines.join('');
  },
};

type EndingCycle = CycleInUse & { readonly ends: string };

/** By UID: the same from one snapshot to the next, so that a calendar moves an event instead of adding another. */
function endingCycles({ cycles }: Outcome): ReadonlyMap<string, EndingCycle> {
  const byUid = new Map<string, EndingCycle>();
  for (const cycle of cycles) {
    const uid = `${uidPart(cycle.product)}/${uidPart(cycle.cycle)}/end@stackcheck`;
    if (cycle.ends !== null && !byUid.has(uid)) byUid.set(uid, { ...cycle, ends: cycle.ends });
  }
  return byUid;
}

/** Letters, digits and signs that no calendar changes. */
function uidPart(text: string): string {
  return encodeURIComponent(onOneLine(text)).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** The instant of the snapshot that the days come from, in the form of DTSTAMP: not that of writing, so equal data are equal bytes. */
function stampOf({ snapshots, day }: Outcome): string {
  const asOf = (snapshots.find(({ dataset }) => dataset === 'eol') ?? snapshots[0])?.as_of ?? `${day}T00:00:00Z`;
  return `${asOf.slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function eventOf(uid: string, { label, cycle, ends, extended_until, places }: EndingCycle, stamp: string) {
  const used = places.map(placeText);
  const description = [
    `Security support of ${onOneLine(label)} ${onOneLine(cycle)} ends on ${ends}.`,
    ...(extended_until === null ? [] : [`Extended support ends on ${extended_until}.`]),
    ...(used.length === 0 ? [] : [`Used in: ${used.join(', ')}`]),
  ];
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', textValue(uid)),
    contentLine('DTSTAMP', stamp),
    contentLine('DTSTART;VALUE=DATE', compact(ends)),
    contentLine('DTEND;VALUE=DATE', compact(dayAfter(ends))),
    contentLine('SUMMARY', textValue(`${onOneLine(label)} ${onOneLine(cycle)}: end of support`)),
    contentLine('DESCRIPTION', textValue(description.join('\n'))),
    contentLine('CATEGORIES', 'END OF SUPPORT'),
    contentLine('TRANSP', 'TRANSPARENT'),
    contentLine('END', 'VEVENT'),
  ];
}

function compact(day: string): string {
  return day.replaceAll('-', '');
}

/** The end of an all-day event is the first day after it. */
function dayAfter(day: string): string {
  return toCalendarDate(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
}
