import { historyFaults } from './history-guards';
import type { ModelRecord, ModelsSnapshot } from './records';

const PRICES = {
  ...{ input: 1, output: 2, cache_read: 1, cache_write: 1, reasoning: 1 },
  ...{ input_audio: 1, output_audio: 1 },
};
const PLAIN = Array.from({ length: 10 }, (_, at) => ({ id: `acme/${at}`, prices: PRICES, tiers: [] }));
const snapshotOf = (models: readonly object[]) =>
  ({ models: models as readonly ModelRecord[], providers: [{ id: 'acme' }] }) as unknown as ModelsSnapshot;
const rulesAfter = (models: readonly object[]) =>
  historyFaults(snapshotOf(models), snapshotOf(PLAIN)).flatMap((fault) => fault?.rule ?? []);

it.each(Object.keys(PRICES))('a change of the price of %s of too many models is not believed', (name) => {
  const changed = { ...PRICES, [name]: 1.5 };

  expect(rulesAfter(PLAIN.map((one, at) => (at < 3 ? { ...one, prices: changed } : one)))).toEqual(['drifted']);
  expect(rulesAfter(PLAIN.map((one, at) => (at < 2 ? { ...one, prices: changed } : one)))).toEqual([]);
});

it('the order of prices is no change, and the price of a tier is a price', () => {
  const reversed = Object.fromEntries(Object.entries(PRICES).reverse());
  const tiers = [{ prices: { ...PRICES, input: 3 } }];

  expect(rulesAfter(PLAIN.map((one) => ({ ...one, prices: reversed })))).toEqual([]);
  expect(rulesAfter(PLAIN.map((one) => ({ ...one, tiers })))).toEqual(['drifted']);
});
