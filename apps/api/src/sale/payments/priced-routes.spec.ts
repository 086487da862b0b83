import type { AnyRoute } from '../../catalogue/define-route';
import { priceOf } from './priced-routes';

const route = (price: string): AnyRoute => ({ operationId: 'some', price }) as unknown as AnyRoute;

it.each([
  ['the catalogue’s', '0.001', {}, 1_000n],
  ['nothing for a free route', 'free', {}, 0n],
  ['the configured one', '0.001', { some: 7n }, 7n],
  ['nothing where that is configured', '0.001', { some: 0n }, 0n],
  ['the catalogue’s where another one’s is configured', '0.001', { other: 7n }, 1_000n],
])('a price is %s', (_what, price, overrides, atomic) => {
  expect(priceOf(route(price), overrides)).toBe(atomic);
});
