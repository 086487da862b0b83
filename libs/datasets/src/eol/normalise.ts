import { imageNameOfPurl } from '@stackcheck/eol-core/images';
import {
  EOL_RECORDS_VERSION,
  type EolCycleRecord,
  type EolIdentifierRecord,
  type EolProductRecord,
  type EolSnapshot,
} from './records';
import type { UpstreamDocument, UpstreamProduct, UpstreamRelease } from './upstream';

/**
 * endoflife.date's document as our records. Nothing is dropped: what upstream leaves open stays null.
 * The time of upstream's build is left out, so that the same facts give the same bytes on another day.
 */
export function normaliseEol(document: UpstreamDocument): EolSnapshot {
  return {
    dataset: 'eol',
    meta: { records_version: EOL_RECORDS_VERSION, upstream_schema_version: document.schema_version },
    products: document.result.map(toProduct).sort((a, b) => (a.product < b.product ? -1 : 1)),
  };
}

function toProduct(product: UpstreamProduct): EolProductRecord {
  return {
    product: product.name,
    label: product.label,
    aliases: product.aliases,
    category: product.category,
    images: imagesOf(product),
    identifiers: identifiersOf(product),
    source_url: product.links.html,
    // Upstream sorts by release date, with exceptions. The sort is stable, so its order stands among equal days.
    cycles: product.releases.map(toCycle).sort((a, b) => compareText(b.release_date, a.release_date)),
  };
}

function toCycle(release: UpstreamRelease): EolCycleRecord {
  const { latest } = release;
  return {
    cycle: release.name,
    codename: release.codename,
    release_date: release.releaseDate,
    is_lts: release.isLts,
    lts_from: release.ltsFrom,
    is_eol: release.isEol,
    eol_from: release.eolFrom,
    is_eoas: release.isEoas ?? null,
    eoas_from: release.eoasFrom ?? null,
    eoes_from: release.eoesFrom ?? null,
    // Upstream writes an empty name where it knows none.
    latest: latest === null || latest.name === '' ? null : latest.name,
    latest_date: latest?.date ?? null,
    link: latest?.link ?? null,
  };
}

/** The repositories that upstream says ship the product, from its docker and oci package URLs. */
function imagesOf(product: UpstreamProduct): readonly string[] {
  const names = product.identifiers.filter(({ type }) => type === 'purl').map(({ id }) => imageNameOfPurl(id));
  return [...new Set(names.filter((name) => name !== null))].sort();
}

/** In one order, so that the same identifiers give the same bytes. */
function identifiersOf({ identifiers }: UpstreamProduct): readonly EolIdentifierRecord[] {
  const distinct = new Map(identifiers.map(({ type, id }) => [JSON.stringify([type, id]), { type, id }]));
  return [...distinct].sort(([a], [b]) => compareText(a, b)).map(([, identifier]) => identifier);
}

function compareText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
