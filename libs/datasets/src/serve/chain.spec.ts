import type { Manifest } from '../snapshot/snapshot';
import { chainFault } from './chain';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const manifest = (id: string, prev: string | null, fetched_at: string, starter = false) =>
  ({ snapshot_id: id, prev_snapshot_id: prev, fetched_at, starter }) as Manifest;

const served = manifest('b', 'a', '2026-11-20T10:00:00Z');
const next = (fetched_at: string, prev: string | null = 'b', id = 'c') => manifest(id, prev, fetched_at);

test.each<[string, Manifest, Manifest | undefined, RegExp | undefined]>([
  ['is the first one', next('2026-11-20T11:00:00Z', null), undefined, undefined],
  ['follows the served one', next('2026-11-20T11:00:00Z'), served, undefined],
  ['is from the same moment', next('2026-11-20T10:00:00Z'), served, /not after the served one/],
  ['is older', next('2026-11-20T09:00:00Z'), served, /not after the served one/],
  [
    'follows a starter, whose time is that of the build',
    next('2026-11-20T10:00:00Z'),
    manifest('b', null, '2026-11-20T10:00:00Z', true),
    undefined,
  ],
  ['names itself', next('2026-11-20T11:00:00Z', 'c'), served, /names itself/],
  ['follows one that was removed since', next('2026-11-20T11:00:00Z', 'x'), served, undefined],
  ['follows nothing', next('2026-11-20T11:00:00Z', null), served, /does not lead to b/],
  ['lies ahead', next('2026-11-22T11:00:00Z'), served, /lies ahead/],
])('a snapshot that %s', (_, snapshot, old, fault) => {
  const found = chainFault(snapshot, old, [snapshot, served], NOW);

  expect(found ?? '').toMatch(fault ?? /^$/);
});

test('one that came after several others leads to the served one through them', () => {
  const between = manifest('m', 'b', '2026-11-20T10:30:00Z');
  const last = manifest('z', 'm', '2026-11-20T11:00:00Z');

  expect(chainFault(last, served, [last, between, served], NOW)).toBeUndefined();
  const first = { ...between, prev_snapshot_id: null };
  expect(chainFault(last, served, [last, first, served], NOW)).toMatch(/does not lead to b/);
});

test('a forged circle ends', () => {
  const circle = [manifest('x', 'y', '2026-11-20T11:00:00Z'), manifest('y', 'x', '2026-11-20T11:00:00Z')];

  expect(chainFault(circle[0]!, served, circle, NOW)).toMatch(/does not lead to b/);
});
