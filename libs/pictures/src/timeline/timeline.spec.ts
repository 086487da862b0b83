import { HOSTILE_TEXTS } from '@stackcheck/contract/testing';
import fc from 'fast-check';
import type { SupportCycle } from '../cycles/support-cycle';
import { anyCycle, anyDay } from '../testing/hostile-texts';
import { xmlFaults } from '../testing/xml-check';
import { timelineSvg } from './timeline';

const NODE_24: SupportCycle = {
  name: '24 LTS',
  released: '2025-05-06',
  activeUntil: '2026-10-20',
  ends: '2028-04-30',
  extendedUntil: '2030-04-30',
  isOver: false,
};

const drawn = (cycles: readonly SupportCycle[], day = '2026-11-20'): string =>
  timelineSvg({ cycles, day, title: 'Support of Node.js' })?.text ?? '';

interface Drawn {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}
const barsIn = (svg: string): readonly Drawn[] =>
  [...svg.matchAll(/<rect\s+class="bar-([\w -]+)"\s+x="([\d.]+)"[^>]*?width="([\d.]+)"/g)].map(
    ([, kind, x, width]) => ({
      kind: kind!,
      from: Number(x),
      to: Number(x) + Number(width),
    }),
  );
const todayIn = (svg: string): number => Number(/class="today" x1="([\d.]+)"/.exec(svg)?.[1]);

describe('the timeline', () => {
  it('draws active, security and extended support one after another, and today where it is', () => {
    const svg = drawn([NODE_24]);

    const [active, security, extended] = barsIn(svg);
    expect([active?.kind, security?.kind, extended?.kind]).toEqual(['active', 'security', 'extended']);
    expect(security!.from).toBeCloseTo(active!.to, 0);
    expect(extended!.from).toBeCloseTo(security!.to, 0);
    expect(todayIn(svg)).toBeGreaterThan(security!.from);
    expect(todayIn(svg)).toBeLessThan(security!.to);
    expect(svg).toContain('until 2028-04-30');
  });

  it('draws support without a known end beyond today, and says so', () => {
    const svg = drawn([{ ...NODE_24, activeUntil: null, ends: null, extendedUntil: null }]);

    expect(barsIn(svg).map(({ kind }) => kind)).toEqual(['active bar-open']);
    expect(barsIn(svg)[0]!.to).toBeGreaterThan(todayIn(svg));
    expect(svg).toContain('no end announced');
  });

  it('is not there where no day is known', () => {
    const none = { ...NODE_24, released: null, activeUntil: null, ends: null, extendedUntil: null };

    expect(timelineSvg({ cycles: [none], day: '2026-11-20', title: 'x' })).toBeUndefined();
  });

  it('has a title, a description and a role for those who cannot see it', () => {
    expect(drawn([NODE_24])).toMatch(
      /^<svg [^>]*role="img" aria-labelledby="timeline-title timeline-desc">\s*<title id="timeline-title">Support of Node\.js<\/title>\s*<desc id="timeline-desc">/,
    );
  });

  it('stays inside its width, whatever the days', () => {
    fc.assert(
      fc.property(fc.array(anyCycle, { maxLength: 5 }), anyDay, (cycles, day) => {
        for (const { from, to } of barsIn(drawn(cycles, day))) {
          expect(from).toBeGreaterThanOrEqual(0);
          // The narrowest bar is two units wide.
          expect(to).toBeLessThanOrEqual(722);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is well-formed with hostile names, and has no style or handler in it', async () => {
    const cycles = HOSTILE_TEXTS.map((name) => ({ ...NODE_24, name }));
    const documents = [
      drawn(cycles),
      ...fc.sample(fc.array(anyCycle, { maxLength: 4 }), 20).map((some) => drawn([NODE_24, ...some])),
    ];

    expect(await xmlFaults(documents)).toEqual([]);
    for (const svg of documents) expect(svg.replace(/>[^<]*</g, '><')).not.toMatch(/ (?:style|on\w+|href)=|<script/);
  });
});
