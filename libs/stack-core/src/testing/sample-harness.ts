import { checkAndPlan } from '../plan/check-and-plan';
import type { Policy } from '../policy';
import type { StackLists } from '../stack';
import { makeCycle, makeFlaw, makeKev, makeProduct, makeSources, makeStack, type Harness } from './make-stack';

/** The day of the checks. */
export const TODAY = '2026-11-20';
/** A harness with something of each kind. */
export const harness: Harness = {
  products: [
    makeProduct('python', [
      makeCycle('3.14', { releaseDate: '2027-10-01', eolFrom: '2032-10-01' }),
      makeCycle('3.13', {
        releaseDate: '2024-10-01',
        eolFrom: '2029-10-01',
        latest: { name: '3.13.9', date: null, link: null },
      }),
      makeCycle('3.12', { releaseDate: '2023-10-01', eolFrom: '2028-10-01' }),
      makeCycle('3.11', { releaseDate: '2022-10-01', eolFrom: '2026-12-20' }),
      makeCycle('3.8', { releaseDate: '2019-10-14', eolFrom: '2024-10-07' }),
      makeCycle('2.7', { releaseDate: '2010-07-03', isEol: true }),
    ]),
    makeProduct('limited', [
      makeCycle('2', { eolFrom: '2030-01-01', eoasFrom: '2026-01-01' }),
      makeCycle('1', { eoasFrom: '2026-01-01' }),
    ]),
    makeProduct('last', [makeCycle('1', { eolFrom: '2020-01-01' })]),
    makeProduct('debian', [makeCycle('12', { codename: 'Bookworm', eolFrom: '2028-06-30' })]),
    makeProduct('alpine-linux', [makeCycle('3.20', { eolFrom: '2028-01-01' })]),
  ],
  kev: [makeKev('CVE-2021-44228', '2021-12-24', true), makeKev('CVE-2026-0001', '2026-11-25')],
  packages: {
    'pkg:npm/clean@1.0.0': [makeFlaw('GHSA-c', { fixed: '0.5.0' })],
    'pkg:npm/bad@1.0.0': [makeFlaw('MAL-1', { kind: 'malware', severity: 'critical', fixed: null })],
    'pkg:npm/high@1.0.0': [makeFlaw('GHSA-h'), makeFlaw('GHSA-l', { severity: 'low' })],
    'pkg:npm/medium@1.0.0': [makeFlaw('GHSA-m', { severity: 'medium' })],
    'pkg:npm/unscored@1.0.0': [makeFlaw('GO-1', { severity: null })],
    'pkg:maven/a/log4j@2': [makeFlaw('GHSA-j', { ids: ['CVE-2021-44228', 'GHSA-j'], severity: 'low' })],
    'pkg:deb/debian/x@1': [makeFlaw('DSA-1', { release: '12' })],
    'pkg:pypi/new@1': 'no_data',
  },
  similar: { claen: ['clean'], newer: ['new'] },
};
/** Its sources. */
export const sources = makeSources(harness);

/** Checks lists against it. */
export const check = (lists: Partial<StackLists>, policy: Partial<Policy> = {}) =>
  checkAndPlan(makeStack(lists, policy), sources, TODAY);
/** A version of Python. */
export const item = (version: string, product = 'python') => ({ items: [{ product, version }] });
