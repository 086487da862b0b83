import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { ProductIndex, statusOn, type Cycle } from '@stackcheck/eol-core';
import { compareVersions, daysUntilEol, plainNumbers } from '@stackcheck/eol-core/matching';
import { DEFAULT_POLICY } from '../policy';
import { toProducts } from '../testing/published-data';
import { isClear, upgradeFrom } from './upgrade';

const root = resolve(__dirname, '../../../..');
const corpora = resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = resolve(corpora, '..', 'data', 'endoflife', 'products-full.json');
const suite = existsSync(feedFile) ? describe : describe.skip;
const note = existsSync(feedFile) ? '' : ' (skipped: no data/endoflife/products-full.json)';

const TODAY = '2026-11-20';
const DAYS = ['2018-07-01', '2021-01-01', '2024-02-01', TODAY];
/** Where a lower number, or none between, is right: the numbering restarted or is of two kinds. */
const OTHER_NUMBERING = ['amazon-linux', 'opensuse', 'windows-nano-server', 'windows-server', 'windows-server-core'];

suite(`upgrades of every published cycle${note}`, () => {
  let index: ProductIndex;
  beforeAll(() => (index = new ProductIndex(toProducts(JSON.parse(readFileSync(feedFile, 'utf8'))))));
  const upgrade = (product: string, cycle: string, today: CalendarDate = TODAY) =>
    upgradeFrom(index, { product, cycle }, DEFAULT_POLICY, today);

  it.each([
    ['elasticsearch', '9.0', '9.4'],
    ['kibana', '9.0', '9.4'],
    ['logstash', '9.0', '9.4'],
    ['beats', '9.0', '9.4'],
    ['godot', '4.0', '4.5'],
    ['godot', '4.1', '4.5'],
    ['godot', '4.2', '4.5'],
    ['godot', '4.3', '4.5'],
    ['apache-hadoop', '3.0', '3.3'],
    ['apache-hadoop', '3.1', '3.3'],
    ['apache-hadoop', '3.2', '3.3'],
    ['eclipse-temurin', '16', '17'],
    ['apache-activemq', '6.0', '6.2'],
    ['apache-activemq', '6.1', '6.2'],
    ['opensuse', '42.3', '16.0'],
    ['amazon-linux', '2018.03', '2023'],
    ['windows-server', '2004-sac', '2022'],
    ['aws-lambda', 'python3.6', 'python3.7'],
    ['sharepoint', '2019', 'subscription'],
  ])('%s %s leads to %s', (product, cycle, nearest) => {
    expect(upgrade(product, cycle).nearest?.cycle).toBe(nearest);
  });

  it.each(DAYS)('never lead to an older version or to one that has ended, and skip none between, on %s', (today) => {
    const wrong: string[] = [];
    let cycles = 0;
    for (const { product } of index.products) {
      const byName = new Map(product.cycles.map((cycle) => [cycle.name, cycle]));
      const clear = product.cycles.filter((cycle) => isOut(cycle, today) && isClearOn(cycle, today));
      for (const from of product.cycles) {
        cycles += 1;
        const { nearest, newest } = upgrade(product.id, from.name, today);
        const targets = [nearest, newest].map((target) => (target === null ? undefined : byName.get(target.cycle)));
        const say = (what: string): void => {
          wrong.push(`${product.id} ${from.name} → ${nearest?.cycle}, ${newest?.cycle}: ${what}`);
        };
        if (targets.some((target) => target !== undefined && !clear.includes(target))) say('has ended or is not out');
        const numbers = plainNumbers(from.name);
        if (numbers === undefined || OTHER_NUMBERING.includes(product.id)) continue;
        const order = (cycle: Cycle | undefined): number | undefined => {
          const others = cycle === undefined ? undefined : plainNumbers(cycle.name);
          return others === undefined ? undefined : compareVersions(others, numbers);
        };
        if (targets.some((target) => (order(target) ?? 1) <= 0)) say('is older');
        const later = clear.filter((cycle) => (order(cycle) ?? 0) > 0 && isNotBefore(cycle, from));
        const [near] = targets;
        if (near === undefined && later.length > 0) say('is missing');
        const reached = near === undefined ? undefined : plainNumbers(near.name);
        const between = later.filter((cycle) => reached && compareVersions(plainNumbers(cycle.name)!, reached) < 0);
        if (between.length > 0) say(`skips ${between[0]!.name}`);
      }
    }

    expect(wrong).toEqual([]);
    expect(cycles).toBeGreaterThanOrEqual(8351);
  });

  it('know every product whose numbering restarted', () => {
    const restarted = index.products
      .filter(({ product }) => product.category !== 'device' && beganAnew(product.cycles))
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

function isOut({ releaseDate }: Cycle, today: CalendarDate): boolean {
  return releaseDate === null || releaseDate <= today;
}

function isClearOn(cycle: Cycle, today: CalendarDate): boolean {
  return isClear({ status: statusOn(cycle, today), days_until_eol: daysUntilEol(cycle, today) }, DEFAULT_POLICY);
}

function isNotBefore(a: Cycle, b: Cycle): boolean {
  return (a.releaseDate ?? '') >= (b.releaseDate ?? '');
}

/** Whether a first number that had not been there came after all releases of a higher one. */
function beganAnew(cycles: readonly Cycle[]): boolean {
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
