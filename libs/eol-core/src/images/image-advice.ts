import type { ImageReference } from '@stackcheck/image-parser';

import type { ImageComponent } from './image-report';
import type { IndexedProduct } from '../products/indexed-product';
import type { CalendarDate, Cycle } from '../products/product';
import type { ProductIndex } from '../products/product-index';
import { statusOn } from '../status/status';

/**
 * Why no part of an image matched, and what to send instead. About half of the FROM lines in use name no version, so this
 * text is what most callers of the route see first.
 * @param meant a known image with nearly the name of one that is not known
 */
export function whyUnknown(
  reference: ImageReference,
  components: readonly ImageComponent[],
  index: ProductIndex,
  today: CalendarDate,
  meant: string | undefined,
): string {
  const sentences = components.map((component) => {
    const product = component.product === null ? undefined : index.named(component.product);
    return component.role === 'image'
      ? ofImage(reference, component, product, today) + (meant === undefined ? '' : ` (did you mean ${meant}?)`)
      : ofPart(component, product, today);
  });
  const all = sentences.join('; ');
  return `No part of this image matched a release cycle: ${all}${all.endsWith('…') ? '' : '.'}`;
}

function ofImage(
  { repository, tag, registry }: ImageReference,
  { reason, version, product: id }: ImageComponent,
  product: IndexedProduct | undefined,
  today: CalendarDate,
): string {
  const name = registry === 'docker.io' ? repository : `${registry}/${repository}`;
  if (name === 'scratch') return 'scratch is the empty image and holds no product';
  const supported = newestSupported(product, today);
  const pin = supported === undefined ? '' : `; pin one such as ${name}:${supported}`;
  switch (reason) {
    case 'digest_only':
      return supported === undefined
        ? 'a digest names no version: send the tag too'
        : `a digest names no version: send the tag too, such as ${name}:${supported}@sha256:…`;
    case 'no_version':
      return tag === 'latest' ? `no version in the tag${pin}` : `the tag ${tag} of ${name} names no version${pin}`;
    case 'unknown_version':
      return `version ${version} of ${name} is in no listed cycle of ${id}${pin}`;
    case 'unknown_product':
      return `the product ${id} of ${name} is not in this dataset`;
    default:
      return `${name} is not known as the image of a product, and its tag names no runtime or base system with a version`;
  }
}

function ofPart(
  { role, version, product: id }: ImageComponent,
  product: IndexedProduct | undefined,
  today: CalendarDate,
): string {
  const what = role === 'runtime' ? 'the runtime' : 'the base system';
  if (id === null && role === 'runtime') {
    return `${what} Java ${version} is of a vendor that the tag does not name or the dataset does not list`;
  }
  if (product === undefined) return `${id === null ? what : `${what} ${id}`} is not in the dataset`;
  const example = newestSupported(product, today);
  const hint = example === undefined ? '' : `, pin one such as ${example}`;
  if (version === null) return `${what} ${id} has no version in the tag${hint}`;
  return `${what} ${id} ${version} is in no listed cycle${hint}`;
}

/** The highest numbered cycle that is still supported, or the newest one with a name, as an example to pin. */
function newestSupported(product: IndexedProduct | undefined, today: CalendarDate): string | undefined {
  const isSupported = (cycle: Cycle): boolean => statusOn(cycle, today) === 'supported';
  const numbered = product?.plain.findLast(({ cycle }) => isSupported(cycle))?.cycle;
  return (numbered ?? product?.product.cycles.find(isSupported))?.name;
}
