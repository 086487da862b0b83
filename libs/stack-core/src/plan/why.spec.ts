import type { FoundReason } from '../check/reason';
import type { Move } from './move';
import { whyOf } from './why';

const reason = (change: Partial<FoundReason>): FoundReason =>
  ({ level: 'fail', code: 'kev', id: 'x', ref: 'items/0', text: 'X 1: a fact; advice', ...change }) as FoundReason;
const fact = (text: string, change: Partial<FoundReason> = {}): FoundReason => reason({ fact: text, ...change });

function why(cleared: readonly FoundReason[], after: readonly FoundReason[] = [], change: Partial<Move> = {}): string {
  return whyOf({ cleared, after, to: '2', kind: 'package', ...change } as Move);
}

it.each<[string, string]>([
  [why([fact('a fact')]), 'a fact; 2 clears this, nothing else stands against it'],
  [why([reason({})]), 'X 1: a fact; advice; 2 clears this, nothing else stands against it'],
  [why([fact('one'), fact('two'), fact('three')]), 'one; 2 clears this and 2 more, nothing else stands against it'],
  [why([fact('noted', { level: 'info' }), fact('one')]), 'one; 2 clears this, nothing else stands against it'],
  [why([fact('one')], [fact('left'), fact('noted', { level: 'info' })]), 'one; 2 clears this, 1 reason remains'],
  [why([fact('one')], [fact('left'), fact('left too')]), 'one; 2 clears this, 2 reasons remain'],
  [
    why([fact('one')], [], { kind: 'image' }),
    'one; 2 clears this, nothing else stands against it; whether its tag exists was not looked up',
  ],
])('%s', (said, expected) => {
  expect(said).toBe(expected);
});

it('what lasts longer is said of a move that clears the end of a cycle, and of no other', () => {
  const ended = {
    found: true,
    match: { cycle: '1', eol: '2026-01-01' },
    upgrade: { nearest: { cycle: '3', eol: null } },
  };
  const then = { found: true, match: { cycle: '2', eol: '2027-01-01' } };
  const of = (code: FoundReason['code']): string =>
    why([fact('one', { code })], [], { was: ended, first: then } as unknown as Partial<Move>);

  for (const code of ['eol', 'eol_soon'] as const)
    expect(of(code)).toMatch(/; it is the smallest such move and lasts until 2027-01-01, 3 has no known end$/);
  expect(of('kev')).toMatch(/nothing else stands against it$/);
});
