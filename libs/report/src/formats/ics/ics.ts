import { calendarDayEvent, calendarText, type CalendarEvent } from '@stackcheck/pictures';
import type { CycleInUse, Outcome } from '../../outcome';
import { placeText } from '../../text/finding-texts';
import type { ReportFormat } from '../report-format';

/** A calendar (RFC 5545) with an all-day event on the day on which each release cycle in use ends. */
export const ICS_FORMAT: ReportFormat = {
  id: 'ics',
  label: 'iCalendar, ends of the release cycles in use',
  mediaType: 'text/calendar',
  extension: '.ics',
  write: (outcome) =>
    calendarText({ name: 'Ends of support', asOf: asOf(outcome), events: outcome.cycles.flatMap(eventsOf) }),
};

/** The instant of the first snapshot, which is that of the release cycles where they were asked about. */
function asOf({ snapshots, day }: Outcome): string {
  return snapshots[0]?.as_of ?? `${day}T00:00:00Z`;
}

function eventsOf(cycle: CycleInUse): readonly CalendarEvent[] {
  const { ends, extended_until: extendedUntil } = cycle;
  if (ends === null) return [];
  const used = cycle.places.map(placeText);
  return [calendarDayEvent(cycle, { ends, extendedUntil }, used.length === 0 ? [] : [`Used in: ${used.join(', ')}`])];
}
