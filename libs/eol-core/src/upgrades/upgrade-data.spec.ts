import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareCycleNames, parseCycleName } from '../versions/cycle-name';
import { numberingOf } from '../versions/cycle-numbering';
import type { IndexedProduct } from '../products/indexed-product';
import type { Cycle } from '../products/product';
import { ProductIndex } from '../products/product-index';
import { daysUntilEol, isLtsOn, statusOn } from '../status/status';
import { productsOfFeed, type FeedProduct } from '../testing/image-feed';
import { upgradeOf } from './upgrade';
import { productAdvice, upgradeCandidates } from './upgrade-targets';
import { compareVersions, plainNumbers } from '../versions/version-order';

const root = resolve(__dirname, '../../../..');
const corpora = resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = resolve(corpora, '..', 'data', 'endoflife', 'products-full.json');
const suite = existsSync(feedFile) ? describe : describe.skip;
const note = existsSync(feedFile) ? '' : ' (skipped: no data/endoflife/products-full.json)';

const TODAY = '2026-11-20';
const DAYS = ['2018-07-01', '2021-01-01', '2024-02-01', TODAY];
/** Where a lower number, or none between, is right: the numbering restarted or is of two kinds. */
const OTHER_NUMBERING = [
  'log4j',
  'amazon-linux',
  'opensuse',
  'windows-nano-server',
  'windows-server',
  'windows-server-core',
];

suite(`upgrades of every published cycle${note}`, () => {
  let index: ProductIndex;
  beforeAll(() => {
    const feed = JSON.parse(readFileSync(feedFile, 'utf8')) as { readonly result: readonly FeedProduct[] };
    index = new ProductIndex(productsOfFeed(feed.result));
  });

  it.each([
    ['nodejs', '18', '24 26 26'],
    ['python', '3.8', '3.11 - 3.14'],
    ['debian', '10', '13 - 13'],
    ['ubuntu', '18.04', '24.04 26.04 26.04'],
    ['elasticsearch', '9.0', '9.4 - 9.5'],
    ['kibana', '9.0', '9.4 - 9.5'],
    ['beats', '9.0', '9.4 - 9.5'],
    ['godot', '4.0', '4.5 - 4.7'],
    ['apache-hadoop', '3.0', '3.3 - 3.5'],
    ['eclipse-temurin', '16', '17 25 25'],
    ['apache-activemq', '6.0', '6.2 - 6.3'],
    ['opensuse', '42.3', '16.0 - 16.0'],
    ['amazon-linux', '2018.03', '2023 - 2023'],
    ['windows-server', '2004-sac', '2022 2025 2025'],
    ['aws-lambda', 'python3.6', 'python3.11 - python3.14'],
    ['sharepoint', '2019', 'subscription - subscription'],
  ])('%s %s leads to %s', (product, name, steps) => {
    const entry = index.get(product)!;
    const { nearest, recommended, newest } = upgradeOf(entry, entry.names.get(name)!, TODAY)!;

    expect([nearest, recommended, newest].map((target) => target?.cycle ?? '-').join(' ')).toBe(steps);
  });

  it.each(DAYS)(
    'lead to newer cycles that last longer, in their order, and skip none that would do, on %s',
    (today) => {
      const wrong: string[] = [];
      const count = { cycles: 0, advised: 0, recommended: 0 };
      for (const product of index.products) {
        for (const from of product.product.cycles) {
          count.cycles += 1;
          const found = faultsOf(product, from, today);
          if (found === undefined) continue;
          count.advised += 1;
          if (found.isRecommended) count.recommended += 1;
          wrong.push(...found.faults.map((fault) => `${product.product.id} ${from.name}: ${fault}`));
        }
      }

      expect(wrong).toEqual([]);
      expect(count.cycles).toBeGreaterThanOrEqual(8351);

      expect([count.advised > 1800, count.recommended > 140]).toEqual([true, true]);
    },
  );

  it('say of every product what to begin with: a long-term cycle that no other outlasts, and nothing newer than the newest', () => {
    const wrong: string[] = [];
    for (const product of index.products) {
      const { recommended, newest } = productAdvice(product, TODAY);
      const live = product.product.cycles.filter((cycle) => isLive(cycle, TODAY));
      const lts = live.filter((cycle) => isLtsOn(cycle, TODAY) && lasts(cycle, TODAY, 180));
      const { id } = product.product;
      if ((recommended === null) !== (lts.length === 0)) wrong.push(`${id}: recommended ${recommended?.name}`);
      if (recommended && lts.some((cycle) => end(cycle) > end(recommended))) wrong.push(`${id}: not the longest`);
      if (newest && upgradeCandidates(product, newest, TODAY).length > 0) wrong.push(`${id}: not the newest`);
      if (newest && !live.includes(newest)) wrong.push(`${id}: has ended or is not out`);
    }

    expect(wrong).toEqual([]);
  });

  it('know every product whose numbering restarted', () => {
    const restarted = index.products
      .filter(({ product }) => product.category !== 'device' && beganAgain(product.cycles))
      .map(({ product }) => product.id);

    expect(restarted).toEqual([
      'amazon-linux',
      'azul-zulu', // Builds of Java 6 came out after those of Java 7: no restart.
      'eclipse-temurin', // Builds of Java 11 came out after those of Java 16: no restart.
      'nutanix-prism',
      'opensuse',
      'windows-nano-server',
      'windows-server-core',
    ]);
  });
});

