import fc from 'fast-check';
import { anyText } from '../testing/hostile-texts';
import { xmlFaults } from '../testing/xml-check';
import { badgeEndpoint, badgeSvg, type Badge } from './badge';
import { textWidth } from './text-width';

const anyBadge: fc.Arbitrary<Badge> = fc.record({
  label: anyText,
  message: anyText,
  tone: fc.constantFrom('good', 'warning', 'bad', 'neutral'),
});

/** Relative luminance (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

describe('a badge', () => {
  it('says in its name and title what it shows', () => {
    const svg = badgeSvg({ label: 'Node.js 24', message: 'supported until 2028-04-30', tone: 'good' });

    expect(svg).toContain('role="img" aria-label="Node.js 24: supported until 2028-04-30"');
    expect(svg).toContain('<title>Node.js 24: supported until 2028-04-30</title>');
  });

  it('is well-formed, whatever it says', async () => {
    expect(await xmlFaults(fc.sample(anyBadge, 60).map(badgeSvg))).toEqual([]);
  });

  it('has grounds that white text can be read on', () => {
    for (const tone of ['good', 'warning', 'bad', 'neutral'] as const) {
      const grounds = [...badgeSvg({ label: 'a', message: 'b', tone }).matchAll(/<rect[^>]*fill="(#[0-9a-f]{6})"/g)];

      expect(grounds).toHaveLength(2);
      for (const [, ground] of grounds) expect(1.05 / (luminance(ground!) + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('is as wide as its parts, and its texts fit into them', () => {
    fc.assert(
      fc.property(anyBadge, (badge) => {
        const svg = badgeSvg(badge);
        const width = Number(/^<svg [^>]*? width="(\d+)"/.exec(svg)?.[1]);
        const [label = 0, message = 0] = [
          ...svg.matchAll(/<rect (?:x="\d+" )?width="(\d+)" (?:height="20" )fill/g),
        ].map(([, part]) => Number(part));

        expect(label + message).toBe(width);
        for (const [, x, length] of svg.matchAll(/<text x="(\d+)" y="14" textLength="(\d+)"/g))
          expect(Number(x) + Number(length)).toBeLessThanOrEqual(width - 6);
      }),
      { numRuns: 60 },
    );
  });

  it('is an endpoint badge of shields.io (schema 1) as well', () => {
    expect(badgeEndpoint({ label: 'Node.js 18', message: 'end of life since 2025-04-30', tone: 'bad' })).toEqual({
      schemaVersion: 1,
      label: 'Node.js 18',
      message: 'end of life since 2025-04-30',
      color: 'b3261e',
      labelColor: '3d4542',
      isError: false,
      cacheSeconds: 3_600,
    });
  });
});

describe('the width of a text', () => {
  it.each([
    ['', 0],
    ['iiii', 12.056],
    ['MMMM', 37.092],
    ['漢', 11],
    ['é', 7.15],
  ])('%j is %d at 11 units', (text, width) => {
    expect(textWidth(text, 11)).toBeCloseTo(width, 6);
  });
});
