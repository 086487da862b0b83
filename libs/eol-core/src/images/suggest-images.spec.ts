import { parseReference, type ImageReference } from '@stackcheck/image-parser';
import { ProductIndex } from '../products/product-index';
import { meantImages } from './suggest-images';
import { makeProduct } from '../testing/make-product';

const index = new ProductIndex([makeProduct('nodejs', ['24'], { aliases: ['node'] })]);
const reference = (text: string) => parseReference(text) as ImageReference;

it('an unknown repository gets the image that is written nearly so, then products', () => {
  const meant = meantImages(index, () => ['docker.io/library/node', 'quay.io/team/tool']);

  expect(meant(reference('nodde:20'))).toEqual({ nearest: 'node', suggestions: ['node', 'nodejs'] });
  expect(meant(reference('quay.io/team/tolo'))).toMatchObject({ nearest: 'quay.io/team/tool' });
  expect(meant(reference('acme/app'))).toEqual({ nearest: undefined, suggestions: [] });
});

it('is looked for once, whatever its tag, and the images are read once', () => {
  const images = jest.fn(() => ['docker.io/library/node']);
  const meant = meantImages(index, images);
  const first = meant(reference('nodde:20'));

  expect(meant(reference('docker.io/library/nodde:22'))).toBe(first);
  expect(meant(reference('quay.io/nodde:20'))).not.toBe(first);
  expect(images).toHaveBeenCalledTimes(1);
});
