import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { ImageComponent } from './image-report';
import { ImageCatalogue } from './image-status';
import { ProductIndex } from '../products/product-index';
import { productsOfFeed, type FeedProduct } from '../testing/image-feed';

// Checked against what the official images of one day really were, read from their sibling tags.
const TODAY = '2026-08-21';
const corpora = resolve(__dirname, '../../../..', process.env.CORPORA_DIR ?? '../shared/corpora');
const feedFile = join(corpora, '..', 'data', 'endoflife', 'products-full.json');
const truthFile = join(corpora, 'images', 'official_truth.jsonl');
const tagsFile = join(corpora, 'images', 'official_tags.txt');

interface TruthLine {
  readonly input: string;
  readonly product: string | null;
  readonly real_cycle: string | null;
  readonly os_in_tag: readonly [string, string] | null;
}

const missing = [feedFile, truthFile, tagsFile]
  .filter((file) => !existsSync(file))
  .map((file) => file.split('/').at(-1));
const title = missing.length === 0 ? 'official images' : `official images (missing: ${missing.join(', ')})`;

(missing.length === 0 ? describe : describe.skip)(title, () => {
  let catalogue: ImageCatalogue;
  let truth: readonly TruthLine[];
  let tags: readonly string[];

  beforeAll(() => {
    const feed = JSON.parse(readFileSync(feedFile, 'utf8')) as { readonly result: readonly FeedProduct[] };
    catalogue = new ImageCatalogue(new ProductIndex(productsOfFeed(feed.result)));
    truth = linesOf(truthFile).map((line) => JSON.parse(line) as TruthLine);
    tags = linesOf(tagsFile);
  });

  const componentsOf = (input: string): readonly ImageComponent[] => {
    const outcome = catalogue.check(input, TODAY, { withTargets: false });
    return outcome.kind === 'found' ? outcome.report.components : [];
  };

  it('finds no wrong cycle for the image itself', () => {
    const wrong: string[] = [];
    const count = { right: 0, open: 0, answered: 0, runtime: 0, baseOs: 0 };

    for (const { input, product, real_cycle } of truth) {
      const components = componentsOf(input);
      if (components.length > 0) count.answered++;
      if (components.some(({ role, found }) => role === 'runtime' && found)) count.runtime++;
      if (components.some(({ role, found }) => role === 'base_os' && found)) count.baseOs++;
      if (product === null || real_cycle === null) continue;
      const image = components.find(({ role }) => role === 'image');
      if (image?.match === undefined) count.open++;
      else if (image.resolved === product && image.match.cycle === real_cycle) count.right++;
      else wrong.push(`${input}: ${image.resolved} ${image.match.cycle}, really ${product} ${real_cycle}`);
    }

    console.log(`official images: of ${truth.length} tags ${JSON.stringify(count)}`);
    expect(wrong).toEqual([]);
    expect(count.right).toBeGreaterThan(5_600);
  });

  it('finds every base system that a tag states', () => {
    const stated = truth.filter(({ os_in_tag }) => os_in_tag !== null);

    const missed = stated.filter(({ input, os_in_tag }) => {
      const [product, cycle] = os_in_tag!;
      return !componentsOf(input).some(({ resolved, match }) => resolved === product && match?.cycle === cycle);
    });

    expect(stated.length).toBeGreaterThan(3_000);
    expect(missed.map(({ input }) => input)).toEqual([]);
  });

  it('reads twelve years of official tags without a fault or a throw', () => {
    const faults = tags.filter((tag) => catalogue.check(tag, TODAY, { withTargets: false }).kind === 'fault');
    const answered = tags.filter((tag) => catalogue.check(tag, TODAY, { withTargets: false }).kind === 'found').length;

    console.log(`official tags: ${answered} of ${tags.length} answered`);
    expect(tags.length).toBeGreaterThan(39_000);
    expect(faults).toEqual([]);
    expect(answered / tags.length).toBeGreaterThan(0.8);
  });
});

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
