import type { ComponentRole } from '@stackcheck/image-parser';

import type { CycleStatus, EolCycle } from '../status/eol-cycle';
import type { ImageUpgrade } from './upgrades/image-target';
import type { Upgrade } from '../upgrades/upgrade';

/** Why a part of an image has no cycle. */
export type ComponentReason = 'unknown_image' | 'unknown_product' | 'unknown_version' | 'no_version' | 'digest_only';

/** One part of an image with the cycle it is of, in wire names. */
export interface ImageComponent {
  readonly role: ComponentRole;
  readonly product: string | null;
  /** As the tag says it. */
  readonly version: string | null;
  /** Role `image` only. */
  readonly matched_by?: 'known_image' | 'repository_name';
  readonly found: boolean;
  readonly floating: boolean;
  readonly older_than_listed: boolean;
  readonly resolved?: string;
  readonly label?: string;
  readonly match?: EolCycle;
  /** Where the cycle should be left (`upgradeOf`). */
  readonly upgrade?: Upgrade;
  readonly reason?: ComponentReason;
  /** Where nothing was found: at most five names that may have been meant. */
  readonly suggestions?: readonly string[];
}

/** Worst status of an image; null is kept for the wire shape, an image without any match is not answered. */
export type ImageStatus = CycleStatus | 'unknown' | null;

/** The answer about an image reference in its wire shape (`data`). */
export interface ImageReport {
  readonly image: string;
  readonly registry: string;
  readonly repository: string;
  readonly tag: string | null;
  readonly digest: string | null;
  readonly status: ImageStatus;
  readonly days_until_eol: number | null;
  readonly matched: number;
  readonly complete: boolean;
  /** Where any part should be left (`imageUpgradeOf`). */
  readonly upgrade?: ImageUpgrade;
  readonly components: readonly ImageComponent[];
}

/** What a check of an image can end in. `fault` is the caller's to correct, `unknown` names nothing that is listed. */
export type ImageOutcome =
  | { readonly kind: 'fault'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string; readonly suggestions: readonly string[] }
  | { readonly kind: 'found'; readonly report: ImageReport };
