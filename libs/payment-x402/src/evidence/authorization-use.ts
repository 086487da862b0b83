import type { AuthorizationUse } from './chain-evidence';
import type { ExpectedTransfer } from '../facilitator/facilitator';

/** One event of a token contract, in order of emission within its transaction. Hex lower-cased. */
export interface TokenLog {
  readonly topics: readonly string[];
  readonly data: string;
  readonly index: number;
}

/** keccak-256 of `AuthorizationUsed(address,bytes32)`, EIP-3009. */
export const AUTHORIZATION_USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
/** keccak-256 of `AuthorizationCanceled(address,bytes32)`, EIP-3009. */
export const AUTHORIZATION_CANCELED = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81';
/** keccak-256 of `Transfer(address,address,uint256)`, ERC-20. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** An address as an indexed event argument. */
export function addressTopic(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

/**
 * The transfer that a use of an authorization made: the first `Transfer` after its `AuthorizationUsed` and before the next
 * use, since one transaction may carry several payments.
 * @param logs all events of the token in that transaction
 */
export function transferOfUse(
  logs: readonly TokenLog[],
  { payer, nonce }: Pick<ExpectedTransfer, 'payer' | 'nonce'>,
): Extract<AuthorizationUse, { kind: 'used' }>['transfer'] {
  const inOrder = [...logs].sort((a, b) => a.index - b.index);
  const at = inOrder.findIndex(
    ({ topics }) => topics[0] === AUTHORIZATION_USED && topics[1] === addressTopic(payer) && topics[2] === nonce,
  );
  if (at < 0) return null;
  for (const { topics, data } of inOrder.slice(at + 1)) {
    if (topics[0] === AUTHORIZATION_USED) return null;
    if (topics[0] !== TRANSFER || topics.length !== 3) continue;
    return { from: toAddress(topics[1]!), to: toAddress(topics[2]!), value: BigInt(data) };
  }
  return null;
}

function toAddress(topic: string): string {
  return `0x${topic.slice(-40)}`;
}
