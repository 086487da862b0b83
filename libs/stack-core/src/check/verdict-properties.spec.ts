import * as fc from 'fast-check';
import { FAILURES, UNLISTED } from '../policy';
import { check, harness } from '../testing/sample-harness';
import { LEVELS } from './reason';

const anyLists = fc.record({
  items: fc.subarray([
    ...['3.13', '3.12', '3.11', '3.8', '99'].map((version) => ({ product: 'python', version })),
    { product: 'limited', version: '2' },
  ]),
  images: fc.subarray(['python:3.12-bookworm', 'python:3', 'python:3.8-alpine', 'acme/anvil:1']),
  cves: fc.subarray(['CVE-2021-44228', 'CVE-2026-0001', 'CVE-2023-45857']),
  packages: fc.subarray([...Object.keys(harness.packages!), 'pkg:npm/unheard-of@1.0.0', 'pkg:npm/claen@1.0.0']),
});
const anyPolicy = fc.record({
  eol_within_days: fc.constantFrom(0, 30, 90),
  min_severity: fc.constantFrom('low' as const, 'medium' as const, 'high' as const, 'critical' as const),
  fail_on: fc.subarray([...FAILURES]),
});
const anyUnlisted = fc.constantFrom({}, ...UNLISTED.map((unlisted) => ({ unlisted })));

describe('the verdict on a stack', () => {
  it('is the level of its worst reason, and pass only without any but infos (property)', () => {
    fc.assert(
      fc.property(anyLists, anyPolicy, anyUnlisted, (lists, policy, unlisted) => {
        const { verdict, reasons } = check(lists, { ...policy, ...unlisted });

        const levels = LEVELS.filter((level) => reasons.some((reason) => reason.level === level));
        const worst = levels[0] ?? 'info';
        expect(verdict).toBe(worst === 'info' ? 'pass' : worst);
        expect(reasons.map(({ level }) => LEVELS.indexOf(level))).toEqual(
          reasons.map(({ level }) => LEVELS.indexOf(level)).sort((a, b) => a - b),
        );
      }),
    );
  });

  it('begins each reason with the component that it is about (property)', () => {
    fc.assert(
      fc.property(anyLists, anyUnlisted, (lists, unlisted) => {
        for (const { ref, text } of check(lists, unlisted).reasons) {
          const [list = '', index] = ref.split('/');
          const sent = (lists as Readonly<Record<string, readonly unknown[]>>)[list]?.[Number(index)];
          const [component = '', rest = ''] = text.split(/(?<=.): (.*)/);

          expect(rest).not.toBe('');
          expect(namesOf(list, sent).some((name) => component.startsWith(name))).toBe(true);
        }
      }),
    );
  });

  it('never gets better when the policy fails on more, and has the same reasons (property)', () => {
    const goodness = ['fail', 'unknown', 'warn', 'pass'];
    fc.assert(
      fc.property(anyLists, fc.subarray([...FAILURES]), fc.constantFrom(...FAILURES), (lists, failOn, more) => {
        const before = check(lists, { fail_on: failOn });
        const after = check(lists, { fail_on: [...failOn, more] });

        expect(goodness.indexOf(after.verdict)).toBeLessThanOrEqual(goodness.indexOf(before.verdict));
        expect(after.reasons.map(({ code, ref, id }) => `${code} ${ref} ${id}`).sort()).toEqual(
          before.reasons.map(({ code, ref, id }) => `${code} ${ref} ${id}`).sort(),
        );
      }),
    );
  });
});

/** How a sentence about an entry may begin. */
function namesOf(list: string, sent: unknown): readonly string[] {
  if (list === 'items') {
    const { product, version } = sent as { product: string; version: string };
    return [`${product} ${version}`, `${product[0]?.toUpperCase()}${product.slice(1)} ${version}`];
  }
  const text = sent as string;
  if (list !== 'packages') return [text];
  return [text, text.replace(/^.*\/([^@]+)@(.*)$/, '$1 $2')];
}
