import type { Stack } from '../stack';
import type { CycleState, ImageState, KevState, PackageState, ScoreState, WatchState } from '../watch/watch-state';
import { fromHex, toBase64Url } from './bytes-text';
import { writeGroups } from './group-text';

/** The version of the text, raised when an older reader would misread it. */
export const STATE_VERSION = 1;

/** A state as compact JSON; `readState` is its inverse. Zero stands for null. */
export function writeState(state: WatchState): string {
  return JSON.stringify({
    v: STATE_VERSION,
    t: state.issuedAtMs,
    e: state.expiresAtMs,
    n: state.checks,
    d: state.verdict,
    s: writeStack(state.stack),
    i: state.items.map(writeCycle),
    m: state.images.map(writeImage),
    c: state.cves.map(writeKev),
    p: state.packages.map(writePackage),
    x: state.snapshotIds,
    ...(state.scores === undefined ? {} : { q: writeScores(state.scores) }),
  });
}

function writeStack({ items, images, cves, packages, policy }: Stack) {
  return {
    i: items.map(({ product, version }) => [product, version]),
    m: images,
    c: cves,
    p: packages,
    y: writePolicy(policy),
  };
}

/** What was added to the policy later stands at its end, and only where it was sent: other tokens are as they were before. */
function writePolicy(policy: Stack['policy']) {
  const { eol_within_days, min_severity, fail_on, report_latest, unlisted, epss_min, as_of } = policy;
  const first = [eol_within_days, min_severity, fail_on, report_latest ? 1 : 0];
  // A threshold may be 0, so what is missing before a day is null.
  if (as_of !== undefined) return [...first, unlisted ?? 0, epss_min ?? null, as_of];
  if (epss_min !== undefined) return [...first, unlisted ?? 0, epss_min];
  return unlisted === undefined ? first : [...first, unlisted];
}

function writeCycle(cycle: CycleState) {
  return cycle === null ? 0 : [cycle.status, cycle.eol ?? 0, cycle.latest ?? 0];
}

function writeImage(image: ImageState) {
  return image === null ? 0 : image.map(({ part, cycle }) => [part, writeCycle(cycle)]);
}

function writeKev(kev: KevState) {
  return kev === null ? 0 : [kev.due, kev.ransomware ? 1 : 0];
}

function writePackage(state: PackageState) {
  if (state.kind === 'unresolved') return state.reason;
  const { hashes, flags, listed } = writeGroups(state.groups);
  const kept = [hashes, flags, listed];
  return state.kind === 'full' ? kept : [...kept, state.restCount, state.restDigest];
}

/** Standings by their first letters; fingerprints together in base64url. */
function writeScores({ model, cves, packages }: ScoreState) {
  const hashes = packages.map((of) => (of === null ? 0 : toBase64Url(fromHex(of.join('')))));
  return [model ?? 0, cves.map(([first]) => first).join(''), hashes];
}
