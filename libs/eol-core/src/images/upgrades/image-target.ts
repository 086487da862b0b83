import type { ComponentRole } from '@stackcheck/image-parser';
import type { CycleStatus } from '../../status/eol-cycle';
import type { NoUpgradeReason, UpgradeTarget } from '../../upgrades/upgrade';

/** Why no tag of an image is known, whatever its parts are moved to. */
export type ImmovableReason =
  'digest' | 'retired_image' | 'retired_runtime' | 'unknown_image' | 'unknown_version' | 'unknown_part';

/** A part of an image to move to, with the cycle that it is in there; its members mean what they mean of every cycle. */
export interface ImageTargetPart extends UpgradeTarget {
  readonly role: ComponentRole;
  readonly product: string;
}

/** A reference to move to, in wire names. */
export interface ImageTarget {
  /** The whole reference, its name written as it was sent. */
  readonly image: string;
  /** Always false: no registry was asked whether the tag exists. */
  readonly looked_up: false;
  /** Of the parts, as of every image; `unknown` where the tag names no version of its own product. */
  readonly status: CycleStatus | 'unknown';
  readonly days_until_eol: number | null;
  /** The parts with a cycle, those that move and those that stay. */
  readonly components: readonly ImageTargetPart[];
}

/**
 * Why there is no reference to move to: nothing can be said of this image at all, a part that should be left is not stated by the
 * tag, it has no newer cycle, or no tag is read as what it should be.
 */
export type NoImageTargetReason = ImmovableReason | 'not_in_tag' | 'no_tag' | NoUpgradeReason;

/** Where to move to from an image, in wire names. */
export interface ImageUpgrade {
  readonly nearest: ImageTarget | null;
  readonly recommended: ImageTarget | null;
  readonly newest: ImageTarget | null;
  /** Only where `nearest` is null. */
  readonly reason?: NoImageTargetReason;
  /** The reason as a sentence, with what else would do. */
  readonly why?: string;
  /** Whether all cycles are at hand; where not, there may be a nearer or a newer one. */
  readonly complete: boolean;
}
