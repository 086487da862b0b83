import { MULTICALL3 } from '@stackcheck/payment-x402/self';
import { Interface } from 'ethers';
import type { Transfer } from './chain';

const TOKEN = new Interface([
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'function authorizationState(address,bytes32) view returns (bool)',
  'function balanceOf(address) view returns (uint256)',
]);
const MULTICALL = new Interface([
  'function aggregate3((address,bool,bytes)[]) payable returns ((bool success,bytes returnData)[])',
]);

/** What a call asks of the token. */
export type TokenCall =
  | { readonly kind: 'transfer'; readonly transfer: Transfer }
  | { readonly kind: 'spent'; readonly payer: string; readonly nonce: string }
  | { readonly kind: 'balance'; readonly payer: string }
  /** Signed by nobody, or no call at all. */
  | { readonly kind: 'none' };

/** The calls of a transaction, in order, and whether they go through Multicall3. */
export function tokenCalls(to: string, data: string): { readonly calls: readonly TokenCall[]; readonly many: boolean } {
  if (to !== MULTICALL3) return { calls: data === '0x' ? [] : [tokenCall(data)], many: false };
  const [calls] = MULTICALL.decodeFunctionData('aggregate3', data) as unknown as [[string, boolean, string][]];
  return { calls: calls.map(([, , inner]) => tokenCall(inner)), many: true };
}

/** What Multicall3 returns for calls of which some pass. */
export function multicallResult(passed: readonly boolean[]): string {
  return MULTICALL.encodeFunctionResult('aggregate3', [passed.map((one) => [one, '0x'])]);
}

/** A number or truth value as a call returns it. */
export function word(value: bigint | boolean): string {
  return `0x${BigInt(value).toString(16).padStart(64, '0')}`;
}

function tokenCall(data: string): TokenCall {
  const { name, args } = TOKEN.parseTransaction({ data })!;
  const text = (at: number): string => (args[at] as string).toLowerCase();
  if (name === 'balanceOf') return { kind: 'balance', payer: text(0) };
  if (name === 'authorizationState') return { kind: 'spent', payer: text(0), nonce: text(1) };
  if (args.length !== 9) return { kind: 'none' };
  const transfer: Transfer = {
    payer: text(0),
    to: text(1),
    value: args[2] as bigint,
    validAfter: Number(args[3]),
    validBefore: Number(args[4]),
    nonce: text(5),
  };
  return { kind: 'transfer', transfer };
}