/** What is wrong with the advice on a cycle, by the facts of all cycles of its product; undefined where there is none. */
function faultsOf(
  entry: IndexedProduct,
  from: Cycle,
  today: string,
): { readonly faults: readonly string[]; readonly isRecommended: boolean } | undefined {
  const upgrade = upgradeOf(entry, from, today);
  const isFine = statusOn(from, today) === 'supported' && lasts(from, today, 180);
  if (upgrade === undefined) return isFine ? undefined : { faults: ['needs advice'], isRecommended: false };

  const faults: string[] = isFine ? ['needs no advice'] : [];
  const { cycles } = entry.product;
  const [nearest, recommended, newest] = [upgrade.nearest, upgrade.recommended, upgrade.newest].map((target) =>
    cycles.find(({ name }) => name === target?.cycle),
  );
  const targets = [nearest, recommended, newest].filter((target) => target !== undefined);
  if ((nearest === undefined) !== (newest === undefined)) faults.push('half an answer');
  if ((nearest === undefined) !== (upgrade.reason !== undefined)) faults.push('a reason without need, or none');
  for (const target of targets) {
    if (!isLive(target, today)) faults.push(`${target.name} has ended or is not out`);
    if (!endsLater(target, from)) faults.push(`${target.name} ends no later`);
    if (upgradeCandidates(entry, target, today).includes(from)) faults.push(`${target.name} is older`);
  }
  const order = upgradeCandidates(entry, from, today);
  const names = targets.map(({ name }) => parseCycleName(name, numberingOf(entry.product.id)));
  if (targets.some((target) => !order.includes(target))) faults.push('no candidate');
  if (names.some((name, at) => compareCycleNames(names[at - 1] ?? name, name) > 0)) faults.push('not in order');

  const better = cycles.filter((cycle) => isLive(cycle, today) && order.includes(cycle) && endsLater(cycle, from));
  const enough = better.filter((cycle) => lasts(cycle, today, 180));
  if (nearest && enough.length > 0 && !enough.includes(nearest)) faults.push(`${nearest.name} ends within 180 days`);
  const lts = enough.filter((cycle) => isLtsOn(cycle, today));
  if (recommended === undefined ? lts.length > 0 : !lts.includes(recommended)) faults.push('not a long-term cycle');
  if (recommended && lts.some((cycle) => end(cycle) > end(recommended))) faults.push('a long-term cycle lasts longer');

  const numbers = plainNumbers(from.name);
  if (numbers === undefined || OTHER_NUMBERING.includes(entry.product.id))
    return { faults, isRecommended: !!recommended };
  const isNewer = ({ name, releaseDate }: Cycle): boolean =>
    compareVersions(plainNumbers(name) ?? [], numbers) > 0 && (releaseDate ?? '') >= (from.releaseDate ?? '');
  const later = cycles.filter((cycle) => isLive(cycle, today) && isNewer(cycle) && endsLater(cycle, from));
  for (const target of targets) {
    const others = plainNumbers(target.name);
    if (others !== undefined && compareVersions(others, numbers) <= 0)
      faults.push(`${target.name} is an older version`);
  }
  if (nearest === undefined && later.length > 0) faults.push(`passes over ${later[0]!.name}`);
  const reached = nearest === undefined ? undefined : plainNumbers(nearest.name);
  const wanted = later.some((cycle) => lasts(cycle, today, 180))
    ? later.filter((cycle) => lasts(cycle, today, 180))
    : later;
  const between = wanted.filter((cycle) => reached && compareVersions(plainNumbers(cycle.name)!, reached) < 0);
  if (between.length > 0) faults.push(`skips ${between[0]!.name}`);
  return { faults, isRecommended: recommended !== undefined };
}

function isLive(cycle: Cycle, today: string): boolean {
  return (cycle.releaseDate ?? '') <= today && statusOn(cycle, today) !== 'eol';
}

function lasts(cycle: Cycle, today: string, days: number): boolean {
  return (daysUntilEol(cycle, today) ?? Infinity) >= days;
}

function endsLater(cycle: Cycle, than: Cycle): boolean {
  return cycle.eolFrom === null || end(cycle) > end(than);
}

function end({ eolFrom, isEol }: Cycle): string {
  return eolFrom ?? (isEol ? '' : '9999-12-31');
}

/** Whether a first number that had not been there came after all releases of a higher one. */
function beganAgain(cycles: readonly Cycle[]): boolean {
  const lines = new Map<string, { series: string; number: number; first: string; last: string }>();
  for (const { name, releaseDate } of cycles) {
    const [, series = '', digits] = /^(\D*)(\d+)[\d.]*$/.exec(name) ?? [];
    if (digits === undefined || releaseDate === null) continue;
    const line = lines.get(series + digits) ?? {
      series,
      number: Number(digits),
      first: releaseDate,
      last: releaseDate,
    };
    if (releaseDate < line.first) line.first = releaseDate;
    if (releaseDate > line.last) line.last = releaseDate;
    lines.set(series + digits, line);
  }
  const all = [...lines.values()];
  return all.some((one) =>
    all.some((other) => other.series === one.series && other.number > one.number && other.last < one.first),
  );
}
