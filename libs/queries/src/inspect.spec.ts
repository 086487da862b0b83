import { ProductIndex, type Cycle } from '@stackcheck/eol-core';
import type { ServiceError } from '@stackcheck/contract';
import { eolCheck } from './eol/check';
import { productOn } from './eol/product';
import { kevCheck } from './kev';
import { validateKev } from './kev/validate-kev';
import { modelsCheapest } from './models';
import type { QueryDeps } from './query/query';
import { validate } from './validate';

const TODAY = '2026-11-20';

function cycle(name: string, eolFrom: string | null): Cycle {
  return {
    ...{ name, eolFrom, codename: null, releaseDate: null, isLts: false, ltsFrom: null, isEol: false },
    ...{ isEoas: null, eoasFrom: null, eoesFrom: null, latest: null },
  };
}

const products = new ProductIndex(
  [cycle('24', null), cycle('1', '2020-01-01')].map((one) => ({
    ...{ id: `of-${one.name}`, label: 'Of', aliases: [], category: 'lang', images: [], identifiers: [] },
    cycles: [one],
  })),
);
const eol = { products, packages: undefined, complete: true };
const manifest = { dataset: 'eol', starter: false };
const deps = { today: TODAY, data: () => ({ manifest, index: eol }), peek: () => undefined } as unknown as QueryDeps;

function refusalOf(act: () => unknown): string {
  try {
    act();
    return 'taken';
  } catch (error) {
    const { code, message } = error as ServiceError;
    return `${code}: ${message}`;
  }
}

describe('without an answer is refused', () => {
  const item = (version: string, product = 'of-24') => ({ product, version });
  const NONE = 'unknown_id: none of the items is a known product and version';

  it.each([
    ['a batch of which nothing is known', [item('1'), item('24', 'of-1')], NONE],
    ['nothing of a batch of which one item is known', [item('1'), item('24')], 'taken'],
  ])('%s', (_what, items, said) => {
    expect(refusalOf(() => eolCheck.inspect!({ items }, deps))).toBe(said);
    expect(refusalOf(() => eolCheck.answer({ items }, deps))).toBe(said);
  });

  it.each([
    ['CVE-2021-44228', /^taken$/],
    ['CVE-2021', /^bad_request: cves\[0\] /],
  ])('the CVE %s: %s', (cve, said) => {
    expect(refusalOf(() => kevCheck.inspect!({ cves: [cve] }, deps))).toMatch(said);
  });

  it.each([{}, { input: 0 }, { input: 0, output: null }])('a call with the tokens %j', (tokens) => {
    const request = { tokens } as Parameters<typeof modelsCheapest.answer>[0];
    const said = 'bad_request: tokens must hold at least one token';

    expect(refusalOf(() => modelsCheapest.inspect!(request, deps))).toBe(said);
    expect(refusalOf(() => modelsCheapest.answer(request, deps))).toBe(said);
  });

  it('an id of a dataset that has none', () => {
    const input = { dataset: 'sanctions', id: 'x' } as unknown as Parameters<typeof validate.answer>[0];

    expect(refusalOf(() => validate.answer(input, deps))).toBe(
      'dataset_unavailable: no snapshot of dataset "sanctions" is loaded yet',
    );
  });
});

it.each([
  ['cve-2021-44228', { valid: true, canonical: 'CVE-2021-44228', reason: null, suggestions: [] }],
  ['CVE-2021-4422O', { valid: false, canonical: null, reason: 'malformed' }],
  ['CVE-2021', { valid: false, canonical: null, reason: 'malformed', suggestions: [] }],
  [`CVE-2021-${'1'.repeat(19)}`, { valid: false, canonical: null, reason: 'malformed' }],
])('the form of the CVE id %s is judged', (id, judged) => {
  expect(validateKev(id)).toMatchObject(judged);
});

it.each([
  ['of-24', '24', 'supported'],
  ['of-1', null, 'eol'],
])('the newest cycle of %s that has not ended is %s', (id, newest, status) => {
  const { cycles, ...product } = productOn({ packages: undefined }, products.get(id)!, TODAY);

  expect(product).toEqual({ product: id, label: 'Of', recommended: null, newest, packages: null });
  expect(cycles.map((one) => one.status)).toEqual([status]);
});
