import {
  catalogueBytes,
  feedBytes,
  place,
  smallBucket,
  smallCatalogue,
  smallFeed,
  smallModels,
  someAdvisory,
  toRaw,
  withEntry,
} from '@stackcheck/datasets/testing';

/** What every object has without having been given it, and two words that mean something to JavaScript. */
export const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then'];
/** Those that may name a product: ids and aliases keep to the alphabet of paths. */
export const NAMES = INHERITED.filter((name) => /^[a-z]/i.test(name) && name !== 'constructor');
/** Names of its cycles. */
export const CYCLES = [...INHERITED, '2.1'];
/** An entry of a vendor and a product that bear such names. */
export const CVE = 'CVE-2026-70000';

type Json = Readonly<Record<string, unknown>>;

/** A feed with a product "constructor" of these aliases and cycles. */
export function eolFeed(latest: string): Uint8Array {
  const base = smallFeed();
  const like = base.result[0]!;
  // Every second one has ended, so that an upgrade is looked for.
  const releases = CYCLES.map((name, at) => ({
    ...like.releases[0]!,
    name,
    ...(at % 2 === 0 ? {} : { isEol: true, eolFrom: '2026-02-01' }),
    codename: '__proto__',
    latest: { name: latest, date: null, link: null },
  }));
  const odd = { ...like, name: 'constructor', label: 'toString', aliases: NAMES, releases };
  const identifiers = [{ type: 'purl', id: 'pkg:docker/library/constructor' }];
  const result = [...base.result, { ...odd, identifiers }];
  return feedBytes({ ...base, total: result.length, result });
}

/** Ingest refuses models and providers of such names, so here they are asked for only. */
export function modelsFeed(inputUsd: number): Uint8Array {
  const known: Json = { ...smallModels() };
  const { acme } = known as { acme: { models: Json } };
  const model = { ...(acme.models['model-10'] as Json), cost: { input: inputUsd, output: 1 } };
  const changed = { ...known, acme: { ...acme, models: { ...acme.models, 'model-10': model } } };
  return new TextEncoder().encode(JSON.stringify(changed));
}

/** A catalogue with one entry whose vendor is `__proto__`. */
export function kevFeed(product: string): Uint8Array {
  const named = withEntry(smallCatalogue(), CVE, (entry) => ({ ...entry, vendorProject: '__proto__', product }));
  return catalogueBytes(named);
}

/** A bucket with an advisory for a package of each of these names, which its summary repeats. */
export function advisoryBucket(): ReturnType<typeof smallBucket> {
  const bucket = smallBucket();
  for (const [at, name] of INHERITED.entries()) {
    const packages = [place('npm', name)];
    bucket.put('npm', toRaw(someAdvisory(`MAL-2026-${7_000 + at}`, { summary: name, packages })));
  }
  return bucket;
}
