import { countBeyond, editSentence, isNothing, type EditCounts, type Findings } from './edit-counts';

const NONE: EditCounts = { malware: 0, exploited: 0, vulnerabilities: 0, eol: 0, ending_soon: 0, in_doubt: 0 };
const counts = (some: Partial<EditCounts>): EditCounts => ({ ...NONE, ...some });

it.each<[string, Partial<EditCounts>, Partial<EditCounts>]>([
  ['adds and removes nothing that speaks against the stack', {}, {}],
  ['adds 1 malicious package', { malware: 1 }, {}],
  ['removes 2 malicious packages', {}, { malware: 2 }],
  ['adds 1 vulnerability', { vulnerabilities: 1 }, {}],
  ['adds 2 vulnerabilities and removes 1 vulnerability', { vulnerabilities: 2 }, { vulnerabilities: 1 }],
  ['adds 1 exploited vulnerability and 2 other vulnerabilities', { exploited: 1, vulnerabilities: 2 }, {}],
  ['adds 1 malicious package and 1 other vulnerability', { malware: 1, vulnerabilities: 1 }, {}],
  [
    'adds 1 end of life and 2 ends of life that are near, and removes 3 open questions',
    { eol: 1, ending_soon: 2 },
    { in_doubt: 3 },
  ],
  [
    'adds 2 ends of life, and removes 2 exploited vulnerabilities, 1 end of life that is near and 1 open question',
    { eol: 2 },
    { exploited: 2, ending_soon: 1, in_doubt: 1 },
  ],
])('this change %s', (sentence, adds, removes) => {
  expect(editSentence(counts(adds), counts(removes))).toBe(`this change ${sentence}`);
});

it('what some have beyond all others is counted by kind', () => {
  const findings = (change: Partial<Record<keyof EditCounts, readonly string[]>>): Findings =>
    Object.fromEntries(
      Object.keys(NONE).map((kind) => [kind, new Set(change[kind as keyof EditCounts])]),
    ) as unknown as Findings;
  const some = findings({ malware: ['a'], exploited: ['a', 'b', 'c'], eol: ['a'] });

  expect(countBeyond(some)).toEqual(counts({ malware: 1, exploited: 3, eol: 1 }));
  expect(
    countBeyond(some, findings({ exploited: ['a'], eol: ['x'] }), findings({ exploited: ['c'], eol: ['a'] })),
  ).toEqual(counts({ malware: 1, exploited: 1 }));
});

it.each(Object.keys(NONE))('an edit with one of %s is something', (kind) => {
  expect([isNothing(NONE), isNothing(counts({ [kind]: 1 }))]).toEqual([true, false]);
});
