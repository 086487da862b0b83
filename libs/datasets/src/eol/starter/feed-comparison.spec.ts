import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { statusOn, type Product } from '@stackcheck/eol-core';
import { indexProduct, matchImageVersion, type IndexedProduct } from '@stackcheck/eol-core/matching';
import { finish } from '../../tasks/cooperative-task';
import { toProducts } from '../products';
import type { EolCycleRecord } from '../records';
import { eolStarter } from '../starter';
import type { UpstreamDocument, UpstreamProduct, UpstreamRelease } from '../upstream';

const ROOT = resolve(__dirname, '../../../../..');
const CORPORA = resolve(ROOT, process.env['CORPORA_DIR'] ?? '../shared/corpora');
const FEED = resolve(CORPORA, '../data/endoflife/products-full.json');
const there = existsSync(FEED);
const feed = there ? (JSON.parse(readFileSync(FEED, 'utf8')) as UpstreamDocument).result : [];

// The raw feed is read here, not our normalised form of it: a slip in that would otherwise go unseen on both sides.
const { snapshot, asOf } = eolStarter();
const today = asOf.slice(0, 10);
const upstream = new Map(feed.map((product) => [product.name, product]));
const pairs = snapshot.products.flatMap((ours) => {
  const theirs = upstream.get(ours.product);
  return theirs === undefined ? [] : [{ ours, theirs }];
});
const cyclePairs = pairs.flatMap(({ ours, theirs }) =>
  ours.cycles.flatMap((cycle) => {
    const release = theirs.releases.find(({ name }) => name === cycle.cycle);
    return release === undefined ? [] : [{ at: `${ours.product} ${cycle.cycle}`, cycle, release }];
  }),
);

(there ? describe : describe.skip)(`the starter and the feed${there ? '' : ' (products-full.json is missing)'}`, () => {
  test('every product and cycle of the starter exists upstream', () => {
    const stated = snapshot.products.flatMap(({ product, cycles }) => cycles.map(({ cycle }) => `${product} ${cycle}`));

    expect(cyclePairs.map(({ at }) => at)).toEqual(stated);
  });

  test('label, category and aliases are those of upstream', () => {
    const ours = pairs.map(({ ours: { label, category, aliases } }) => [label, category, [...aliases].sort()]);

    expect(ours).toEqual(
      pairs.map(({ theirs: { label, category, aliases } }) => [label, category, [...aliases].sort()]),
    );
  });

  test('every date is that of upstream, and where upstream has none, so is the flag', () => {
    const wrong = cyclePairs.flatMap(({ at, cycle, release }) =>
      differences(cycle, release).map((difference) => `${at}: ${difference}`),
    );

    expect(wrong).toEqual([]);
  });

  test('no latest version is newer than upstream states, and the same version has the same day', () => {
    const wrong = cyclePairs.filter(({ cycle: { latest, latest_date }, release }) => {
      if (latest === null) return false;
      const order = latest.localeCompare(release.latest?.name ?? '', 'en', { numeric: true });
      return order > 0 || (order === 0 && latest_date !== null && latest_date !== release.latest?.date);
    });

    expect(wrong.map(({ at }) => at)).toEqual([]);
  });

  test('every purl is one of the same product upstream', () => {
    const wrong = pairs.flatMap(({ ours, theirs }) => {
      const known = new Set(theirs.identifiers.map(({ type, id }) => `${type} ${id}`));
      return (ours.identifiers ?? []).map(({ type, id }) => `${type} ${id}`).filter((text) => !known.has(text));
    });

    expect(snapshot.products.flatMap(({ identifiers = [] }) => identifiers).length).toBeGreaterThan(25);
    expect(wrong).toEqual([]);
  });

  test('no image belongs to another product upstream', () => {
    const owners = new Map(
      feed.flatMap(({ name, identifiers }) =>
        identifiers.flatMap(({ id }) =>
          /^pkg:docker\/[^?]+$/.test(id) ? [[id.slice('pkg:docker/'.length), name]] : [],
        ),
      ) as readonly (readonly [string, string])[],
    );
    const wrong = snapshot.products.flatMap(({ product, images }) =>
      images.filter((image) => (owners.get(image.replace(/^docker\.io\//, '')) ?? product) !== product),
    );

    expect(owners.get('library/node')).toBe('nodejs');
    expect(wrong).toEqual([]);
  });

  // What a selection leaves out must stay unknown, or get the answer it would get from the whole feed.
  test('no version, listed or left out, is answered otherwise than with the feed', () => {
    const ours = finish(toProducts(snapshot)).map(indexProduct);
    const theirs = new Map(pairs.map(({ theirs: product }) => [product.name, indexProduct(toProduct(product))]));

    const wrong = ours.flatMap((selection) => {
      const whole = theirs.get(selection.product.id);
      if (whole === undefined) return [];
      return versionsOf(whole).flatMap((version) => {
        const answer = answerTo(selection, version);
        const truth = answerTo(whole, version);
        return answer === undefined || answer === truth
          ? []
          : [`${selection.product.id} ${version}: ${answer}, ${truth}`];
      });
    });

    expect(theirs.size).toBe(ours.length);
    expect(wrong).toEqual([]);
  });
});

function differences(cycle: EolCycleRecord, release: UpstreamRelease): readonly string[] {
  const rows: readonly (readonly [string, unknown, unknown])[] = [
    ['codename', cycle.codename, release.codename],
    ['release date', cycle.release_date, release.releaseDate],
    ['lts', cycle.lts_from ?? cycle.is_lts, release.ltsFrom ?? release.isLts],
    ['eoas', cycle.eoas_from ?? cycle.is_eoas, release.eoasFrom ?? release.isEoas ?? null],
    ['eol', cycle.eol_from ?? cycle.is_eol, release.eolFrom ?? release.isEol],
    ['eoes', cycle.eoes_from, release.eoesFrom ?? null],
  ];
  return rows.flatMap(([what, ours, theirs]) => (ours === theirs ? [] : [`${what} ${ours}, upstream ${theirs}`]));
}

function toProduct({ name, label, aliases, category, releases }: UpstreamProduct): Product {
  const cycles = releases.map((release) => ({
    ...release,
    isEoas: release.isEoas ?? null,
    eoasFrom: release.eoasFrom ?? null,
    eoesFrom: release.eoesFrom ?? null,
    latest: null,
  }));
  return { id: name, label, aliases, category, images: [], cycles };
}

/** The names of a product's cycles, a patch version of each, and the short versions they lie under. */
function versionsOf({ names, under }: IndexedProduct): readonly string[] {
  return [...[...names.keys()].flatMap((name) => [name, `${name}.1`]), ...under.keys()];
}

/** Cycle and status, or only the status where a version older than the list is answered with the oldest cycle. */
function answerTo(product: IndexedProduct, version: string): string | undefined {
  const match = matchImageVersion(product, version, today);
  if (match === undefined) return undefined;
  const status = statusOn(match.cycle, today);
  return match.olderThanListed || status === 'eol' ? status : `${match.cycle.name} ${status}`;
}
