import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import type { Outcome } from '../../outcome';
import { anyOutcome, HOSTILE_TEXTS } from '../../testing/any-outcome';
import { SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import { HTML_FORMAT } from './html';
import { COLORS } from '@stackcheck/pictures/colors';

/** Members whose values are words of ours or days, not texts of others. */
const OURS = new Set(['level', 'code', 'kind', 'severity', 'verdict', 'source', 'why', 'state', 'because']);

/** A value with one text in place of each text of others. */
function filledWith(text: string, value: unknown, name = ''): unknown {
  if (typeof value === 'string') return OURS.has(name) || /^\d{4}-\d{2}-\d{2}/.test(value) ? value : text;
  if (Array.isArray(value)) return value.map((each) => filledWith(text, each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledWith(text, each, key)]));
}

/** The tags of a page with the names of their attributes. */
const tagsOf = (page: string) =>
  [...page.matchAll(/<(\/?[a-z][\w-]*)((?:[^<>"]|"[^"]*")*)>/gi)].map(
    ([, name, attributes]) => `${name} ${[...attributes!.matchAll(/([\w:-]+)=/g)].map((match) => match[1]).join(' ')}`,
  );

describe('the page', () => {
  it.each(HOSTILE_TEXTS)('has the same tags and attributes with %j in every field', (text) => {
    const tags = (fill: string) => tagsOf(HTML_FORMAT.write(filledWith(fill, SAMPLE_OUTCOME) as Outcome));

    expect(tags(text)).toEqual(tags('x'));
    expect(tags('x').length).toBeGreaterThan(150);
  });

  it('holds no script, no handler of events, no address and nothing that is loaded', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        const tags = tagsOf(HTML_FORMAT.write(outcome));

        expect(
          tags.filter((tag) =>
            /^(?:script|a|img|link|iframe|object|form|base|use) | (?:on\w+|href|src|style)\b/.test(tag),
          ),
        ).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('is well-formed, so that no element is left open, whatever the texts hold', async () => {
    const xml = [SAMPLE_OUTCOME, ...fc.sample(anyOutcome, 20)].map((outcome, at) => ({
      fileName: `page-${at}.xml`,
      contents: HTML_FORMAT.write(outcome).replace(/^<!doctype html>\s*/, ''),
    }));

    expect(await validateXML({ xml, schema: ANY_XML })).toMatchObject({ valid: true, errors: [] });
  });

  it('names each id once, and every label refers to one', () => {
    const page = HTML_FORMAT.write(SAMPLE_OUTCOME);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const referred = [...page.matchAll(/ aria-labelledby="([^"]*)"/g)].flatMap(([, names]) => names!.split(' '));

    expect(new Set(ids).size).toBe(ids.length);
    expect(referred.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('draws every cycle that has two days, with a title and a description, and has each in the table', () => {
    const page = HTML_FORMAT.write(SAMPLE_OUTCOME);
    const [drawing] = /<svg.*<\/svg>/s.exec(page)!;

    expect(drawing).toMatch(/<title id="timeline-title">.*<desc id="timeline-desc">/s);
    expect([...drawing.matchAll(/<rect\s+class="bar-(\w+)"/g)].map(([, kind]) => kind)).toEqual([
      'active',
      'security',
      'active',
      'security',
      'active',
    ]);
    const table = page.slice(page.indexOf('The same days as a table'));
    for (const { label, cycle, ends } of SAMPLE_OUTCOME.cycles) {
      expect(table).toContain(`${label} ${cycle}`);
      expect(table).toContain(ends ?? 'not known');
    }
  });

  it('draws within its bounds', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        for (const [, x, width] of HTML_FORMAT.write(outcome).matchAll(
          /<rect[^>]*?\sx="([^"]*)"[^>]*?\swidth="([^"]*)"/g,
        )) {
          expect(Number(x)).toBeGreaterThanOrEqual(0);
          expect(Number(x) + Number(width)).toBeLessThanOrEqual(722);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe.each(Object.entries(COLORS))('the colours for %s', (_scheme, colors) => {
  it.each(['ink', 'soft', 'fail', 'unknown', 'warn', 'info', 'pass'] as const)('let %s be read as text', (name) => {
    expect(contrast(colors[name], colors.paper)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['active', 'security', 'extended', 'today'] as const)('let %s be seen as a bar', (name) => {
    expect(contrast(colors[name], colors.paper)).toBeGreaterThanOrEqual(3);
  });
});

/** WCAG 2.2: (L1 + 0.05) / (L2 + 0.05) of relative luminances. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Lets any well-formed document of this root through: the tool wants a schema. */
const ANY_XML = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="html"><xs:complexType mixed="true">
<xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
<xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>`;
