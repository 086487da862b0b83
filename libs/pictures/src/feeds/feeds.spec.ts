import fc from 'fast-check';
import { anyText } from '../testing/hostile-texts';
import { xmlFaults } from '../testing/xml-check';
import { atomFeed, type AtomFeed } from './atom';
import { jsonFeed } from './json-feed';

const anyEntry = fc.record({
  id: fc.constantFrom('tag:stackcheck.example,2026:a', 'tag:stackcheck.example,2026:b'),
  title: anyText,
  updated: fc.constantFrom('2025-04-30T00:00:00Z', '2026-10-01T00:00:00Z', '2024-01-01T00:00:00Z'),
  link: fc.constant('https://stackcheck.example/p/a?x=1&y="2"'),
  summary: anyText,
});
const anyFeed: fc.Arbitrary<AtomFeed> = fc.record({
  id: fc.constant('tag:stackcheck.example,2026:feed'),
  title: anyText,
  self: fc.constant('https://stackcheck.example/p/a.atom'),
  page: fc.constant('https://stackcheck.example/p/a'),
  updated: fc.constant('2026-11-20T11:00:00Z'),
  rights: anyText,
  entries: fc.array(anyEntry, { maxLength: 5 }),
});

describe('an Atom feed', () => {
  it('is well-formed, whatever its texts hold', async () => {
    expect(await xmlFaults(fc.sample(anyFeed, 60).map(atomFeed))).toEqual([]);
  });

  it('has what RFC 4287 requires of a feed and of an entry, each once', () => {
    fc.assert(
      fc.property(anyFeed, (feed) => {
        const [head = '', ...entries] = atomFeed(feed).split('<entry>');

        for (const name of ['id', 'title', 'updated', 'author']) expect(head.split(`<${name}>`)).toHaveLength(2);
        expect(head).toContain('<link rel="self"');
        expect(entries).toHaveLength(feed.entries.length);
        for (const entry of entries)
          for (const name of ['id', 'title', 'updated', 'summary']) expect(entry.split(`<${name}>`)).toHaveLength(2);
      }),
      { numRuns: 60 },
    );
  });

  it('was updated when its newest fact was, and an empty one at the instant that is given', () => {
    const [one] = fc.sample(anyEntry, 1);
    const feed = { ...fc.sample(anyFeed, 1)[0]!, updated: '2026-11-20T11:00:00Z' };
    const updatedOf = (entries: readonly (typeof one)[]) =>
      /<updated>([^<]*)</.exec(atomFeed({ ...feed, entries: entries.map((entry) => entry!) }))?.[1];

    expect(updatedOf([])).toBe('2026-11-20T11:00:00Z');
    expect(
      updatedOf([
        { ...one!, updated: '2025-04-30T00:00:00Z' },
        { ...one!, updated: '2026-10-01T00:00:00Z' },
      ]),
    ).toBe('2026-10-01T00:00:00Z');
  });
});

describe('a JSON Feed 1.1', () => {
  it('has version, addresses and for each item an id, a text and its facts; what it holds survives JSON', () => {
    fc.assert(
      fc.property(anyFeed, anyText, (feed, description) => {
        const entries = feed.entries.map((entry) => ({ ...entry, facts: { days: 3 } }));

        const value = JSON.parse(JSON.stringify(jsonFeed({ ...feed, description, entries }))) as {
          version: string;
          items: { id: string; content_text: string; _stackcheck: object }[];
        };

        expect(value.version).toBe('https://jsonfeed.org/version/1.1');
        expect(value.items.map(({ id, _stackcheck }) => [id, _stackcheck])).toEqual(
          feed.entries.map(({ id }) => [id, { days: 3 }]),
        );
        expect(JSON.stringify(value)).not.toMatch(/\\ud[89a-f]/i);
      }),
      { numRuns: 60 },
    );
  });
});
