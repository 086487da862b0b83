import { CANARIES } from '../eol/canaries';
import type { UpstreamDocument, UpstreamProduct, UpstreamRelease } from '../eol/upstream';

/**
 * A made-up upstream document that passes every guard: the well-known history plus one current cycle per product. For
 * tests that need a feed and not the feed.
 */
export function smallFeed(): UpstreamDocument {
  const ids = [...new Set(CANARIES.map(({ product }) => product))];
  const result = ids.map(toProduct);
  return { schema_version: '1.2.1', total: result.length, result };
}

/** A document as upstream sends it. */
export function feedBytes(document: UpstreamDocument): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document));
}

/** The document with one product replaced or, when `change` gives undefined, left out. */
export function withProduct(
  document: UpstreamDocument,
  id: string,
  change: (product: UpstreamProduct) => UpstreamProduct | undefined,
): UpstreamDocument {
  const result = document.result.flatMap((product) => {
    if (product.name !== id) return [product];
    const changed = change(product);
    return changed === undefined ? [] : [changed];
  });
  return { ...document, total: result.length, result };
}

/** The feed with this latest version of PHP's newest cycle, so that its content differs a little. */
export function feedWithLatest(latest: string): UpstreamDocument {
  return withProduct(smallFeed(), 'php', (product) => {
    const [newest, ...older] = product.releases;
    return { ...product, releases: [{ ...newest!, latest: { name: latest, date: null, link: null } }, ...older] };
  });
}

function toProduct(id: string): UpstreamProduct {
  const history = CANARIES.filter(({ product }) => product === id).map(({ cycle, eol }) => toRelease(cycle, eol));
  return {
    name: id,
    aliases: [`${id}-alias`],
    label: id.toUpperCase(),
    category: 'app',
    identifiers: [
      { type: 'purl', id: `pkg:docker/library/${id}` },
      { type: 'cpe', id: `cpe:/a:${id}` },
    ],
    links: { html: `https://endoflife.date/${id}` },
    releases: [{ ...toRelease('99', null), releaseDate: '2026-01-01' }, ...history],
  };
}

function toRelease(name: string, eolFrom: string | null): UpstreamRelease {
  return {
    name,
    codename: null,
    releaseDate: '2010-01-01',
    isLts: false,
    ltsFrom: null,
    isEol: eolFrom !== null,
    eolFrom,
    latest: { name: `${name}.1`, date: '2012-03-04', link: 'https://example.org/notes' },
  };
}
