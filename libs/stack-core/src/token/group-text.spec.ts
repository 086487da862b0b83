import * as fc from 'fast-check';
import { FINGERPRINT_BYTES } from '../watch/fingerprint';
import type { GroupState } from '../watch/watch-state';
import { readGroups, writeGroups, type GroupTexts } from './group-text';

const HASH = 'a1'.repeat(FINGERPRINT_BYTES);
const group = (change: Partial<GroupState> = {}): GroupState => ({
  hash: HASH,
  severity: null,
  hasFix: false,
  malware: false,
  kev: null,
  ...change,
});

it.each<[string, Partial<GroupState>]>([
  ['A', {}],
  ['B', { severity: 'low' }],
  ['E', { severity: 'critical' }],
  ['F', { hasFix: true }],
  ['K', { malware: true }],
  ['U', { kev: { due: '2026-01-01', ransomware: true } }],
  ['o', { kev: 'unknown' }],
  ['7', { kev: 'unknown', severity: 'critical', hasFix: true, malware: true }],
])('the flags of a group are written %s: %j', (flags, change) => {
  expect(writeGroups([group(change)]).flags).toBe(flags);
});

it('groups are read as they were written (property)', () => {
  const any = fc.record({
    hash: fc
      .uint8Array({ minLength: FINGERPRINT_BYTES, maxLength: FINGERPRINT_BYTES })
      .map((bytes) => Buffer.from(bytes).toString('hex')),
    severity: fc.constantFrom(null, 'low' as const, 'medium' as const, 'high' as const, 'critical' as const),
    hasFix: fc.boolean(),
    malware: fc.boolean(),
    kev: fc.constantFrom(
      null,
      'unknown' as const,
      { due: '2026-01-01', ransomware: true },
      { due: '2027-12-31', ransomware: false },
    ),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 8 }), (groups) => expect(readGroups(writeGroups(groups))).toEqual(groups)),
  );
});

describe('texts that do not belong together', () => {
  const written = writeGroups([group({ kev: { due: '2026-01-01', ransomware: false } }), group()]);

  it.each<[string, Partial<GroupTexts>]>([
    ['hashes that are no base64url', { hashes: '!' }],
    ['a hash too few', { hashes: writeGroups([group()]).hashes }],
    ['a hash too many', { hashes: writeGroups([group(), group(), group()]).hashes }],
    ['flags too few', { flags: written.flags.slice(1) }],
    ['flags of no alphabet', { flags: '!A' }],
    ['flags beyond all values', { flags: '8A' }],
    ['a date too few', { listed: [] }],
    ['a date too many', { listed: [...written.listed, ['2026-01-01', 0]] }],
  ])('%s are no groups', (_what, change) => {
    expect(readGroups(written)).toHaveLength(2);
    expect(readGroups({ ...written, ...change })).toBeUndefined();
  });
});
