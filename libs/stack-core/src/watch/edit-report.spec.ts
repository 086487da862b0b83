import * as fc from 'fast-check';
import { checkAndPlan } from '../plan/check-and-plan';
import type { Stack, StackLists } from '../stack';
import { makeCycle, makeFlaw, makeKev, makeProduct, makeSources, makeStack } from '../testing/make-stack';
import { editSentence, type EditCounts } from './edit-counts';
import { isOfWeight, reportEdit, type EditReport } from './edit-report';
import { editStack } from './edit-stack';

const TODAY = '2026-11-20';
const sources = makeSources({
  products: [
    makeProduct('python', [
      makeCycle('3.13', { eolFrom: '2029-10-31' }),
      makeCycle('3.9', { eolFrom: '2026-12-01' }),
      makeCycle('3.8', { eolFrom: '2024-10-07' }),
    ]),
  ],
  kev: [makeKev('CVE-2026-0001', '2026-12-24'), makeKev('CVE-2026-0002', '2026-12-24')],
  packages: {
    'pkg:npm/x@1.0.0': [
      makeFlaw('CVE-2026-0001', { fixed: '3' }),
      makeFlaw('CVE-2026-0002', { fixed: '2' }),
      makeFlaw('GHSA-x', { fixed: '2' }),
    ],
    'pkg:npm/bad@1.0.0': [makeFlaw('MAL-1', { kind: 'malware', fixed: null })],
  },
});
const PYTHON_38 = { items: [{ product: 'python', version: '3.8' }] };
const PYTHON_313 = { items: [{ product: 'python', version: '3.13' }] };

function edit(before: Stack, add: Partial<StackLists>, remove: Partial<StackLists>): EditReport | undefined {
  const edited = editStack(before, { add, remove });
  if (edited.kind !== 'edited') throw new Error(edited.message);
  const { stack, positions } = edited;
  const lists = makeStack(remove, before.policy);
  const removed = { lists, check: checkAndPlan(lists, sources, TODAY) };
  return reportEdit({ stack, check: checkAndPlan(stack, sources, TODAY), positions, removed });
}

describe('the report of an edit', () => {
  it('is none where nothing was edited', () => {
    expect(edit(makeStack(PYTHON_38), {}, {})).toBeUndefined();
  });

  it('gives the reasons against what was added, and what is gone with what was removed', () => {
    const report = edit(makeStack(PYTHON_38), { packages: ['pkg:npm/x@1.0.0'] }, PYTHON_38);

    expect(report).toMatchObject({
      added: [
        {
          ref: 'packages/0',
          subject: 'pkg:npm/x@1.0.0',
          reasons: [{ code: 'kev' }, { code: 'kev' }, { code: 'vulnerable' }],
        },
      ],
      removed: [{ ref: 'items/0', subject: 'python 3.8', resolved: [{ code: 'eol', id: 'python@3.8' }] }],
      text: 'this change adds 2 exploited vulnerabilities and 1 other vulnerability, and removes 1 end of life',
    });
  });

  it.each<[string, Partial<StackLists>, Partial<StackLists>, Partial<StackLists>, string]>([
    ['of something sound', PYTHON_38, PYTHON_313, {}, 'adds and removes nothing that speaks against the stack'],
    ['of what has ended', PYTHON_313, PYTHON_38, {}, 'adds 1 end of life'],
    ['that moves on', PYTHON_38, PYTHON_313, PYTHON_38, 'removes 1 end of life'],
    [
      'of a version that fixes some',
      { packages: ['pkg:npm/x@1.0.0'] },
      { packages: ['pkg:npm/x@2.0.0'] },
      { packages: ['pkg:npm/x@1.0.0'] },
      'removes 1 exploited vulnerability and 1 other vulnerability',
    ],
    [
      'of what the stack had already',
      { packages: ['pkg:npm/x@2.0.0'] },
      { cves: ['CVE-2026-0001'] },
      {},
      'adds and removes nothing that speaks against the stack',
    ],
    [
      'of one of two that have it',
      { packages: ['pkg:npm/x@2.0.0'], cves: ['CVE-2026-0001'] },
      {},
      { cves: ['CVE-2026-0001'] },
      'adds and removes nothing that speaks against the stack',
    ],
    ['of malware', PYTHON_313, { packages: ['pkg:npm/bad@1.0.0'] }, {}, 'adds 1 malicious package'],
    [
      'of what ends soon',
      PYTHON_313,
      { items: [{ product: 'python', version: '3.9' }] },
      {},
      'adds 1 end of life that is near',
    ],
    [
      'of what nobody knows',
      PYTHON_313,
      { items: [{ product: 'nobody', version: '1' }], images: ['nobody/x:1'] },
      {},
      'adds 2 open questions',
    ],
  ])('%s says so in a sentence', (_what, lists, add, remove, text) => {
    expect(edit(makeStack(lists), add, remove)?.text).toBe(`this change ${text}`);
  });

  it('says that what was removed is not known where it could not be checked', () => {
    const before = makeStack({ ...PYTHON_38, cves: ['CVE-2026-0001'] });
    const edited = editStack(before, { add: {}, remove: PYTHON_38 });
    if (edited.kind !== 'edited') throw new Error(edited.message);
    const removed = { lists: makeStack(PYTHON_38), check: null };

    const report = reportEdit({ ...edited, check: checkAndPlan(edited.stack, sources, TODAY), removed });

    expect(report?.removed).toEqual([{ ref: 'items/0', subject: 'python 3.8', resolved: null }]);
  });
});

it.each<[string, Partial<EditCounts>, Partial<EditCounts>, boolean]>([
  ['neither brings nor takes anything', {}, {}, false],
  ['brings something', { in_doubt: 1 }, {}, true],
  ['takes something away', {}, { eol: 1 }, true],
])('an edit that %s is of weight, or not', (_what, adds, removes, isWeighty) => {
  const none = { malware: 0, exploited: 0, vulnerabilities: 0, eol: 0, ending_soon: 0, in_doubt: 0 };

  expect(isOfWeight({ adds: { ...none, ...adds }, removes: { ...none, ...removes } } as EditReport)).toBe(isWeighty);
});

describe('the sentence of an edit', () => {
  it('has no count of nothing, and each noun in its number (property)', () => {
    const count = fc.integer({ min: 0, max: 3 });
    const counts: fc.Arbitrary<EditCounts> = fc.record({
      malware: count,
      exploited: count,
      vulnerabilities: count,
      eol: count,
      ending_soon: count,
      in_doubt: count,
    });

    fc.assert(
      fc.property(counts, counts, (adds, removes) => {
        const sentence = editSentence(adds, removes);

        expect(sentence).not.toMatch(/\b0 |\b1 (?:\w+ )?(?:packages|vulnerabilities|ends|questions)\b/);
        expect(sentence).not.toMatch(/\b[23] (?:\w+ )?(?:package|vulnerability|end|question)\b/);
        const numbers = [...sentence.matchAll(/\d/g)].map(([digit]) => Number(digit));
        expect(numbers).toEqual([...Object.values(adds), ...Object.values(removes)].filter((number) => number > 0));
      }),
    );
  });
});
