import { ProductIndex } from '../products/product-index';
import { meantImages } from './suggest-images';
import { suggestPart, type SuggestionSources } from './suggest-parts';
import { makeCycle, makeProduct } from '../testing/make-product';

const NAMES = ['7', '6', '5', '4', '3', '2', '1'];
const index = new ProductIndex([makeProduct('gadget', NAMES)]);
const sources = (of: ProductIndex): SuggestionSources => ({
  index: of,
  meant: meantImages(of, () => []),
});

it('only a runtime of no vendor is taken for a JDK', () => {
  const jdks = new ProductIndex([makeProduct('java', NAMES, { aliases: ['jdk'] })]);
  const named = (role: string) =>
    suggestPart(
      { role, product: null, version: '99' } as Parameters<typeof suggestPart>[0],
      undefined,
      { repository: 'gadget' } as Parameters<typeof suggestPart>[2],
      sources(jdks),
      '2026-11-20',
    );

  expect(named('runtime').length).toBeGreaterThan(0);
  expect(named('base_os')).toEqual([]);
});

it.each([
  ['17', ['amazon-corretto', 'eclipse-temurin']],
  ['21', ['eclipse-temurin', 'amazon-corretto']],
])('JDKs that have the version come first: %s', (version, ids) => {
  const jdks = new ProductIndex([makeProduct('eclipse-temurin', ['21']), makeProduct('amazon-corretto', ['17'])]);
  const part = { role: 'runtime', product: null, version } as Parameters<typeof suggestPart>[0];
  const reference = { repository: 'team/app' } as Parameters<typeof suggestPart>[2];

  expect(suggestPart(part, undefined, reference, sources(jdks), '2026-11-20')).toEqual(ids);
});

it('a part without a version gets the five newest cycles that are supported', () => {
  const part = { role: 'image', product: 'gadget', version: null } as Parameters<typeof suggestPart>[0];
  const reference = { repository: 'gadget' } as Parameters<typeof suggestPart>[2];

  expect(suggestPart(part, index.find('gadget'), reference, sources(index), '2026-11-20')).toEqual(
    NAMES.slice(0, 5).map((name) => `gadget@${name}`),
  );
});

it('a part of an unknown version gets the closest cycles, whether or not they are supported', () => {
  const ended = new ProductIndex([
    makeProduct('gadget', ['7', '6', ...['5', '4', '3'].map((name) => makeCycle(name, { isEol: true }))]),
  ]);
  const part = { role: 'base_os', product: 'gadget', version: '4.1' } as Parameters<typeof suggestPart>[0];
  const reference = { repository: 'team/app' } as Parameters<typeof suggestPart>[2];

  expect(suggestPart(part, ended.find('gadget'), reference, sources(ended), '2026-11-20')).toEqual(
    ['4', '5', '3', '6', '7'].map((name) => `gadget@${name}`),
  );
});
