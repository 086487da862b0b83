import { Interface, Signature } from 'ethers';
import type { FacilitatorRequest } from '../facilitator/facilitator';
import { readAuthorization } from '../read/read-authorization';
import { recoverSigner } from '../signature/eip3009';
import type { PaymentTerms } from '../terms/payment-terms';
import { tokenDomain, type Authorization } from '../wire/transfer-authorization';
import type { WalletCall } from './gas-wallet';
import type { BookTransfer } from './transaction-book';

/** Multicall3, at the same address on every chain that has it (mds1/multicall3). */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** An authorization of a payer, ready to be put into a transaction. */
export interface PlannedTransfer extends BookTransfer {
  readonly authorization: Authorization;
  /** Call data of the token's `transferWithAuthorization`. */
  readonly data: string;
  /** The payer's own key signed it. Else a wallet that is a contract may have, which the token asks; that costs what it costs. */
  readonly isPlain: boolean;
}

const TOKEN = new Interface([
  'function transferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce,uint8 v,bytes32 r,bytes32 s)',
  'function transferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce,bytes signature)',
  'function authorizationState(address authorizer,bytes32 nonce) view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
]);
const BY_KEY =
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)' as const;
const BY_CONTRACT = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)' as const;

const MULTICALL = new Interface([
  'function aggregate3((address target,bool allowFailure,bytes callData)[] calls) payable returns ((bool success,bytes returnData)[] results)',
]);

/** Units of gas. USDC takes some 60,000 to 100,000 for a transfer by a plain key, Multicall3 some thousands for each call. */
const GAS = { ofAll: 60_000n, ofPlain: 130_000n, ofContract: 400_000n } as const;

/** The transfer of a payment; null when the payment has no authorization that can be read. */
export function planTransfer(terms: PaymentTerms, request: FacilitatorRequest): PlannedTransfer | null {
  const signed = readAuthorization(request.paymentPayload);
  if (!signed) return null;
  const { authorization, signature } = signed;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const isPlain = recoverSigner(tokenDomain(terms), authorization, signature) === from;
  const fields = [from, to, value, validAfter, validBefore, nonce];
  return {
    payer: from,
    nonce,
    payTo: to,
    value,
    validBefore: request.expected.validBefore,
    authorization,
    isPlain,
    data: isPlain
      ? TOKEN.encodeFunctionData(BY_KEY, [...fields, ...partsOf(signature)])
      : TOKEN.encodeFunctionData(BY_CONTRACT, [...fields, signature]),
  };
}

/** One transaction for these transfers: the token's own call for one, Multicall3 for more, where one that fails lets others pass. */
export function callFor(asset: string, transfers: readonly PlannedTransfer[]): WalletCall {
  const [first] = transfers;
  const gasLimit = transfers.reduce<bigint>(
    (sum, { isPlain }) => sum + (isPlain ? GAS.ofPlain : GAS.ofContract),
    GAS.ofAll,
  );
  if (first && transfers.length === 1) return { to: asset, data: first.data, gasLimit };
  const calls = transfers.map(({ data }) => [asset, true, data]);
  return { to: MULTICALL3, data: MULTICALL.encodeFunctionData('aggregate3', [calls]), gasLimit };
}

/** Which calls of `aggregate3` passed; null when the reply is none of Multicall3. */
export function resultsOf(data: string, count: number): readonly boolean[] | null {
  try {
    const [results] = MULTICALL.decodeFunctionResult('aggregate3', data) as unknown as [readonly [boolean, string][]];
    return results.length === count ? results.map(([passed]) => passed) : null;
  } catch {
    return null;
  }
}

/** Call data that asks whether a nonce is spent, and what reads the reply. */
export function spentCall({ payer, nonce }: BookTransfer): string {
  return TOKEN.encodeFunctionData('authorizationState', [payer, nonce]);
}

/** @throws Error when the reply is no truth value */
export function readSpent(data: string): boolean {
  return (TOKEN.decodeFunctionResult('authorizationState', data) as unknown as [boolean])[0];
}

/** Call data that asks for a balance. */
export function balanceCall(account: string): string {
  return TOKEN.encodeFunctionData('balanceOf', [account]);
}

/** Atomic units. @throws Error when the reply is no number */
export function readBalance(data: string): bigint {
  return (TOKEN.decodeFunctionResult('balanceOf', data) as unknown as [bigint])[0];
}

/** The most gas that one transaction of ours may be given. */
export function gasOfBundle(transfersMax: number): bigint {
  return GAS.ofAll + GAS.ofPlain * BigInt(transfersMax);
}

function partsOf(signature: string): readonly [number, string, string] {
  const { v, r, s } = Signature.from(signature);
  return [v, r, s];
}
