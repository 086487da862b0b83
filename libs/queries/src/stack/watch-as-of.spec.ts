import { ProductIndex, type Cycle } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { KevIndex } from '@stackcheck/kev-core';
import { nodeSealing } from '@stackcheck/stack-core/node';
import { stackWatch, type WatchDeps } from './watch';

const undated = { codename: null, isLts: false, ltsFrom: null, isEoas: null, eoasFrom: null, eoesFrom: null };
const cycle = (name: string, eolFrom: string): Cycle => ({
  ...undated,
  ...{ name, releaseDate: null, isEol: false, eolFrom, latest: null },
});

const DAY_MS = 86_400_000;
const START = '2026-11-20';

/** @param eol of the cycle that is watched, as the data of that day say it */
function depsOn(today: string, eol = '2027-05-31'): WatchDeps {
  const products = new ProductIndex([
    {
      ...{ id: 'python', label: 'Python', aliases: [], category: 'lang', images: [] },
      cycles: [cycle('3.14', '2030-10-31'), cycle('3.10', eol)],
    },
  ]);
  const held: Readonly<Record<string, object>> = {
    eol: {
      manifest: { snapshot_id: 'eol-1' },
      index: { products, images: new ImageCatalogue(products), complete: true },
    },
    kev: { manifest: { snapshot_id: 'kev-1' }, index: new KevIndex('v', []) },
  };
  const data = (id: string) => held[id] as never;
  const nowMs = Date.parse(`${today}T08:00:00Z`);
  return {
    ...{ today, nowMs, data, peek: data },
    ring: [{ id: 'k1', secret: new Uint8Array(32).fill(7) }],
    sealing: nodeSealing,
    nonce: () => new Uint8Array(12),
    refreshOf: () => ({ refreshedAtMs: nowMs, cadenceHours: 24 }),
  };
}

const start = (as_of: string, deps = depsOn(START)) =>
  stackWatch.answer(
    { items: [{ product: 'python', version: '3.10' }], cves: ['CVE-2021-44228'], policy: { as_of } },
    deps,
  );
const again = (token: string, deps: WatchDeps) => stackWatch.answer({ token }, deps);
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

describe('a watch of a later day', () => {
  it('says what will have ended by then, and keeps the day', () => {
    const { verdict, as_of, of_today, reasons, markdown, watch } = start('2027-06-15');

    expect({ verdict, as_of }).toEqual({ verdict: 'fail', as_of: '2027-06-15' });
    expect(reasons).toMatchObject([{ code: 'eol', id: 'python@3.10' }]);
    expect(of_today).toMatchObject({ date: START, datasets: ['kev'] });
    expect(markdown).toContain(' as of 2027-06-15');
    expect(markdown).toContain(of_today!.notice);
    expect(watch.stack.policy).toMatchObject({ as_of: '2027-06-15' });
  });

  it.each([1, 30, 120, 179])('has no changes %i days later, while the data are the same', (days) => {
    const { token } = start('2027-06-15').watch;
    const next = again(token, depsOn(dayAfter(START, days)));

    expect(next).toMatchObject({ changed: false, changes: [], as_of: '2027-06-15', verdict: 'fail' });
    expect(next).not.toHaveProperty('notice');
  });

  it('reports what new data say of that day, and not what the passing of time changes', () => {
    const first = start('2027-06-15');
    const { changes, verdict } = again(first.watch.token, depsOn('2026-12-20', '2027-12-31'));

    expect(changes).toMatchObject([
      { type: 'eol_status_changed', from: 'eol', to: 'supported' },
      { type: 'eol_date_changed', from: '2027-05-31', to: '2027-12-31' },
    ]);
    expect([first.verdict, verdict]).toEqual(['fail', 'pass']);
  });

  it('goes on as one of today once the day has passed, and says so', () => {
    const first = start('2027-01-15');
    const next = again(first.watch.token, depsOn('2027-03-15'));

    expect(first.reasons).toEqual([]);
    expect(next).not.toHaveProperty('as_of');
    expect(next).not.toHaveProperty('of_today');
    expect(next.notice).toBe(
      'policy.as_of, 2027-01-15, has passed: this check is of today, 2027-03-15, and so are those with its token.',
    );
    expect(next.markdown).toContain(next.notice);
    expect(next.changes).toMatchObject([{ type: 'eol_soon', eol: '2027-05-31', days_until_eol: 77 }]);
    expect(next.watch.stack.policy).not.toHaveProperty('as_of');

    const last = again(next.watch.token, depsOn('2027-03-16'));
    expect(last).toMatchObject({ changed: false, changes: [] });
    expect(last).not.toHaveProperty('notice');
  });

  it('is of its day on that day still', () => {
    const next = again(start('2026-12-01').watch.token, depsOn('2026-12-01'));

    expect(next).toMatchObject({ as_of: '2026-12-01', changed: false });
    expect(next).not.toHaveProperty('notice');
  });

  it('refuses a day that has passed only where it is sent', () => {
    expect(() => start('2026-11-19')).toThrow(expect.objectContaining({ code: 'bad_request' }) as Error);
  });
});
