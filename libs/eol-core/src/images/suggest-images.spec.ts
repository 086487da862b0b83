import { parseReference, type ImageReference } from '@stackcheck/image-parser';
import { ProductIndex } from '../products/product-index';
import { UnknownImages } from './suggest-images';
import { makeProduct } from '../testing/make-product';

const index = new ProductIndex([makeProduct('nodejs', ['24'], { aliases: ['node'] })]);
const reference = (text: string) => parseReference(text) as ImageReference;

it('an unknown repository gets the image that is written nearly so, then products', () => {
  const unknown = new UnknownImages(index, () => ['docker.io/library/node', 'quay.io/team/tool']);

  expect(unknown.meant(reference('nodde:20'))).toEqual({ nearest: 'node', suggestions: ['node', 'nodejs'] });
  expect(unknown.meant(reference('quay.io/team/tolo'))).toMatchObject({ nearest: 'quay.io/team/tool' });
  expect(unknown.meant(reference('acme/app'))).toEqual({ nearest: undefined, suggestions: [] });
});

it('the images are read once, and a repository is looked for again only after a thousand others', () => {
  let reads = 0;
  const unknown = new UnknownImages(index, () => {
    reads++;
    return ['docker.io/library/node'];
  });
  const first = unknown.meant(reference('nodde:20'));

  expect(unknown.meant(reference('docker.io/library/nodde:22'))).toBe(first);
  for (let other = 0; other < 1_000; other++) unknown.meant(reference(`acme/app${other}`));
  expect(unknown.meant(reference('nodde:20'))).not.toBe(first);
  expect(unknown.meant(reference('nodde:20'))).toEqual(first);
  expect(reads).toBe(1);
});
