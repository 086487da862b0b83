import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkItems, ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { matchItem, type CheckResult } from '@stackcheck/eol-core/matching';
import { ProductPackages, type PackageLifecycle } from '@stackcheck/eol-core/packages';
import { KevIndex } from '@stackcheck/kev-core';
import { readPackage, readPackageName } from '@stackcheck/osv-core';
import * as fc from 'fast-check';
import { makeAdvisories, makeFlaw, makeKev, makeStack } from '../testing/make-stack';
import { toProducts } from '../testing/published-data';
import { checkAndPlan, type PlanSources } from '../plan/check-and-plan';
import type { StackCheck } from './judge';
import type { ItemResult } from './parts';

const root = resolve(__dirname, '../../../..');
const data = join(resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora'), '..', 'data');
const feedFile = join(data, 'endoflife', 'products-full.json');
const suite = existsSync(feedFile) ? describe : describe.skip;
const note = existsSync(feedFile) ? '' : ' (skipped: no data/endoflife/products-full.json)';

const TODAY = '2026-11-20';

const table = readFileSync(join(__dirname, 'joined.cases.txt'), 'utf8').split('\n');

/** The lines that begin with a word: what stands before the first bar, and what stands after it. */
function rowsOf(word: string): (readonly [string, string])[] {
  return table
    .filter((line) => line.startsWith(`${word} `))
    .map((line) => {
      const [asked = '', ...said] = line.slice(word.length + 1).split(' | ');
      return [asked, said.join(' | ')];
    });
}

const advisories = rowsOf('advisory').map(([purl, said]) => {
  const [id = '', below = '', exploited] = said.split(' | ');
  const ids = exploited === undefined ? [id] : ['CVE-2021-44228', id];
  return { purl: `${purl}@1`, flaw: makeFlaw(id, { ids, fixed: below.replace('below ', '') }) };
});
const osv = makeAdvisories(Object.fromEntries(advisories.map(({ purl, flaw }) => [purl, [flaw]])));
const kev = new KevIndex('v', [makeKev('CVE-2021-44228', '2021-12-24')]);

/** What is said of a package, as the table writes it. */
function wordsOf(lifecycle: PackageLifecycle | null): string {
  if (lifecycle === null) return 'no product';
  if (lifecycle.status !== 'unknown') {
    const { product, cycle, status, eol } = lifecycle;
    return `is ${product} ${cycle} | ${status} ${eol ?? '-'}`;
  }
  const products = lifecycle.products.join(' or ');
  return lifecycle.reason === 'unknown_version' ? `unknown version of ${products}` : `unknown, may be ${products}`;
}

/** What is said of an item that is named by a package URL, as the table writes it of the package. */
function asItem(result: CheckResult): string {
  if (result.found)
    return `is ${result.resolved} ${result.match.cycle} | ${result.match.status} ${result.match.eol ?? '-'}`;
  if (result.reason === 'unknown_version') return `unknown version of ${result.resolved}`;
  return result.suggestions.length === 0 ? 'no product' : `unknown, may be ${result.suggestions.join(' or ')}`;
}

/** What is said of the packages of an item, as the table writes it. */
function foundOf({ packages, packages_reason: reason }: ItemResult): string {
  if (packages === undefined) return 'no package';
  if (packages === null) return `unknown: ${reason}`;
  const ids = packages.flatMap((found) => (found.checked ? found.vulnerabilities.map(({ id }) => id) : ['unchecked']));
  return ids.length === 0 ? 'none' : `advisories ${ids.join(', ')}`;
}

suite(`packages and the published products${note}`, () => {
  let sources: PlanSources;
  let packages: ProductPackages;
  beforeAll(() => {
    const index = new ProductIndex(toProducts(JSON.parse(readFileSync(feedFile, 'utf8'))));
    packages = ProductPackages.of(index, readPackageName)!;
    sources = { eol: { index, images: new ImageCatalogue(index), packages }, osv, kev };
  });

  it.each(rowsOf('package'))('%s: %s', (purl, expected) => {
    const check = checkAndPlan(makeStack({ packages: [purl] }), sources, TODAY);
    const { lifecycle } = check.packages!.results[0]!;
    const codes = check.reasons.map(({ code }) => code);

    expect(wordsOf(lifecycle)).toBe(expected);
    expect(codes.includes('eol')).toBe(lifecycle?.status === 'eol');
    expect(codes.includes('unknown_item') || codes.includes('lifecycle_unknown')).toBe(lifecycle?.status === 'unknown');
    if (lifecycle?.status === 'unknown') expect(check.verdict).not.toBe('pass');
  });

  it.each(rowsOf('package'))('%s as the name of an item: %s', (purl, expected) => {
    const [product = '', version = ''] = purl.replace(/\?.*/, '').split('@');
    const { index, packages: known } = sources.eol!;
    const [result] = checkItems(index, [{ product, version }], TODAY, { packages: known }).results;

    expect(result).toMatchObject({ product, version });
    expect(asItem(result!)).toBe(expected);
    expect(matchItem(index, { product, version }).entry).toBeUndefined();
  });

  it.each(rowsOf('item'))('%s: %s', (asked, expected) => {
    const [, product = '', version = ''] = /^(\S+) (.*)$/.exec(asked) ?? [];
    const { items, reasons, verdict, summary } = checkAndPlan(
      makeStack({ items: [{ product, version }] }),
      sources,
      TODAY,
    );
    const [item] = items!.results as readonly [ItemResult];

    expect(foundOf(item)).toBe(expected);
    const against = reasons.filter(({ code }) => code === 'vulnerable' || code === 'kev');
    expect(against.length > 0).toBe(expected.startsWith('advisories'));
    expect(against.every(({ ref, level }) => ref === 'items/0' && level === 'fail')).toBe(true);
    expect(summary.packages.vulnerable_items).toBe(expected.startsWith('advisories') ? 1 : 0);
    if (/^unknown: (?!names)/.test(expected)) expect(verdict === 'unknown' || verdict === 'fail').toBe(true);
    if (expected.startsWith('unknown: ')) expect(reasons.map(({ code }) => code)).toContain('unknown_release');
  });

  it('are in doubt as items where no advisories are at hand', () => {
    const { eol } = sources;
    const judged = (version: string, product = 'log4j') =>
      checkAndPlan(makeStack({ items: [{ product, version }] }), { eol }, TODAY);

    expect(judged('2.26.1')).toMatchObject({
      verdict: 'unknown',
      reasons: [{ level: 'unknown', code: 'unresolved_package', ref: 'items/0' }],
      items: { results: [{ packages: null, packages_reason: 'no_data' }] },
    });
    expect(judged('24.04', 'ubuntu').verdict).toBe('pass');
  });

  it('say of a package what is said of the item (property)', () => {
    const published = sources
      .eol!.index.products.flatMap(({ product: { id, cycles } }) =>
        cycles.flatMap(({ name, latest }) =>
          packages.packagesOf(id).flatMap(({ purl, has }) => {
            const version = latest?.name ?? name;
            return has(version) ? [{ id, version, purl: `${purl}@${encodeURIComponent(version)}` }] : [];
          }),
        ),
      )
      .filter(({ purl }) => readPackage(purl).ok);
    expect(published.length).toBeGreaterThan(2_000);

    fc.assert(
      fc.property(fc.constantFrom(...published), fc.constantFrom(0, 90, 3_000), ({ id, version, purl }, days) => {
        const judged = (lists: object) => checkAndPlan(makeStack(lists, { eol_within_days: days }), sources, TODAY);
        const ofItem = judged({ items: [{ product: id, version }] });
        const ofPackage = judged({ packages: [purl] });
        const [item] = ofItem.items!.results;
        const { lifecycle } = ofPackage.packages!.results[0]!;

        expect(item?.found).toBe(true);
        if (item?.found !== true) return;
        const { resolved: product, label, match, upgrade } = item;
        expect(lifecycle).toEqual({ product, label, ...match, ...(upgrade === undefined ? {} : { upgrade }) });
        const ofCycles = ({ reasons }: StackCheck) =>
          reasons.flatMap(({ level, code, id: about, text }) =>
            ['eol', 'eol_soon', 'security_only'].includes(code) ? [[level, code, about, text]] : [],
          );
        expect(ofCycles(ofPackage)).toEqual(ofCycles(ofItem));
        const end = ({ next_deadline: next }: StackCheck) => next?.date;
        expect(end(ofPackage)).toBe(end(ofItem));
      }),
      { numRuns: 300 },
    );
  });
});
