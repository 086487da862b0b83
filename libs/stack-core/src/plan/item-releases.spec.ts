import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { Severity } from '@stackcheck/osv-core';
import { checkAndPlan } from './check-and-plan';
import { makeCycle, makeFlaw, makeKev, makePackaged, makeSources, makeStack, type Flaw } from '../testing/make-stack';
import { planFault } from '../testing/plan-fault';

const TODAY = '2026-11-20';
const lines = readFileSync(join(__dirname, 'item-releases.cases.txt'), 'utf8').split('\n');

/** The lines that begin with a word, without it. */
const rowsOf = (word: string) =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

const known = (text: string | undefined) => (text === undefined || text === '-' ? null : text);
const cycles = rowsOf('cycle').map((row) => {
  const [name = '', end, latest] = row.split(' | ');
  const [product = '', cycle = ''] = name.split(' ');
  const eolFrom = known(end);
  const release = known(latest);
  const parts = { eolFrom, isEol: eolFrom !== null && eolFrom <= TODAY };
  return {
    product,
    cycle: makeCycle(cycle, { ...parts, ...(release && { latest: { name: release, date: null, link: null } }) }),
  };
});
const products = rowsOf('product').map((row) => {
  const [id = '', ...purls] = row.split(' ');
  const own = cycles.filter(({ product }) => product === id).map(({ cycle }) => cycle);
  return makePackaged(id, own, purls);
});
const flaws: Record<string, Flaw[]> = {};
rowsOf('flaw').forEach((row, n) => {
  const [purl = '', from = '0', below, said = ''] = row.split(' | ');
  const [severity, exploited] = said.split(' ');
  const ids = [exploited === undefined ? `GHSA-${n}` : 'CVE-2026-0001', `GHSA-${n}`];
  const flaw = makeFlaw(`GHSA-${n}`, { ids, from, fixed: known(below), severity: severity as Severity });
  (flaws[`${purl}@1`] ??= []).push(flaw);
});
const kev = [makeKev('CVE-2026-0001', '2026-11-25')];
const sources = makeSources({ products, kev, packages: flaws });

describe('an item of which vulnerabilities are known', () => {
  it.each(rowsOf('item'))('%s', (row) => {
    const [move = '', verdict] = row.split(' | ');
    const [, product = '', version = '', to] = /^(\S+) (\S+) (?:-> (.+)|stays)$/.exec(move)!;
    const stack = makeStack({ items: [{ product, version }] });
    const { plan } = checkAndPlan(stack, sources, TODAY);

    expect(plan.steps.map((step) => `${step.to} ${step.size}`)).toEqual(to === undefined ? [] : [to]);
    expect(plan.verdict_after).toBe(verdict);
    expect(planFault(stack, sources, TODAY)).toBeUndefined();
  });

  it('is moved once in both of its places, and as a package by itself', () => {
    const item = { product: 'log4j', version: '2.14.1' };
    const purl = 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1';
    const stack = makeStack({ items: [item, item], packages: [purl] });

    expect(checkAndPlan(stack, sources, TODAY).plan.steps.map(({ refs, to }) => [refs, to])).toEqual([
      [['items/0', 'items/1'], '2.17.1'],
      [['packages/0'], '2.17.1'],
    ]);
    expect(planFault(stack, sources, TODAY)).toBeUndefined();
  });

  it('leaves no further step and makes nothing worse, whatever is known against its releases (property)', () => {
    const version = fc.constantFrom('1.1.0', '1.9.0', '2.0.0', '2.5.0', '3.0.0');
    const flaw = fc.record({
      from: fc.oneof(fc.constant('0'), version),
      fixed: fc.option(version),
      severity: fc.constantFrom(null, 'low' as const, 'high' as const),
      ids: fc.constantFrom(['GHSA-x'], ['CVE-2026-0001', 'GHSA-x']),
    });
    const some = fc.array(flaw, { maxLength: 3 });
    const names = (name: string | null) => (name === null ? {} : { latest: { name, date: null, link: null } });
    const anyLatest = fc.constantFrom(null, '2.5.0', '2.0.0');
    fc.assert(
      fc.property(some, some, anyLatest, fc.constantFrom(0, 365), (first, second, latest, days) => {
        const three = [
          makeCycle('3', { eolFrom: '2029-01-01', ...names('3.0.0') }),
          makeCycle('2', { eolFrom: '2027-06-01', ...names(latest) }),
          makeCycle('1', { isEol: true, eolFrom: '2024-01-01', ...names('1.9.0') }),
        ];
        const own = { 'pkg:npm/web@1.0.0': first, 'pkg:pypi/web@1': second };
        const packages = Object.fromEntries(
          Object.entries(own).map(([purl, list]) => [purl, list.map((parts, n) => makeFlaw(`GHSA-${n}`, parts))]),
        );
        const web = makePackaged('web', three, ['pkg:npm/web', 'pkg:pypi/web']);
        const stack = makeStack({ items: [{ product: 'web', version: '1.0.0' }] }, { eol_within_days: days });

        expect(planFault(stack, makeSources({ products: [web], kev, packages }), TODAY)).toBeUndefined();
      }),
      { numRuns: process.env['CAMPAIGN'] === 'full' ? 1_000 : 100 },
    );
  });
});
