import { toCalendarDate, type CalendarDate } from '@stackcheck/contract/calendar-date';
import { onOneLine } from '../text/plain';
import { contentLine, textValue } from './content-line';

/** An all-day event. */
export interface CalendarEvent {
  /** The same from one snapshot to the next, so that a calendar moves an event instead of adding another. */
  readonly uid: string;
  readonly day: CalendarDate;
  readonly summary: string;
  /** Lines. */
  readonly description: readonly string[];
  /** An address with more; left out where there is none. */
  readonly url?: string;
}

/** A calendar with events, and a note about what it does not hold. */
export interface CalendarDocument {
  readonly name: string;
  /** ISO 8601 instant of the data: not that of writing, so equal data are equal bytes. */
  readonly asOf: string;
  readonly events: readonly CalendarEvent[];
  /** Becomes a VJOURNAL without a day. A calendar needs a component (RFC 5545 section 3.6), so one without events needs this. */
  readonly note?: { readonly uid: string; readonly text: string };
}

/** The text of a calendar (RFC 5545); two events of one UID are one. */
export function calendarText({ name, asOf, events, note }: CalendarDocument): string {
  const stamp = `${asOf.slice(0, 19).replace(/[-:]/g, '')}Z`;
  const byUid = new Map<string, CalendarEvent>();
  for (const event of events) if (!byUid.has(event.uid)) byUid.set(event.uid, event);
  const lines = [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//stackcheck//stackcheck//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', 'PUBLISH'),
    contentLine('X-WR-CALNAME', textValue(name)),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', 'P1D'),
    ...[...byUid.values()].flatMap((event) => eventLines(event, stamp)),
    ...(note !== undefined ? noteLines(note, stamp) : []),
    contentLine('END', 'VCALENDAR'),
  ];
  return lines.join('');
}

/** The day on which a release cycle ends, with a UID made of the ids of product and cycle. */
export function calendarDayEvent(
  cycle: { readonly product: string; readonly label: string; readonly cycle: string },
  { ends, extendedUntil }: { readonly ends: CalendarDate; readonly extendedUntil: CalendarDate | null },
  more: readonly string[] = [],
): CalendarEvent {
  const name = `${onOneLine(cycle.label)} ${onOneLine(cycle.cycle)}`;
  return {
    uid: `${uidPart(cycle.product)}/${uidPart(cycle.cycle)}/end@stackcheck`,
    day: ends,
    summary: `${name}: end of support`,
    description: [
      `Security support of ${name} ends on ${ends}.`,
      ...(extendedUntil === null ? [] : [`Extended support ends on ${extendedUntil}.`]),
      ...more,
    ],
  };
}

function eventLines({ uid, day, summary, description, url }: CalendarEvent, stamp: string): readonly string[] {
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', textValue(uid)),
    contentLine('DTSTAMP', stamp),
    contentLine('DTSTART;VALUE=DATE', compact(day)),
    contentLine('DTEND;VALUE=DATE', compact(dayAfter(day))),
    contentLine('SUMMARY', textValue(summary)),
    contentLine('DESCRIPTION', textValue(description.join('\n'))),
    ...(url === undefined ? [] : [contentLine('URL', url)]),
    contentLine('CATEGORIES', 'END OF SUPPORT'),
    contentLine('TRANSP', 'TRANSPARENT'),
    contentLine('END', 'VEVENT'),
  ];
}

function noteLines({ uid, text }: { readonly uid: string; readonly text: string }, stamp: string): readonly string[] {
  return [
    contentLine('BEGIN', 'VJOURNAL'),
    contentLine('UID', textValue(uid)),
    contentLine('DTSTAMP', stamp),
    contentLine('SUMMARY', textValue(text)),
    contentLine('END', 'VJOURNAL'),
  ];
}

/** Letters, digits and signs that no calendar changes. */
function uidPart(text: string): string {
  return encodeURIComponent(onOneLine(text)).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function compact(day: CalendarDate): string {
  return day.replaceAll('-', '');
}

/** The end of an all-day event is the first day after it. */
function dayAfter(day: CalendarDate): CalendarDate {
  return toCalendarDate(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
}
