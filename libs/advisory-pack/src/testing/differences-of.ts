import { indexOsv } from '@stackcheck/datasets/osv';
import type { AdvisoryReader, PackagePlace } from '@stackcheck/datasets/store';
import { HEAVY_FROM, type AdvisoryHit } from '@stackcheck/datasets/advisories';
import { readSpec, type Ecosystem } from '@stackcheck/osv-core/records';
import { canonicalJson } from '@stackcheck/signing';
import { indexPack } from '../read/index-pack';
import type { AdvisoryPack } from '../read/open-pack';

/** Packages and CVEs that are asked about although nothing may be known of them. */
export interface Strangers {
  readonly places?: readonly PackagePlace[];
  readonly cves?: readonly string[];
}

/**
 * Every look-up of a pack that is another than that of the index it was made of; empty when all are the same.
 * @param each of so many packages one is asked about names like its own, which takes longest
 */
export function differencesOf(
  index: AdvisoryReader,
  pack: AdvisoryPack,
  strangers: Strangers = {},
  each = 1,
): string[] {
  const found: string[] = [];
  const same = (what: string, expected: unknown, actual: unknown): void => {
    if (canonicalJson(expected ?? null) !== canonicalJson(actual ?? null)) found.push(what);
  };
  const [ours, theirs] = [indexOsv(index, true), indexPack(pack, true)];
  same('facts', index.facts, pack.facts);
  const places = [...placesOf(index), ...(strangers.places ?? [])];
  for (const [n, { ecosystem, name }] of places.entries()) {
    const at = `${ecosystem} ${JSON.stringify(name)}`;
    const hits = index.hits(ecosystem, name);
    same(`hits of ${at}`, asRead(hits), asRead(pack.hits(ecosystem, name)));
    same(`count of ${at}`, hits.length, pack.count(ecosystem, name));
    const middle = hits[hits.length >> 1]?.advisory.id ?? 'M';
    const page = index.hitsAfter(ecosystem, name, middle, 2);
    same(`page of ${at}`, asRead(page), asRead(pack.hitsAfter(ecosystem, name, middle, 2)));
    if (n % each > 0) continue;
    const question = [ecosystem as Ecosystem, [name, `${name}x`, name.slice(1)]] as const;
    same(`names like ${at}`, ours.similarTo?.(...question), theirs.similarTo?.(...question));
    same(`weight of ${at}`, ours.weightOf(...question), theirs.weightOf(...question));
    same(`whether ${at} is listed`, ours.isListed(...question), theirs.isListed(...question));
    same(`advisories of ${at}`, ours.advisoriesOf(...question).length, theirs.advisoriesOf(...question).length);
    if (hits.length >= HEAVY_FROM && theirs.weightOf(ecosystem as Ecosystem, [name]) === 0)
      found.push(`${at} is light`);
  }
  for (const id of idsOf(index)) same(`whether ${id} stands`, index.isWithdrawn(id), pack.isWithdrawn(id));
  const cves = new Set([...(index.named() ?? [])].map(({ cve }) => cve));
  for (const cve of [...cves, ...(strangers.cves ?? [])]) {
    for (const limit of [1, 99]) same(`what names ${cve}`, index.naming(cve, limit), pack.naming(cve, limit));
  }
  return found;
}

/** What a reader has not read of them, read. */
function asRead(hits: readonly AdvisoryHit[]): readonly Required<AdvisoryHit>[] {
  return hits.map(({ advisory, spec, affected = readSpec(spec) }) => ({ advisory, spec, affected }));
}

function* placesOf(index: AdvisoryReader): Generator<PackagePlace> {
  for (let last: PackagePlace | null = null; ;) {
    const page: readonly PackagePlace[] = index.packagesAfter(last, 500);
    yield* page;
    if (page.length < 500) return;
    last = page.at(-1) as PackagePlace;
  }
}

function* idsOf(index: AdvisoryReader): Generator<string> {
  for (let last: string | null = null; ;) {
    const page = index.after(last, 500);
    for (const { id } of page) yield id;
    if (page.length < 500) return;
    last = page.at(-1)?.id ?? null;
  }
}
