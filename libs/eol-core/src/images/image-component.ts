import type { ImagePart, ImageReference } from '@stackcheck/image-parser';
import type { EolCycle } from '../status/eol-cycle';
import type { ComponentReason, ImageComponent } from './image-report';
import type { ImageVersionMatch } from '../matching/image-version-match';
import type { IndexedProduct } from '../products/indexed-product';
import type { Upgrade } from '../upgrades/upgrade';

// The wire objects are written out without spreads: they are most of the time that a check takes.

/** A part that was found in a cycle, with where to move to from it. */
export function matchedComponent(
  part: ImagePart,
  product: IndexedProduct,
  found: ImageVersionMatch,
  match: EolCycle,
  upgrade: Upgrade | undefined,
): ImageComponent {
  const { role, version, matchedBy } = part;
  const { id, label } = product.product;
  const { floating, olderThanListed: older_than_listed } = found;
  const component: Writable<ImageComponent> =
    matchedBy === null
      ? { role, product: id, version, found: true, floating, older_than_listed, resolved: id, label, match }
      : {
          role,
          product: id,
          version,
          matched_by: matchedBy,
          found: true,
          floating,
          older_than_listed,
          resolved: id,
          label,
          match,
        };
  if (upgrade !== undefined) component.upgrade = upgrade;
  return component;
}

type Writable<T> = { -readonly [Member in keyof T]: T[Member] };

/** A part without a cycle, with what may have been meant. */
export function unmatchedComponent(
  part: ImagePart,
  product: IndexedProduct | undefined,
  reason: ComponentReason,
  suggestions: readonly string[],
): ImageComponent {
  const { role, version, matchedBy } = part;
  const component: Writable<ImageComponent> = {
    role,
    product: product?.product.id ?? part.product,
    version,
    found: false,
    floating: false,
    older_than_listed: false,
    reason,
    suggestions,
  };
  if (matchedBy !== null) component.matched_by = matchedBy;
  if (product !== undefined) {
    component.resolved = product.product.id;
    component.label = product.product.label;
  }
  return component;
}

/** Why a part of a known product has no cycle. */
export function reasonOf(part: ImagePart, reference: ImageReference): ComponentReason {
  if (part.version !== null) return 'unknown_version';
  return part.role === 'image' && reference.tag === null ? 'digest_only' : 'no_version';
}
