import { LIMITS } from '@stackcheck/contract';
import { isCalendarDate, type CalendarDate } from '@stackcheck/contract/calendar-date';
import { SEVERITIES } from '@stackcheck/osv-core';
import { isProbability, type EpssStanding } from '@stackcheck/epss-core';
import { EOL_WITHIN_DAYS_MAX, FAILURES, toPolicy, UNLISTED, type Policy } from '../policy';
import type { Stack } from '../stack';
import type { CycleState, ImageState, KevState, PackageState, ScoreState, WatchState } from '../watch/watch-state';
import { FINGERPRINT_BYTES } from '../watch/fingerprint';
import { readGroups } from './group-text';
import { fromBase64Url, toHex } from './bytes-text';
import {
  bit,
  count,
  fields,
  listOf,
  oneOf,
  orNull,
  refuse,
  ShapeFault,
  text,
  textLike,
  tuple,
  type Read,
} from './json-shape';
import { STATE_VERSION } from './write-state';

/**
 * The state in a text: `old_format` where it was written by a version that is no longer read, undefined where it is none.
 * Everything in it is checked, so that a text of another version of this service cannot be misread. Never throws.
 */
export function readState(json: string): WatchState | 'old_format' | undefined {
  try {
    const top = fields(parse(json));
    const version = count(top.get('v'));
    if (version < STATE_VERSION) return 'old_format';
    return version === STATE_VERSION ? toState(top) : undefined;
  } catch (error) {
    if (error instanceof ShapeFault) return undefined;
    throw error;
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Its message would be about the text, and the text is a customer's stack.
    return refuse('JSON');
  }
}

function toState(top: ReadonlyMap<string, unknown>): WatchState {
  const stack = readStack(top.get('s'));
  const { items, images, cves, packages } = stack;
  return {
    issuedAtMs: instant(top.get('t')),
    expiresAtMs: instant(top.get('e')),
    checks: count(top.get('n')),
    verdict: oneOf(['pass', 'warn', 'unknown', 'fail'] as const)(top.get('d')),
    stack,
    items: oneForEach(items, cycle)(top.get('i')),
    images: oneForEach(images, image)(top.get('m')),
    cves: oneForEach(cves, kev)(top.get('c')),
    packages: oneForEach(packages, packageState)(top.get('p')),
    snapshotIds: listOf(text, SNAPSHOTS_MAX)(top.get('x')),
    ...(top.has('q') ? { scores: readScores(top.get('q'), stack) } : {}),
  };
}

const SNAPSHOTS_MAX = 10;

const instant: Read<number> = (json) => {
  const ms = count(json);
  return ms < YEAR_10000_MS ? ms : refuse('instant');
};

const YEAR_10000_MS = 253_402_300_800_000;

/** As many states as entries: a state of another entry must not be read as one's own. */
const oneForEach =
  <Value>(entries: readonly unknown[], read: Read<Value>): Read<readonly Value[]> =>
  (json) =>
    tuple(json, entries.length).map((entry) => read(entry));

function readStack(json: unknown): Stack {
  const lists = fields(json);
  const items = listOf(item, LIMITS.itemsMax)(lists.get('i'));
  return {
    items,
    images: listOf(text, LIMITS.itemsMax - items.length)(lists.get('m')),
    cves: listOf(text, LIMITS.cvesMax)(lists.get('c')),
    packages: listOf(text, LIMITS.packagesMax)(lists.get('p')),
    policy: policy(lists.get('y')),
  };
}

const item: Read<Stack['items'][number]> = (json) => {
  const [product, version] = tuple(json, 2);
  return { product: text(product), version: text(version) };
};

const probability: Read<number> = (json) =>
  typeof json === 'number' && isProbability(json) ? json : refuse('probability');

const day: Read<CalendarDate> = (json) => (typeof json === 'string' && isCalendarDate(json) ? json : refuse('day'));

const policy: Read<Policy> = (json) => {
  const [days, severity, failOn, latest, unlisted = 0, epssMin = null, asOf] = tuple(json, 4, 7);
  const eolWithinDays = count(days);
  if (eolWithinDays > EOL_WITHIN_DAYS_MAX) refuse('days');
  return toPolicy({
    eol_within_days: eolWithinDays,
    min_severity: oneOf(SEVERITIES)(severity),
    fail_on: listOf(oneOf(FAILURES), FAILURES.length)(failOn),
    report_latest: bit(latest) === 1,
    ...(unlisted === 0 ? {} : { unlisted: oneOf(UNLISTED)(unlisted) }),
    ...(epssMin === null ? {} : { epss_min: probability(epssMin) }),
    ...(asOf === undefined ? {} : { as_of: day(asOf) }),
  });
};

const hash = textLike(/^[0-9a-f]{10}$/);

const cycle: Read<CycleState> = orNull((json) => {
  const [status, eol, latest] = tuple(json, 3);
  return {
    status: oneOf(['supported', 'security-only', 'eol'] as const)(status),
    eol: orNull(day)(eol),
    latest: orNull(hash)(latest),
  };
});

const image: Read<ImageState> = orNull(
  listOf((json) => {
    const [part, state] = tuple(json, 2);
    return { part: text(part), cycle: cycle(state) };
  }, 100),
);

const listed: Read<readonly [due: CalendarDate, ransomware: 0 | 1]> = (json) => {
  const [due, ransomware] = tuple(json, 2);
  return [day(due), bit(ransomware)];
};

const kev: Read<KevState> = orNull((json) => {
  const [due, ransomware] = listed(json);
  return { due, ransomware: ransomware === 1 };
});

const REASONS = ['invalid_purl', 'unsupported_type', 'no_version', 'invalid_version', 'no_data'] as const;

const packageState: Read<PackageState> = (json) => {
  if (typeof json === 'string') return { kind: 'unresolved', reason: oneOf(REASONS)(json) };
  const [hashes, flags, dates, restCount, restDigest] = tuple(json, 3, 5);
  const groups = readGroups({
    hashes: text(hashes),
    flags: text(flags),
    listed: listOf(listed, Infinity)(dates),
  });
  if (groups === undefined) refuse('groups');
  if (tuple(json, 3, 5).length === 3) return { kind: 'full', groups };
  return { kind: 'heavy', groups, restCount: count(restCount), restDigest: hash(restDigest) };
};

const STANDINGS: readonly EpssStanding[] = ['above', 'below', 'unknown'];

const standing: Read<EpssStanding> = (json) => STANDINGS.find(([first]) => first === json) ?? refuse('standing');

const fingerprints: Read<readonly string[]> = (json) => {
  const bytes = fromBase64Url(text(json));
  if (bytes === undefined || bytes.length % FINGERPRINT_BYTES !== 0) return refuse('fingerprints');
  return toHex(bytes).match(EACH_FINGERPRINT) ?? [];
};

const EACH_FINGERPRINT = new RegExp(`.{${2 * FINGERPRINT_BYTES}}`, 'g');

function readScores(json: unknown, { cves, packages }: Stack): ScoreState {
  const [model, standings, likely] = tuple(json, 3);
  return {
    model: orNull(text)(model),
    cves: oneForEach(cves, standing)([...text(standings)]),
    packages: oneForEach(packages, orNull(fingerprints))(likely),
  };
}
