import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { CycleStatus } from '@stackcheck/eol-core';
import type { EpssStanding } from '@stackcheck/epss-core';
import type { Severity, UncheckedReason } from '@stackcheck/osv-core';
import type { StackVerdict } from '../check/verdict';
import type { Stack } from '../stack';

/**
 * What a watch remembers of one check: enough to know what changed, small enough for a token. The states of a list are in
 * the order of the entries of that list.
 */
export interface WatchState {
  /** Epoch milliseconds of the check. */
  readonly issuedAtMs: number;
  /** Epoch milliseconds from which on the state is no longer a baseline. */
  readonly expiresAtMs: number;
  /** How many checks the watch has made, the first included. */
  readonly checks: number;
  readonly verdict: StackVerdict;
  readonly stack: Stack;
  readonly items: readonly CycleState[];
  readonly images: readonly ImageState[];
  readonly cves: readonly KevState[];
  readonly packages: readonly PackageState[];
  /** Ids of the snapshots that the check was made against. */
  readonly snapshotIds: readonly string[];
  /** How the stack stood against the threshold of its policy; absent where there is none. */
  readonly scores?: ScoreState;
}

/** How CVEs and packages stood against a threshold of EPSS scores, in the order of their entries. */
export interface ScoreState {
  /** The model of the scores; null where they were never all at hand. */
  readonly model: string | null;
  readonly cves: readonly EpssStanding[];
  /** Fingerprints of the ids of those at or above the threshold; null where it is not known, or too much to keep. */
  readonly packages: readonly (readonly string[] | null)[];
}

/** An entry's cycle; null where it has none. */
export type CycleState = {
  readonly status: CycleStatus;
  readonly eol: CalendarDate | null;
  /** Fingerprint of the latest version, null where none is known. */
  readonly latest: string | null;
} | null;

/** The parts of an image by role and product, e.g. `base_os debian`; null where nothing of it is known. */
export type ImageState = readonly { readonly part: string; readonly cycle: CycleState }[] | null;

/** A listed CVE; null where it is not listed. */
export type KevState = { readonly due: CalendarDate; readonly ransomware: boolean } | null;

/** One alias group of a package. */
export interface GroupState {
  /** Fingerprint of its id. */
  readonly hash: string;
  readonly severity: Severity | null;
  readonly hasFix: boolean;
  readonly malware: boolean;
  /** `unknown`: the catalogue was not at hand, then or before. */
  readonly kev: KevState | 'unknown';
}

/** A package of which every group is kept. */
export interface FullPackageState {
  readonly kind: 'full';
  /** By hash, each once. */
  readonly groups: readonly GroupState[];
}

/** A package with too many groups to keep: those of malware and of what is exploited are, of the rest only a digest. */
export interface HeavyPackageState {
  readonly kind: 'heavy';
  readonly groups: readonly GroupState[];
  /** How many groups the rest has. */
  readonly restCount: number;
  /** Fingerprint of the rest. */
  readonly restDigest: string;
}

/** What is kept of a package. */
export type PackageState =
  { readonly kind: 'unresolved'; readonly reason: UncheckedReason } | FullPackageState | HeavyPackageState;
