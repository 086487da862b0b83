import { id } from 'ethers';
import { bytesOfBundle, dataFee, GAS_PRICE_ORACLE } from './data-fee';
import type { Tried, TriedCall } from './wallet-node';

const FROM = `0x${'b6'.repeat(20)}`;

it.each<[string, Tried, bigint]>([
  ['what its oracle says', { kind: 'returned', data: `0x${(4_711).toString(16).padStart(64, '0')}` }, 4_711n],
  ['nothing, where there is no oracle', { kind: 'returned', data: '0x' }, 0n],
  ['nothing, where the oracle does not know the question', { kind: 'reverted' }, 0n],
])('the fee for bytes is %s', async (_what, tried, fee) => {
  const asked: [string, TriedCall][] = [];
  const node = { try: async (from: string, call: TriedCall) => (asked.push([from, call]), tried) };

  expect(await dataFee(node, FROM, 800)).toBe(fee);
  const data = `${id('getL1FeeUpperBound(uint256)').slice(0, 10)}${(800).toString(16).padStart(64, '0')}`;
  expect(asked).toEqual([[FROM, { to: GAS_PRICE_ORACLE, data }]]);
});

it('is not known where the node does not answer', async () => {
  await expect(dataFee({ try: () => Promise.reject(new Error('away')) }, FROM, 1)).rejects.toThrow('away');
});

it.each([
  [0, 320],
  [1, 800],
  [5, 2_720],
])('%d transfers are at most %d bytes', (transfers, bytes) => {
  expect(bytesOfBundle(transfers)).toBe(bytes);
});
