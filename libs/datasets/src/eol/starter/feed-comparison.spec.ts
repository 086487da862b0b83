import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EolCycleRecord, EolProductRecord } from '../records';
import { eolStarter } from '../starter';

const ROOT = resolve(__dirname, '../../../../..');
const FEED = resolve(ROOT, process.env['CORPORA_DIR'] ?? '../shared/corpora', '../data/endoflife/products-full.json');
const there = existsSync(FEED);

interface FeedRelease {
  readonly name: string;
  readonly codename: string | null;
  readonly releaseDate: string;
  readonly isLts: boolean;
  readonly ltsFrom: string | null;
  readonly isEol: boolean;
  readonly eolFrom: string | null;
  readonly isEoas?: boolean | null;
  readonly eoasFrom?: string | null;
  readonly eoesFrom?: string | null;
  readonly latest: { readonly name: string; readonly date: string | null; readonly link: string | null } | null;
}

interface FeedProduct {
  readonly name: string;
  readonly label: string;
  readonly category: string;
  readonly aliases: readonly string[];
  readonly releases: readonly FeedRelease[];
}

(there ? describe : describe.skip)(
  `the starter against the feed (${there ? 'present' : 'products-full.json is missing'})`,
  () => {
    const { snapshot, asOf } = eolStarter();
    const today = asOf.slice(0, 10);
    const feed = new Map<string, FeedProduct>(
      there
        ? (JSON.parse(readFileSync(FEED, 'utf8')) as { result: FeedProduct[] }).result.map((product) => [
            product.name,
            product,
          ])
        : [],
    );
    const pairs = snapshot.products.flatMap((product) => {
      const theirs = feed.get(product.product);
      return theirs ? [{ product, theirs }] : [];
    });
    const cyclePairs = pairs.flatMap(({ product, theirs }) =>
      product.cycles.flatMap((cycle) => {
        const release = theirs.releases.find((candidate) => candidate.name === cycle.cycle);
        return release ? [{ at: `${product.product} ${cycle.cycle}`, cycle, release }] : [];
      }),
    );

    test('every product and cycle of the starter exists upstream', () => {
      const missing = snapshot.products.flatMap((product) => {
        const names = feed.get(product.product)?.releases.map((release) => release.name);
        if (names === undefined) return [product.product];
        return product.cycles
          .filter((cycle) => !names.includes(cycle.cycle))
          .map((cycle) => `${product.product} ${cycle.cycle}`);
      });

      expect(missing).toEqual([]);
    });

    test('label, category and aliases are those of upstream', () => {
      const ours = pairs.map(({ product }) => [
        product.product,
        product.label,
        product.category,
        [...product.aliases].sort(),
      ]);

      expect(ours).toEqual(
        pairs.map(({ theirs }) => [theirs.name, theirs.label, theirs.category, [...theirs.aliases].sort()]),
      );
    });

    test('every date is that of upstream, and where upstream has none, so is the flag', () => {
      const wrong = cyclePairs.flatMap(({ at, cycle, release }) =>
        differences(cycle, release).map((text) => `${at}: ${text}`),
      );

      expect(wrong).toEqual([]);
    });

    test('no latest version is newer than upstream states, and the same version has the same day', () => {
      const wrong = cyclePairs.flatMap(({ at, cycle, release }) => {
        if (cycle.latest === null) return [];
        const order = numericOrder(cycle.latest, release.latest?.name ?? '');
        const sameDay = cycle.latest_date === null || cycle.latest_date === release.latest?.date;
        return order > 0 || (order === 0 && !sameDay)
          ? [
              `${at}: ${cycle.latest} on ${cycle.latest_date}, upstream ${release.latest?.name} on ${release.latest?.date}`,
            ]
          : [];
      });

      expect(wrong).toEqual([]);
    });

    test('no version of a cycle left out is filed under a listed one', () => {
      const misfiled = pairs.flatMap(({ product, theirs }) => {
        const listed = product.cycles.map((cycle) => cycle.cycle);
        const left = theirs.releases.map((release) => release.name).filter((name) => !listed.includes(name));
        return left.flatMap((name) =>
          listed
            .filter((cycle) => name.startsWith(cycle) && !/^\d/.test(name.slice(cycle.length)))
            .map((cycle) => `${product.product} ${name} as ${cycle}`),
        );
      });

      expect(misfiled).toEqual([]);
    });

    test('a cycle left out below an ended oldest one has ended too, so "older than listed" stays true', () => {
      const alive = pairs.flatMap(({ product, theirs }) => {
        const oldest = oldestOf(product);
        if (oldest === undefined || !ended(oldest.eol_from, oldest.is_eol, today)) return [];
        return theirs.releases
          .filter((release) => /^\d[\d.]*$/.test(release.name) && numericOrder(release.name, oldest.cycle) < 0)
          .filter((release) => !ended(release.eolFrom, release.isEol, today))
          .map((release) => `${product.product} ${release.name} below ${oldest.cycle}`);
      });

      expect(alive).toEqual([]);
    });
  },
);

function differences(cycle: EolCycleRecord, release: FeedRelease): readonly string[] {
  const rows: readonly (readonly [string, unknown, unknown])[] = [
    ['codename', cycle.codename, release.codename],
    ['release date', cycle.release_date, release.releaseDate],
    ['lts', cycle.lts_from ?? cycle.is_lts, release.ltsFrom ?? release.isLts],
    ['eoas', cycle.eoas_from ?? cycle.is_eoas, release.eoasFrom ?? release.isEoas ?? null],
    ['eol', cycle.eol_from ?? cycle.is_eol, release.eolFrom ?? release.isEol],
    ['eoes', cycle.eoes_from, release.eoesFrom ?? null],
  ];
  return rows
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([what, ours, theirs]) => `${what} ${ours}, upstream ${theirs}`);
}

function oldestOf(product: EolProductRecord): EolCycleRecord | undefined {
  return product.cycles
    .filter((cycle) => /^\d[\d.]*$/.test(cycle.cycle))
    .reduce<EolCycleRecord | undefined>(
      (low, cycle) => (low && numericOrder(low.cycle, cycle.cycle) <= 0 ? low : cycle),
      undefined,
    );
}

function ended(from: string | null, flag: boolean, today: string): boolean {
  return from === null ? flag : from < today;
}

/** Order of two versions, number by number. */
function numericOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
