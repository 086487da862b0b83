import fc from 'fast-check';
import ICAL from 'ical.js';
import { anyDay, anyText } from '../testing/hostile-texts';
import { calendarDayEvent, calendarText } from './calendar';

const anyEnding = fc.record({ product: anyText, label: anyText, cycle: anyText, ends: anyDay });
const eventOf = ({ ends, ...cycle }: { product: string; label: string; cycle: string; ends: string }) => ({
  ...calendarDayEvent(cycle, { ends, extendedUntil: null }, ['A line of its own.']),
  url: 'https://stackcheck.example/p/nodejs',
});
const parsed = (text: string) => new ICAL.Component(ICAL.parse(text) as never);
const calendar = { name: 'Ends of support', asOf: '2026-11-22T08:15:02Z' };

describe('a calendar', () => {
  it('comes back from a parser with the day, name and address of each event, whatever the texts hold', () => {
    fc.assert(
      fc.property(fc.array(anyEnding, { maxLength: 6 }), anyText, (endings, name) => {
        const events = endings.map(eventOf);
        const unique = [...new Map([...events].reverse().map((event) => [event.uid, event])).values()].reverse();

        const document = parsed(calendarText({ ...calendar, name, events }));

        const read = document.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
        expect(read.map(({ uid }) => uid).sort()).toEqual(unique.map(({ uid }) => uid).sort());
        for (const event of read) {
          const meant = unique.find(({ uid }) => uid === event.uid)!;
          expect([event.startDate.toString(), event.startDate.isDate]).toEqual([meant.day, true]);
          expect(event.duration.toSeconds()).toBe(86_400);
          expect(event.summary).toBe(meant.summary);
          expect(event.description).toBe(meant.description.join('\n'));
          expect(event.component.getFirstPropertyValue('url')).toBe(meant.url);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('has no line of more than 75 octets, each ends with CR and LF, and no code point is split', () => {
    fc.assert(
      fc.property(fc.array(anyEnding, { maxLength: 4 }), anyText, (endings, name) => {
        const lines = calendarText({ ...calendar, name, events: endings.map(eventOf) }).split('\r\n');

        expect(lines.pop()).toBe('');
        expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]|\p{Surrogate}/u.test(line))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('without an event has a note, since a calendar needs a component', () => {
    const text = calendarText({ ...calendar, events: [], note: { uid: 'note@stackcheck', text: 'Sold; per call' } });

    const [journal] = parsed(text).getAllSubcomponents('vjournal');
    expect(journal?.getFirstPropertyValue('summary')).toBe('Sold; per call');
    expect(parsed(text).getAllSubcomponents()).toHaveLength(1);
  });

  it('is stamped with the instant of the data', () => {
    const event = eventOf({ product: 'nodejs', label: 'Node.js', cycle: '24', ends: '2028-04-30' });

    expect(calendarText({ ...calendar, events: [event] })).toContain('\r\nDTSTAMP:20261122T081502Z\r\n');
  });
});
