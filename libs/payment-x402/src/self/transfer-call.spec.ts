import { AbiCoder, id } from 'ethers';
import { callFor, gasOfBundle, MULTICALL3, resultsOf, type PlannedTransfer } from './transfer-call';

const ASSET = `0x${'a5'.repeat(20)}`;
const RESULTS = ['tuple(bool,bytes)[]'];
const CALLS = ['tuple(address,bool,bytes)[]'];
const coder = AbiCoder.defaultAbiCoder();
const transfer = (data: string, isPlain: boolean): PlannedTransfer => ({ data, isPlain }) as PlannedTransfer;

it('one transfer is the call of the token itself', () => {
  expect(callFor(ASSET, [transfer('0x1234', true)])).toEqual({ to: ASSET, data: '0x1234', gasLimit: 190_000n });
});

it('several are one call, in which one that fails lets the others pass', () => {
  const { to, data, gasLimit } = callFor(ASSET, [transfer('0x12', true), transfer('0x34', false)]);

  expect([to, gasLimit]).toEqual([MULTICALL3, 590_000n]);
  expect(data.slice(0, 10)).toBe(id('aggregate3((address,bool,bytes)[])').slice(0, 10));
  const [calls] = coder.decode(CALLS, `0x${data.slice(10)}`) as unknown as [
    readonly (readonly [string, boolean, string])[],
  ];
  expect(calls.map(([target, mayFail, call]) => [target.toLowerCase(), mayFail, call])).toEqual([
    [ASSET, true, '0x12'],
    [ASSET, true, '0x34'],
  ]);
});

it.each([
  [
    'each call',
    coder.encode(RESULTS, [
      [
        [true, '0x'],
        [false, '0x12'],
      ],
    ]),
    [true, false],
  ],
  ['another number of calls', coder.encode(RESULTS, [[[true, '0x']]]), null],
  ['nothing', '0x', null],
])('what a reply says of %s', (_what, data, expected) => {
  expect(resultsOf(data, 2)).toEqual(expected);
});

it.each([
  [1, 190_000n],
  [5, 710_000n],
])('%d transfers by plain keys have the gas that is thought of them: %s', (count, gas) => {
  const transfers = Array.from({ length: count }, () => transfer('0x12', true));

  expect([gasOfBundle(count), callFor(ASSET, transfers).gasLimit]).toEqual([gas, gas]);
});
