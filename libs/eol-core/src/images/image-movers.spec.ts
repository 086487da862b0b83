import { readImageInput, type ImageReference } from '@stackcheck/image-parser';
import { readImageTable } from '@stackcheck/image-parser/table';
import { ProductIndex } from '../products/product-index';
import { makeCycle, makeProduct } from '../testing/make-product';
import { imageMovers } from './image-movers';
import { imageTableRows } from './reading/image-table';

const TODAY = '2026-11-20';

const products = [
  makeProduct('nodejs', ['24', '22', '20'], { aliases: ['node'], images: ['docker.io/library/node'] }),
  makeProduct('debian', ['13', makeCycle('12', { codename: 'Bookworm' })]),
];
const index = new ProductIndex(products);
const table = readImageTable(imageTableRows(products), {
  productNamed: (name) => index.named(name)?.product.id ?? null,
  hasCycle: (product, cycle) => index.get(product)?.names.has(cycle) ?? false,
});
const referenceOf = (image: string): ImageReference => {
  const reference = readImageInput(image);
  if ('fault' in reference) throw new Error(reference.fault);
  return reference;
};

describe('how images are read', () => {
  it.each([
    ['another tag', 'node:22', TODAY, true],
    ['the same repository by its full name', 'docker.io/library/node:22', TODAY, true],
    ['another day', 'node:24', '2026-11-21', false],
    ['another repository', 'debian:13', TODAY, false],
    ['the same name in another registry', 'ghcr.io/library/node:24', TODAY, false],
  ])('is found once for a repository and a day: %s', (_what, image, today, isSame) => {
    const moverOf = imageMovers(index, table);
    const first = moverOf(referenceOf('node:24'), TODAY);
    expect(moverOf(referenceOf(image), today) === first).toBe(isSame);
  });

  it('says of each tag of a repository what its own words say, whatever was asked first', () => {
    const moverOf = imageMovers(index, table);
    const pinned = `node:24@sha256:${'0'.repeat(64)}`;
    const { moved, read } = moverOf(referenceOf(pinned), TODAY);
    const cycles = moved('22-bookworm').parts.map(({ match }) => match?.cycle.name);
    expect(cycles).toEqual(['22', '12']);
    expect(read(referenceOf('node:20')).map(({ match }) => match?.cycle.name)).toEqual(['20']);
    expect(moved('22-bookworm')).toBe(moved('22-bookworm'));
  });

  it('is forgotten after a thousand other repositories', () => {
    const moverOf = imageMovers(index, table);
    const first = moverOf(referenceOf('node:24'), TODAY);
    const ask = (count: number): void =>
      Array.from({ length: count }).forEach((_, n) => void moverOf(referenceOf(`acme/app-${n}:1`), TODAY));
    ask(999);
    expect(moverOf(referenceOf('node:24'), TODAY)).toBe(first);
    ask(1_001);
    expect(moverOf(referenceOf('node:24'), TODAY)).not.toBe(first);
  });

  it('is forgotten of a tag after five thousand others', () => {
    const moverOf = imageMovers(index, table);
    const { moved } = moverOf(referenceOf('node:24'), TODAY);
    const { moved: ask } = moverOf(referenceOf('debian:13'), TODAY);
    const first = moved('22');
    for (let n = 1; n < 5_000; n++) ask(`12.${n}`);
    expect(moved('22')).toBe(first);
    ask('13');
    expect(moved('22')).not.toBe(first);
  });
});
