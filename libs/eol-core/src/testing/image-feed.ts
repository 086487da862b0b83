import { imageNameOfPurl } from '../images/reading/image-purl';
import type { Cycle, Product } from '../products/product';

/** A product of the upstream feed, as far as image checks read it. */
export interface FeedProduct {
  readonly name: string;
  readonly label: string;
  readonly category: string;
  readonly aliases: readonly string[];
  readonly identifiers: readonly { readonly type: string; readonly id: string }[];
  readonly releases: readonly FeedRelease[];
}

interface FeedRelease extends Pick<Cycle, 'name' | 'codename' | 'releaseDate' | 'isLts' | 'ltsFrom'> {
  readonly isEol: boolean;
  readonly eolFrom: string | null;
  readonly isEoas?: boolean | null;
  readonly eoasFrom?: string | null;
  readonly eoesFrom?: string | null;
  readonly latest: Cycle['latest'];
}

/** The feed's products with the images that its own purls name. */
export function productsOfFeed(feed: readonly FeedProduct[]): readonly Product[] {
  return feed.map(({ name, label, category, aliases, identifiers, releases }) => ({
    id: name,
    label,
    category,
    aliases,
    images: identifiers
      .filter(({ type }) => type === 'purl')
      .map(({ id }) => imageNameOfPurl(id))
      .filter((image) => image !== null),
    cycles: releases.map((release) => ({
      ...release,
      isEoas: release.isEoas ?? null,
      eoasFrom: release.eoasFrom ?? null,
      eoesFrom: release.eoesFrom ?? null,
    })),
  }));
}
