import { isCalendarDate } from '@stackcheck/contract/calendar-date';
import { guardEol } from './guards';
import { eolStarter } from './starter';

const { asOf, snapshot } = eolStarter();
const cycles = snapshot.products.flatMap(({ product, cycles: own }) =>
  own.map((cycle) => ({ at: `${product} ${cycle.cycle}`, ...cycle })),
);

describe('the starter dataset', () => {
  test('is an EOL snapshot that names itself a starter, of a fixed instant', () => {
    expect(snapshot.dataset).toBe('eol');
    expect(snapshot.meta).toEqual({ records_version: 2, upstream_schema_version: 'starter-1' });
    expect(asOf).toBe('2026-11-20T00:00:00Z');
    expect(eolStarter()).toEqual({ asOf, snapshot });
  });

  test('holds at least 60 products, in ascending order of id', () => {
    const ids = snapshot.products.map(({ product }) => product);

    expect(ids.length).toBeGreaterThanOrEqual(60);
    expect(ids).toEqual([...ids].sort());
  });

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
  });

  test('uses each id and alias once, and none that a route needs', () => {
    const names = snapshot.products.flatMap(({ product, aliases }) => [product, ...aliases]);

    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => ['check', 'image', 'index', 'manifest', 'snapshot'].includes(name))).toEqual([]);
  });

  test('passes the guards of a refresh', () => {
    expect(guardEol(snapshot, undefined)).toEqual([]);
  });

  test('gives each image to one product', () => {
    const images = snapshot.products.flatMap((product) => product.images);

    expect(images.filter((image, at) => images.indexOf(image) !== at)).toEqual([]);
    expect(images).toContain('docker.io/library/node');
  });

  test('lists the cycles of a product newest first', () => {
    const disordered = snapshot.products.filter(({ cycles: own }) =>
      own.some((cycle, at) => (cycle.release_date ?? '') > (own[at - 1]?.release_date ?? '9999')),
    );

    expect(disordered.map(({ product }) => product)).toEqual([]);
  });

  test('has valid dates, in the order in which things happen', () => {
    const wrong = cycles.filter(({ release_date, eoas_from, eol_from, latest_date }) => {
      const dates = [release_date, eoas_from, eol_from, latest_date].filter((date) => date !== null);
      const inOrder = [release_date, eoas_from, eol_from].filter((date) => date !== null);
      return !dates.every(isCalendarDate) || inOrder.some((date, at) => date < (inOrder[at - 1] ?? ''));
    });

    expect(wrong.map(({ at }) => at)).toEqual([]);
  });

  test('says of no cycle that it was released, or its latest version published, after its own day', () => {
    const today = asOf.slice(0, 10);
    const future = cycles.filter(({ release_date, latest_date }) =>
      [release_date, latest_date].some((date) => (date ?? '') > today),
    );

    expect(future.map(({ at }) => at)).toEqual([]);
  });

  test('names a version that belongs to the cycle as its latest', () => {
    const foreign = cycles.filter(({ cycle, latest }) => latest !== null && !startsCycle(latest, cycle));

    expect(foreign.map(({ at }) => at)).toEqual([]);
  });

  test('treats an active-support phase as a trait of the product: every cycle states it or none does', () => {
    const mixed = snapshot.products.filter(
      ({ cycles: own }) => new Set(own.map((cycle) => cycle.is_eoas === null)).size > 1,
    );

    expect(mixed.map(({ product }) => product)).toEqual([]);
  });
});

/** Whether a version is filed under a cycle: it starts with it, and no digit follows. */
function startsCycle(version: string, cycle: string): boolean {
  return version.startsWith(cycle) && !/^\d/.test(version.slice(cycle.length));
}
