import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Product } from '../products/product';
import { ProductIndex } from '../products/product-index';
import { matchVersion } from './version-match';

const root = resolve(__dirname, '../../../..');
const corpora = resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = join(corpora, '..', 'data', 'endoflife', 'products-full.json');
const versionsFile = join(corpora, 'eol', 'real_versions.jsonl');
const missing = [feedFile, versionsFile].filter((file) => !existsSync(file));
const suite = missing.length === 0 ? describe : describe.skip;
const note =
  missing.length === 0 ? '' : ' (skipped: no data/endoflife/products-full.json and corpora/eol/real_versions.jsonl)';

suite(`real published versions${note}`, () => {
  it('belong to the cycle that upstream files them under, or to none', () => {
    const index = new ProductIndex(readFeed(feedFile));
    const lines = readFileSync(versionsFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RealVersion);

    const wrong = lines
      .map((line) => ({ ...line, answer: answerFor(index, line) }))
      .filter(({ cycle, also = [], answer }) => answer !== cycle && !also.includes(answer ?? ''))
      .filter(({ product, version }) => !OF_UNLISTED_LINES.includes(`${product} ${version}`));

    expect(wrong).toEqual([]);
    expect(lines.length).toBeGreaterThan(13_000);
  });

  it('every cycle of the feed is found by its own name', () => {
    const index = new ProductIndex(readFeed(feedFile));

    const wrong = index.products.flatMap((entry) =>
      entry.product.cycles
        .filter((cycle) => matchVersion(entry, cycle.name) !== cycle)
        .map((cycle) => [entry.product.id, cycle.name]),
    );

    expect(wrong).toEqual([]);
  });
});

/** Upstream files them under the weekly cycle, whose support they do not have. */
const OF_UNLISTED_LINES: readonly string[] = ['jenkins 2.289.1'];

interface RealVersion {
  readonly product: string;
  readonly version: string;
  readonly cycle: string | null;
  readonly also?: readonly string[];
}

function answerFor(index: ProductIndex, { product, version }: RealVersion): string | null {
  const entry = index.find(product);
  if (entry === undefined) throw new Error(`the feed lacks ${product}`);
  return matchVersion(entry, version)?.name ?? null;
}

/** The feed's products, with the fields that matching reads. */
function readFeed(file: string): Product[] {
  const feed = JSON.parse(readFileSync(file, 'utf8')) as { result: FeedProduct[] };
  return feed.result.map((product) => ({
    id: product.name,
    label: product.label,
    aliases: product.aliases,
    category: product.category,
    images: [],
    cycles: product.releases.map((release) => ({
      name: release.name,
      codename: release.codename,
      releaseDate: release.releaseDate,
      isLts: release.isLts,
      ltsFrom: release.ltsFrom,
      isEol: release.isEol,
      eolFrom: release.eolFrom,
      isEoas: release.isEoas ?? null,
      eoasFrom: release.eoasFrom ?? null,
      eoesFrom: release.eoesFrom ?? null,
      latest: release.latest,
    })),
  }));
}

interface FeedProduct {
  readonly name: string;
  readonly label: string;
  readonly aliases: string[];
  readonly category: string;
  readonly releases: (Product['cycles'][number] & { readonly isEoas?: boolean | null })[];
}
