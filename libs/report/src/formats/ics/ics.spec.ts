import fc from 'fast-check';
import ICAL from 'ical.js';
import { anyOutcome } from '../../testing/any-outcome';
import { SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import type { Outcome } from '../../outcome';
import { onOneLine } from '@stackcheck/pictures/markup';
import { ICS_FORMAT } from './ics';

const eventsOf = (outcome: Outcome): readonly ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(ICS_FORMAT.write(outcome)) as never)
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));

describe('the calendar', () => {
  it('comes back from a parser with the day, name and places of each end, whatever the texts hold', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        const events = eventsOf(outcome);
        const ends = outcome.cycles.filter(({ ends: day }) => day !== null);

        const unique = new Map(ends.map((cycle) => [onOneLine(cycle.product) + '\0' + onOneLine(cycle.cycle), cycle]));
        expect(events.length).toBe(unique.size);
        if (unique.size !== ends.length) return;
        events.forEach((event, at) => {
          const cycle = ends[at]!;
          expect(event.startDate.toString()).toBe(cycle.ends);
          expect(event.startDate.isDate).toBe(true);
          expect(event.duration.toSeconds()).toBe(86_400);
          expect(event.summary).toBe(`${onOneLine(cycle.label)} ${onOneLine(cycle.cycle)}: end of support`);
          for (const { path } of cycle.places) expect(event.description).toContain(onOneLine(path));
        });
      }),
      { numRuns: 60 },
    );
  });

  it('has no line of more than 75 octets, each ends with CR and LF, and no code point is split', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        const lines = ICS_FORMAT.write(outcome).split('\r\n');

        expect(lines.pop()).toBe('');
        expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]|\p{Surrogate}/u.test(line))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps the UID of an event when its day moves', () => {
    const moved = SAMPLE_OUTCOME.cycles.map((cycle) => ({ ...cycle, ends: cycle.ends && '2030-01-01' }));

    const uids = (outcome: Outcome) => eventsOf(outcome).map(({ uid }) => uid);

    expect(uids({ ...SAMPLE_OUTCOME, cycles: moved })).toEqual(uids(SAMPLE_OUTCOME));
    expect(new Set(uids(SAMPLE_OUTCOME)).size).toBe(3);
  });

  it('is stamped with the instant of the snapshot', () => {
    expect(ICS_FORMAT.write(SAMPLE_OUTCOME).match(/^DTSTAMP:.*$/gm)).toEqual([
      'DTSTAMP:20261122T081502Z',
      'DTSTAMP:20261122T081502Z',
      'DTSTAMP:20261122T081502Z',
    ]);
  });
});
