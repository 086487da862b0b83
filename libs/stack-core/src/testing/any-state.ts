import { toCalendarDate } from '@stackcheck/contract/calendar-date';
import { SEVERITIES } from '@stackcheck/osv-core';
import * as fc from 'fast-check';
import { FAILURES, UNLISTED } from '../policy';
import type { GroupState, WatchState } from '../watch/watch-state';

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => toCalendarDate(days * 86_400_000));
const hash = fc.uint8Array({ minLength: 5, maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const text = fc.string({ unit: 'binary', maxLength: 20 });
const kev = fc.option(fc.record({ due: day, ransomware: fc.boolean() }));
const cycle = fc.option(
  fc.record({
    status: fc.constantFrom('supported' as const, 'security-only' as const, 'eol' as const),
    eol: fc.option(day),
    latest: fc.option(hash),
  }),
);
const group: fc.Arbitrary<GroupState> = fc.record({
  hash,
  severity: fc.option(fc.constantFrom(...SEVERITIES)),
  hasFix: fc.boolean(),
  malware: fc.boolean(),
  kev: fc.oneof(kev, fc.constant('unknown' as const)),
});
const groups = fc.array(group, { maxLength: 20 });
const packageState = fc.oneof(
  fc.record({
    kind: fc.constant('unresolved' as const),
    reason: fc.constantFrom('no_version' as const, 'invalid_purl' as const),
  }),
  fc.record({ kind: fc.constant('full' as const), groups }),
  fc.record({ kind: fc.constant('heavy' as const), groups, restCount: fc.nat(), restDigest: hash }),
);
const imageState = fc.option(fc.array(fc.record({ part: text, cycle }), { maxLength: 3 }));

/** Entries with one state each. */
const withStates = <Entry, State>(entry: fc.Arbitrary<Entry>, state: fc.Arbitrary<State>) =>
  fc.array(fc.tuple(entry, state), { maxLength: 10 });

/** Any state that could ever be, with texts of any characters. */
export const anyState: fc.Arbitrary<WatchState> = fc
  .record({
    issuedAtMs: fc.integer({ min: 0, max: 4e12 }),
    lifetimeMs: fc.integer({ min: 1, max: 2e10 }),
    checks: fc.nat(),
    verdict: fc.constantFrom('pass' as const, 'warn' as const, 'unknown' as const, 'fail' as const),
    policy: fc.record(
      {
        eol_within_days: fc.integer({ min: 0, max: 3650 }),
        min_severity: fc.constantFrom(...SEVERITIES),
        fail_on: fc.subarray([...FAILURES]),
        report_latest: fc.boolean(),
        unlisted: fc.constantFrom(...UNLISTED),
        epss_min: fc.double({ min: 0, max: 1, noNaN: true }).map((least) => least + 0),
        as_of: day,
      },
      { requiredKeys: ['eol_within_days', 'min_severity', 'fail_on', 'report_latest'] },
    ),
    items: withStates(fc.record({ product: text, version: text }), cycle),
    images: withStates(text, imageState),
    cves: withStates(text, kev),
    packages: withStates(text, packageState),
    snapshotIds: fc.array(text, { maxLength: 4 }),
    model: fc.option(fc.option(text), { nil: undefined }),
    standing: fc.constantFrom('above' as const, 'below' as const, 'unknown' as const),
    likely: fc.option(fc.uniqueArray(hash, { maxLength: 5 })),
  })
  .map(({ issuedAtMs, lifetimeMs, checks, verdict, policy, items, images, cves, packages, snapshotIds, ...rest }) => ({
    issuedAtMs,
    expiresAtMs: issuedAtMs + lifetimeMs,
    checks,
    verdict,
    stack: {
      items: items.map(([entry]) => entry),
      images: images.map(([entry]) => entry),
      cves: cves.map(([entry]) => entry),
      packages: packages.map(([entry]) => entry),
      policy,
    },
    items: items.map(([, state]) => state),
    images: images.map(([, state]) => state),
    cves: cves.map(([, state]) => state),
    packages: packages.map(([, state]) => state),
    snapshotIds,
    ...(rest.model === undefined
      ? {}
      : {
          scores: {
            model: rest.model,
            cves: cves.map(() => rest.standing),
            packages: packages.map(() => rest.likely),
          },
        }),
  }));
