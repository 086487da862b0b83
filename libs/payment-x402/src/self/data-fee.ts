import { Interface } from 'ethers';
import type { WalletNode } from './wallet-node';

/** Where the rollups of the OP stack, Base among them, keep their oracle of fees (ethereum-optimism/specs, predeploys). */
export const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';

const ORACLE = new Interface(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)']);

/** Of a signed transaction: its envelope, and one call of `aggregate3` with the authorization that it carries. */
const BYTES = { envelope: 320, transfer: 480 } as const;

/** Bytes of a signed transaction with so many transfers by plain keys, at most. */
export function bytesOfBundle(transfersMax: number): number {
  return BYTES.envelope + BYTES.transfer * transfersMax;
}

/**
 * The fee that a rollup takes for so many bytes of transactions in addition to their gas, in wei: the upper bound of its gas
 * price oracle (from the upgrade Fjord on); 0 on a chain without that contract. Rejects when the node does not answer.
 */
export async function dataFee(node: Pick<WalletNode, 'try'>, from: string, bytes: number): Promise<bigint> {
  const data = ORACLE.encodeFunctionData('getL1FeeUpperBound', [bytes]);
  const tried = await node.try(from, { to: GAS_PRICE_ORACLE, data });
  if (tried.kind === 'reverted' || tried.data === '0x') return 0n;
  return BigInt(tried.data);
}
