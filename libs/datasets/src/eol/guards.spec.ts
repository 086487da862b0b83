import { guardEol } from './guards';
import { normaliseEol } from './normalise';
import type { EolCycleRecord, EolProductRecord, EolSnapshot } from './records';
import { CANARIES } from './canaries';
import { smallFeed } from '../testing/small-feed';

const good = normaliseEol(smallFeed());

function change(product: string, edit: (row: EolProductRecord) => EolProductRecord): EolSnapshot {
  return { ...good, products: good.products.map((row) => (row.product === product ? edit(row) : row)) };
}

function changeCycle(product: string, cycle: string, edit: Partial<EolCycleRecord>): EolSnapshot {
  return change(product, (row) => ({
    ...row,
    cycles: row.cycles.map((one) => (one.cycle === cycle ? { ...one, ...edit } : one)),
  }));
}

function rulesOf(next: EolSnapshot, previous?: EolSnapshot): readonly string[] {
  return guardEol(next, previous).map(({ rule }) => rule);
}

describe('guards of the EOL dataset', () => {
  it('let a sound content pass, with and without a predecessor', () => {
    expect(rulesOf(good)).toEqual([]);
    expect(rulesOf(good, good)).toEqual([]);
  });

  it('name what stands in the way', () => {
    const taken = change('python', (row) => ({ ...row, aliases: ['Check', 'a/b'] }));

    expect(guardEol(taken, undefined).map(({ sentence }) => sentence)).toEqual([
      'ids or aliases with characters that no path of ours takes: "a/b"',
      'ids or aliases that are words of our own paths: "Check"',
    ]);
  });

  it.each<[string, string, EolSnapshot]>([
    ['no cycle at all', 'empty', { ...good, products: good.products.map((row) => ({ ...row, cycles: [] })) }],
    ['a reserved id', 'reserved_word', change('python', (row) => ({ ...row, aliases: ['Check'] }))],
    ['an id with a slash', 'name_refused', change('python', (row) => ({ ...row, aliases: ['a/b'] }))],
    ['an alias that is an id', 'name_not_unique', change('python', (row) => ({ ...row, aliases: ['NodeJS'] }))],
    [
      'two cycles that differ in case',
      'name_not_unique',
      change('python', (row) => ({
        ...row,
        cycles: [...row.cycles, { ...row.cycles[0]!, cycle: 'A' }, { ...row.cycles[0]!, cycle: 'a' }],
      })),
    ],
    ['a right-to-left override', 'hidden_character', change('python', (row) => ({ ...row, label: 'Py\u202Ethon' }))],
    ['a control character', 'hidden_character', changeCycle('python', '99', { latest: '1\u0007' })],
    ['a zero-width character', 'hidden_character', changeCycle('python', '99', { codename: 'a\u200Bb' })],
    ['a script link', 'link_refused', changeCycle('python', '99', { link: 'javascript:alert(1)' })],
    ['a data link', 'link_refused', change('python', (row) => ({ ...row, source_url: 'data:text/html,x' }))],
    ['a relative link', 'link_refused', changeCycle('python', '99', { link: '//example.org/x' })],
    [
      'a date before computers had end dates',
      'date_out_of_range',
      changeCycle('python', '99', { release_date: '1970-01-01' }),
    ],
    ['a date nobody will see', 'date_out_of_range', changeCycle('python', '99', { eol_from: '9999-12-31' })],
    ['a poisoned canary', 'canary_changed', changeCycle('python', '2.7', { eol_from: '2030-01-01' })],
    [
      'a canary that is gone',
      'canary_changed',
      change('python', (row) => ({ ...row, cycles: row.cycles.filter(({ cycle }) => cycle !== '2.7') })),
    ],
  ])('refuse %s as %s', (_what, rule, content) => {
    expect(rulesOf(content).filter((found) => rule === found || rule !== 'empty')).toEqual([rule]);
  });

  it('refuse a content that swapped the begin and the end of its cycles, not one with a few slips', () => {
    const swap = (count: number): EolSnapshot => {
      let left = count;
      return {
        ...good,
        products: good.products.map((row) => ({
          ...row,
          cycles: row.cycles.map((one) =>
            one.eol_from !== null && left-- > 0 ? { ...one, release_date: '2026-06-06' } : one,
          ),
        })),
      };
    };

    expect(rulesOf(swap(20))).toEqual([]);
    expect(rulesOf(swap(21))).toEqual(['dates_out_of_order']);
  });

  it('refuse a loss of more than a tenth of the products or a twentieth of the cycles', () => {
    const extra = (count: number): EolProductRecord[] =>
      Array.from({ length: count }, (_, number) => ({
        ...good.products[0]!,
        product: `extra-${number}`,
        aliases: [],
        cycles: [good.products[0]!.cycles.find(({ cycle }) => cycle === '99')!],
      }));
    const with200: EolSnapshot = { ...good, products: [...good.products, ...extra(200)] };
    const total = with200.products.length;
    const lossAllowed = Math.floor(total * 0.1);
    const fewer = (count: number): EolSnapshot => ({ ...good, products: with200.products.slice(0, total - count) });

    expect(rulesOf(fewer(10), with200)).toEqual([]);
    expect(rulesOf(fewer(lossAllowed), with200)).toEqual(['shrunken']);
    expect(guardEol(fewer(lossAllowed), with200)[0]!.sentence).toContain('cycles');
    expect(rulesOf(fewer(lossAllowed + 1), with200)).toEqual(['shrunken', 'shrunken']);
  });

  it('refuse a content in which more than a fifth of the known cycles changed', () => {
    const touch = (share: number): EolSnapshot => {
      let left = Math.floor(good.products.reduce((count, row) => count + row.cycles.length, 0) * share);
      return {
        ...good,
        products: good.products.map((row) => ({
          ...row,
          cycles: row.cycles.map((one) => (left-- > 0 ? { ...one, latest: 'other' } : one)),
        })),
      };
    };

    expect(rulesOf(touch(0.2), good)).toEqual([]);
    expect(rulesOf(touch(0.25), good)).toEqual(['drifted']);
  });

  it('have at least fifty canaries, of at least twenty products', () => {
    expect(CANARIES.length).toBeGreaterThanOrEqual(50);
    expect(new Set(CANARIES.map(({ product }) => product)).size).toBeGreaterThanOrEqual(20);
  });

  it('say what they found and whether an operator may overrule them', () => {
    const [fault] = guardEol(changeCycle('python', '2.7', { eol_from: null }), undefined);

    expect(fault).toEqual({
      rule: 'canary_changed',
      sentence: '1 well-known end dates of the past changed: python 2.7 ended 2020-01-01, now undated',
      overridable: true,
    });
    expect(
      guardEol(
        change('python', (row) => ({ ...row, aliases: ['index'] })),
        undefined,
      )[0]!.overridable,
    ).toBe(false);
  });
});
