import { makeCycle, makeProduct, makeSources } from '../testing/make-stack';
import { toPolicy } from '../policy';
import { checkStackImages, checkStackItem, checkStackItems } from './check-items';

const TODAY = '2026-11-20';
const POLICY = toPolicy();
const { eol } = makeSources({
  products: [
    makeProduct(
      'python',
      [makeCycle('3.13'), makeCycle('3.8', { eolFrom: '2024-10-07' })],
      ['docker.io/library/python'],
    ),
  ],
});

it('images are counted by whether anything of them is known, each in its place', () => {
  const report = checkStackImages(eol!, ['python:3.8', 'acme/x:1', 'nope !', 'python:3.13'], POLICY, TODAY);

  expect(report).toMatchObject({ count: 4, matched: 2, unknown_count: 2 });
  expect(report.results).toMatchObject([
    { index: 0, found: true, image: 'python:3.8' },
    { index: 1, found: false, image: 'acme/x:1', reason: 'unknown_image' },
    { index: 2, found: false, image: 'nope !', reason: 'invalid_image', suggestions: [] },
    { index: 3, found: true, image: 'python:3.13' },
  ]);
});

it('an item by itself is what it is among others, in its own place', () => {
  const items = ['3.8', '99', '3.13'].map((version) => ({ product: 'python', version }));
  const { results, count, matched, unknown_count } = checkStackItems(eol!, items, POLICY, TODAY);

  expect([count, matched, unknown_count]).toEqual([3, 2, 1]);
  expect(items.map((item, index) => checkStackItem(eol!, item, index, POLICY, TODAY))).toEqual(results);
});

it('entries are of the day that a policy asks about', () => {
  const policy = toPolicy({ as_of: '2026-12-24' });
  const soon = makeSources({ products: [makeProduct('soon', [makeCycle('1', { eolFrom: '2026-12-01' })])] }).eol!;
  const statusOn = (of: typeof policy): string | undefined => {
    const result = checkStackItem(soon, { product: 'soon', version: '1' }, 0, of, TODAY);
    return result.found ? result.match.status : undefined;
  };

  expect([statusOn(POLICY), statusOn(policy)]).toEqual(['supported', 'eol']);
});
