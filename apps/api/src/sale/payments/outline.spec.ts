import fc from 'fast-check';
import { ROUTES } from '../../composition/routes';
import { paidRoutes, RECORDED_ANSWERS } from '../../published/context';
import { outline } from './outline';

describe('the outline of an answer', () => {
  it('is its beginning, with one entry of each list', () => {
    expect(
      outline({ data: { product: 'nodejs', cycles: [{ cycle: '24' }, { cycle: '22' }], none: [] }, meta: {} }),
    ).toEqual({ data: { product: 'nodejs', cycles: [{ cycle: '24' }], none: [] }, meta: {} });
  });

  it('cuts long texts, and stops where the room ends', () => {
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field${at}`, 'x'.repeat(100)]));

    expect(Object.values(outline(fields)!)).toEqual(Array.from({ length: 4 }, () => 'x'.repeat(40)));
  });

  it('shows a list as empty where its first entry does not fit any more', () => {
    const fields = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`field${at}`, 'x'.repeat(40)]));

    expect(outline({ ...fields, list: ['y'.repeat(40)] })).toEqual({ ...fields, list: [] });
  });

  it('has 240 characters at most, whatever the answer', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
        (answer) => JSON.stringify(outline(answer)).length <= 240,
      ),
    );
  });

  it.each(paidRoutes({ routes: ROUTES }))('of $operationId says something', ({ operationId }) => {
    const answer = RECORDED_ANSWERS[operationId];

    expect(JSON.stringify(outline(answer)).length).toBeGreaterThan(20);
  });

  it.each([null, 'text', 5, [], undefined])('is none of %p', (answer) => {
    expect(outline(answer)).toBeUndefined();
  });
});
