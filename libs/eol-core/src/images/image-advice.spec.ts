import { parseReference, type ImageReference } from '@stackcheck/image-parser';
import { ProductIndex } from '../products/product-index';
import { makeCycle, makeProduct } from '../testing/make-product';
import { whyUnknown } from './image-advice';
import type { ImageComponent } from './image-report';

const TODAY = '2026-11-20';
const index = new ProductIndex([
  makeProduct('nodejs', ['26', '24', makeCycle('28', { eolFrom: '2026-01-01' })]),
  makeProduct('debian', ['bookworm', makeCycle('trixie', { eolFrom: '2026-01-01' })]),
  makeProduct('ended', [makeCycle('1', { eolFrom: '2026-01-01' })]),
]);

function why(text: string, parts: readonly Partial<ImageComponent>[], meant?: string): string {
  const components = parts.map((part) => ({ role: 'image', product: null, version: null, ...part }) as ImageComponent);
  const said = whyUnknown(parseReference(text) as ImageReference, components, index, TODAY, meant);
  const [, rest = said] = /^No part of this image matched a release cycle: (.*)$/.exec(said) ?? [];
  return rest;
}

const NOT_KNOWN = 'is not known as the image of a product, and its tag names no runtime or base system with a version';

describe('why an image is unknown', () => {
  it.each<[string, Partial<ImageComponent>, string]>([
    ['acme/app:1', { reason: 'unknown_image' }, `acme/app ${NOT_KNOWN}.`],
    ['r.example/acme/app:1', { reason: 'unknown_image' }, `r.example/acme/app ${NOT_KNOWN}.`],
    [
      'node@sha256:' + 'a'.repeat(64),
      { reason: 'digest_only', product: 'nodejs' },
      'a digest names no version: send the tag too, such as node:26@sha256:…',
    ],
    ['x@sha256:' + 'a'.repeat(64), { reason: 'digest_only' }, 'a digest names no version: send the tag too.'],
    [
      'r.example/node:latest',
      { reason: 'no_version', product: 'nodejs' },
      'no version in the tag; pin one such as r.example/node:26.',
    ],
    [
      'r.example/node:slim',
      { reason: 'no_version', product: 'nodejs' },
      'the tag slim of r.example/node names no version; pin one such as r.example/node:26.',
    ],
    ['r.example/x:slim', { reason: 'no_version', product: 'ended' }, 'the tag slim of r.example/x names no version.'],
    [
      'r.example/node:3',
      { reason: 'unknown_version', product: 'nodejs', version: '3' },
      'version 3 of r.example/node is in no listed cycle of nodejs; pin one such as r.example/node:26.',
    ],
    [
      'r.example/node:3',
      { reason: 'unknown_product', product: 'other' },
      'the product other of r.example/node is not in this dataset.',
    ],
    [
      'r.example/debian:x',
      { reason: 'no_version', product: 'debian' },
      'the tag x of r.example/debian names no version; pin one such as r.example/debian:bookworm.',
    ],
  ])('%s, %j: %s', (text, part, said) => {
    expect(why(text, [part])).toBe(said);
  });

  it.each<[Partial<ImageComponent>, string]>([
    [
      { role: 'runtime', version: '17' },
      'the runtime Java 17 is of a vendor that the tag does not name or the dataset does not list',
    ],
    [{ role: 'base_os' }, 'the base system is not in the dataset'],
    [{ role: 'base_os', product: 'other' }, 'the base system other is not in the dataset'],
    [{ role: 'runtime', product: 'other' }, 'the runtime other is not in the dataset'],
    [{ role: 'runtime', product: 'nodejs' }, 'the runtime nodejs has no version in the tag, pin one such as 26'],
    [{ role: 'base_os', product: 'ended' }, 'the base system ended has no version in the tag'],
    [
      { role: 'base_os', product: 'debian', version: '9' },
      'the base system debian 9 is in no listed cycle, pin one such as bookworm',
    ],
    [{ role: 'base_os', product: 'ended', version: '9' }, 'the base system ended 9 is in no listed cycle'],
  ])('by its part %j: %s', (part, said) => {
    expect(why('acme/app:1', [{ reason: 'unknown_image' }, part])).toBe(`acme/app ${NOT_KNOWN}; ${said}.`);
  });

  it('says what may have been meant', () => {
    expect(why('acme/app:1', [{ reason: 'unknown_image' }, { role: 'base_os' }], 'node')).toBe(
      `acme/app ${NOT_KNOWN} (did you mean node?); the base system is not in the dataset.`,
    );
  });
});
