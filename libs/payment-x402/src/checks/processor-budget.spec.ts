import { FixedClock } from '@stackcheck/contract/testing';
import fc from 'fast-check';
import { createProcessorBudget } from './processor-budget';

const A = '192.0.2.1';

const create = (share?: number) => {
  const clock = new FixedClock();
  return { clock, budget: createProcessorBudget({ clock, ...(share === undefined ? {} : { share }) }) };
};

describe('the budget of processor time', () => {
  it('makes a client wait when a second is spent, until what is over it has come back', () => {
    const { clock, budget } = create();

    budget.begin(A).spend(999);
    expect(budget.waitSeconds(A)).toBe(0);
    budget.begin(A).spend(101);
    expect(budget.waitSeconds(A)).toBe(7);
    expect(budget.waitSeconds('192.0.2.2')).toBe(0);
    clock.advance(6_000);
    expect(budget.waitSeconds(A)).toBe(1);
    clock.advance(1_000);
    expect(budget.waitSeconds(A)).toBe(0);
  });

  it('gives back what was paid for, and forgets a client that owes nothing', () => {
    const { budget } = create();
    const paid = budget.begin(A);
    paid.spend(700);
    paid.spend(700);
    expect(budget.waitSeconds(A)).toBeGreaterThan(0);

    paid.giveBack();
    paid.giveBack();

    expect([budget.waitSeconds(A), budget.spentMs(A), budget.size()]).toEqual([0, 0, 0]);
  });

  it('is no matter of waiting for work under way where the whole site is over its budget', () => {
    const { budget } = create();
    const mine = '2001:db8:1:99::1';
    const under = budget.begin(mine);
    under.underWay();
    under.spend(1_100);
    expect(budget.awaitsOthers(mine)).toBe(true);
    for (let network = 0; network < 10; network++) budget.begin(`2001:db8:1:${network}::1`).spend(950);

    expect(budget.waitSeconds('2001:db8:1:77::1')).toBeGreaterThan(0);
    expect([budget.awaitsOthers(mine), budget.afterAnother(mine, () => undefined)]).toEqual([false, undefined]);
  });

  it('holds a client and, of IPv6, its site', () => {
    const { budget } = create();
    budget.begin(A).spend(10);
    budget.begin('2001:db8:1:2::1').spend(10);
    budget.begin('2001:db8:1:3::1').spend(10);

    expect(budget.size()).toBe(4);
  });

  it('of more than it holds who owe, those who owe no more make room for the next one', () => {
    const { clock, budget } = create();
    const held = 20_000;
    for (let n = 0; n < held; n++) budget.begin(`10.${n >> 8}.${n & 255}.1`).spend(1_000 + (n % 7));
    // The last one is another one's neighbour: where there was no room, its neighbours would owe with it.
    clock.advance(60_000);
    budget.begin('192.0.2.1').spend(1_500);

    expect(budget.waitSeconds('192.0.2.1')).toBeGreaterThan(0);
    expect(budget.waitSeconds('192.0.2.2')).toBe(0);
    expect(budget.waitSeconds('10.0.0.1')).toBe(0);
  });

  it('lets others of a client wait for work under way, as long as that would help', () => {
    const { clock, budget } = create();
    const woken: string[] = [];
    const first = budget.begin(A);
    first.spend(900);
    first.underWay();
    budget.begin(A).spend(300);

    expect([budget.awaitsOthers(A), budget.awaitsOthers('192.0.2.2')]).toEqual([true, false]);
    budget.afterAnother(A, () => woken.push('first'));
    budget.afterAnother(A, () => woken.push('left'))!();
    first.giveBack();
    first.end();

    expect(woken).toEqual(['first']);
    expect([budget.waitSeconds(A), budget.awaitsOthers(A)]).toEqual([0, false]);
    clock.advance(60_000);
    budget.begin(A).spend(0);
    expect(budget.size()).toBe(0);
  });

  it('lets nobody wait for work that would not help, or behind more than a few', () => {
    const { budget } = create();
    const small = budget.begin(A);
    small.spend(10);
    small.underWay();
    budget.begin(A).spend(1_000);
    expect([budget.awaitsOthers(A), budget.afterAnother(A, () => undefined)]).toEqual([false, undefined]);
    small.end();

    const large = budget.begin('192.0.2.3');
    large.spend(1_500);
    large.underWay();
    const leaves = Array.from({ length: 100 }, () => budget.afterAnother('192.0.2.3', () => undefined));
    expect(leaves.filter((leave) => leave !== undefined)).toHaveLength(32);
  });

  it('gives back no more than was spent, however late', () => {
    const { clock, budget } = create();
    const slow = budget.begin(A);
    slow.spend(500);
    clock.advance(60_000);
    budget.begin(A).spend(300);

    slow.giveBack();
    budget.begin(A).spend(999);

    expect(budget.waitSeconds(A)).toBe(0);
    budget.begin(A).spend(2);
    expect(budget.waitSeconds(A)).toBeGreaterThan(0);
  });

  it('counts the addresses of a /64 as one, and gives its /48 ten times as much', () => {
    const { budget } = create();
    budget.begin('2001:db8:1:1::1').spend(600);
    budget.begin('2001:db8:1:1::2').spend(600);
    expect(budget.waitSeconds('2001:db8:1:1::3')).toBeGreaterThan(0);
    expect(budget.waitSeconds('2001:db8:1:2::3')).toBe(0);

    for (let network = 2; network < 13; network++) budget.begin(`2001:db8:1:${network}::1`).spend(900);

    expect(budget.waitSeconds('2001:db8:1:ffff::1')).toBeGreaterThan(0);
    expect(budget.waitSeconds('2001:db8:2::1')).toBe(0);
  });

  it('is shared out among processes', () => {
    const { budget } = create(0.5);
    budget.begin(A).spend(500);

    expect([budget.waitSeconds(A), budget.spentMs(A)]).toEqual([1, 1_000]);
  });

  it('says what a plain sum with a leak would say, whatever is spent, given back and waited', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('spend' as const), ms: fc.nat(400) }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(30_000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, budget } = create();
        let level = 0;
        for (const { kind, ms } of steps) {
          if (kind === 'spend') budget.begin(A).spend(ms);
          else clock.advance(ms);
          level = kind === 'spend' ? level + ms : Math.max(0, level - ms / 60);
          expect(budget.spentMs(A)).toBeCloseTo(level, 6);
          expect(budget.waitSeconds(A) > 0).toBe(level >= 1_000);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('stays small, and forgets nobody who owes, whatever is sent', () => {
    const { budget } = create();
    budget.begin('198.51.100.1').spend(5_000);
    for (let at = 0; at < 150_000; at++) budget.begin(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`).spend(1);
    for (let at = 0; at < 50_000; at++) budget.begin(`11.${at >> 16}.${(at >> 8) & 255}.${at & 255}`).spend(2_000);

    expect(budget.size()).toBeLessThanOrEqual(100_000 + 3 * 20_000);
    expect(budget.waitSeconds('198.51.100.1')).toBeGreaterThan(0);
    expect(budget.waitSeconds('11.0.195.9')).toBeGreaterThan(0);
  });
});
