import {
  readImageInput,
  readImageTable,
  toParts,
  type ImagePart,
  type ImageReference,
  type ImageTable,
} from '@stackcheck/image-parser';

import type { EolCycle } from './eol-cycle';
import { soonestDays, worstStatus } from './image-aggregate';
import { whyUnknown } from './image-advice';
import type { ComponentReason, ImageComponent, ImageOutcome } from './image-report';
import { imageTableRows } from './image-table';
import { matchImageVersion, type ImageVersionMatch } from './image-version-match';
import type { IndexedProduct } from './indexed-product';
import type { CalendarDate, Cycle } from './product';
import type { ProductIndex } from './product-index';
import { toEolCycle } from './status';
import { matchVersion } from './version-match';

/** Answers about container images from one snapshot. Built once per snapshot. */
export class ImageCatalogue {
  private readonly table: ImageTable;
  /** Published cycles of the last day asked for: at most as many entries as the snapshot has cycles. */
  private published: Map<Cycle, EolCycle> = new Map();
  private publishedOn: CalendarDate = '';

  constructor(private readonly index: ProductIndex) {
    this.table = readImageTable(imageTableRows(index.products.map((entry) => entry.product)), {
      productNamed: (name) => index.find(name)?.product.id ?? null,
      hasCycle: (product, cycle) => index.get(product)?.names.has(cycle) ?? false,
    });
  }

  /**
   * Checks an image reference or a whole FROM line on a day (service specification 4.4). Never throws on input; the
   * caller has limited its length.
   */
  check(image: string, today: CalendarDate): ImageOutcome {
    const reference = readImageInput(image);
    if ('fault' in reference) return { kind: 'fault', message: reference.fault };

    const components = toParts(reference, this.table).map((part) => this.resolve(part, reference, today));
    const matched = components.reduce((count, { found }) => count + (found ? 1 : 0), 0);
    if (matched === 0) return { kind: 'unknown', message: whyUnknown(reference, components, this.index, today) };

    const { registry, repository, tag, digest } = reference;
    return {
      kind: 'found',
      report: {
        image,
        registry,
        repository,
        tag,
        digest,
        status: worstStatus(components),
        days_until_eol: soonestDays(components),
        matched,
        complete: matched === components.length,
        components,
      },
    };
  }

  private resolve(part: ImagePart, reference: ImageReference, today: CalendarDate): ImageComponent {
    const product = part.product === null ? undefined : this.index.find(part.product);
    if (product === undefined) {
      // What the table knows and this snapshot lacks is another fault than what nobody knows.
      const reason = part.role === 'image' && part.product === null ? 'unknown_image' : 'unknown_product';
      return unmatched(part, part.product, undefined, reason);
    }
    const match = this.match(product, part, today);
    if (match === undefined) return unmatched(part, product.product.id, product, reasonOf(part, reference));
    return {
      role: part.role,
      product: product.product.id,
      version: part.version,
      ...(part.matchedBy === null ? {} : { matched_by: part.matchedBy }),
      found: true,
      floating: match.floating,
      older_than_listed: match.olderThanListed,
      resolved: product.product.id,
      label: product.product.label,
      match: this.publish(match.cycle, today),
    };
  }

  private match(product: IndexedProduct, part: ImagePart, today: CalendarDate): ImageVersionMatch | undefined {
    if (part.version === null) return undefined;
    if (part.cycle !== null) {
      const cycle = product.names.get(part.cycle.toLowerCase());
      return cycle && { cycle, floating: part.floating, olderThanListed: false };
    }
    if (part.rounding) return matchImageVersion(product, part.version, today);
    const cycle = matchVersion(product, part.version);
    return cycle && { cycle, floating: false, olderThanListed: false };
  }

  private publish(cycle: Cycle, today: CalendarDate): EolCycle {
    if (today !== this.publishedOn) {
      this.published = new Map();
      this.publishedOn = today;
    }
    const known = this.published.get(cycle);
    if (known !== undefined) return known;
    const made = toEolCycle(cycle, today);
    this.published.set(cycle, made);
    return made;
  }
}

function unmatched(
  part: ImagePart,
  product: string | null,
  resolved: IndexedProduct | undefined,
  reason: ComponentReason,
): ImageComponent {
  return {
    role: part.role,
    product,
    version: part.version,
    ...(part.matchedBy === null ? {} : { matched_by: part.matchedBy }),
    found: false,
    floating: false,
    older_than_listed: false,
    ...(resolved === undefined ? {} : { resolved: resolved.product.id, label: resolved.product.label }),
    reason,
  };
}

function reasonOf(part: ImagePart, reference: ImageReference): ComponentReason {
  if (part.version !== null) return 'unknown_version';
  return part.role === 'image' && reference.tag === null ? 'digest_only' : 'no_version';
}
