import {
  addressTopic,
  AUTHORIZATION_USED,
  TRANSFER,
  transferOfUse,
  type AuthorizationUse,
  type ChainEndpoint,
  type ChainHead,
  type TokenLog,
} from '@stackcheck/payment-x402/evidence';
import type { Random } from '../core/random';
import { SAFE_DEPTH, type Chain, type NonceUse } from './chain';

/** How far and how well a node follows the chain. */
export interface NodeHabits {
  readonly name: string;
  readonly lagBlocks: number;
  readonly errorRate: number;
  /** Knows new blocks, and nothing of what is in them, as a node with a broken index does. */
  readonly isForgetful: boolean;
}

/** Carries one question to a node and back in simulated time. */
export type AskNode = <T>(question: string, answer: () => T, afterMs?: number) => Promise<T>;

/** A node as a witness: it lags, fails, and sees unsafe blocks come and go. */
export function chainNode(
  chain: Chain,
  habits: NodeHabits,
  random: Random,
  ask: AskNode,
  onFault: () => void,
): ChainEndpoint {
  const head = (): number => chain.height - habits.lagBlocks;
  const answered = <T>(question: string, answer: () => T): Promise<T> =>
    ask(`${habits.name} ${question}`, () => {
      if (random.chance(habits.errorRate)) {
        onFault();
        throw new Error(`${habits.name}: 503`);
      }
      return answer();
    });
  const seen = (payer: string, nonce: string): NonceUse | undefined =>
    habits.isForgetful ? undefined : chain.seen(payer, nonce, head());
  const headOf = (height: number): ChainHead => ({ number: height, timestamp: chain.timestampOf(height) });
  return {
    name: habits.name,
    head: () => answered('head', () => headOf(head())),
    safeHead: () => answered('safe', () => headOf(head() - SAFE_DEPTH)),
    findUse: ({ payer, nonce }, blocks) =>
      answered('findUse', () => {
        const use = seen(payer, nonce);
        return use && use.height >= blocks.from && use.height <= blocks.to ? toUse(chain, use) : null;
      }),
    isSpent: ({ payer, nonce }, block) =>
      answered('isSpent', () => {
        if (block > head()) throw new Error('header not found');
        const use = seen(payer, nonce);
        return use !== undefined && use.height <= block;
      }),
  };
}

function toUse(chain: Chain, use: NonceUse): AuthorizationUse {
  if (use.kind === 'cancel') return { kind: 'cancelled', block: use.height };
  return {
    kind: 'used',
    block: use.height,
    transaction: use.transaction,
    transfer: transferOfUse(logsOf(chain, use.transaction), use),
  };
}

/** Two events per payment, as the token emits them; a transaction may hold several payments. */
export function logsOf(chain: Chain, transaction: string): readonly TokenLog[] {
  const logs: TokenLog[] = [];
  for (const use of chain.deps.values()) {
    if (use.transaction !== transaction || use.kind !== 'transfer') continue;
    const parties = [addressTopic(use.payer), addressTopic(use.to)];
    const at = use.index * 2;
    logs.push({ topics: [AUTHORIZATION_USED, addressTopic(use.payer), use.nonce], data: '0x', index: at });
    logs.push({ topics: [TRANSFER, ...parties], data: `0x${use.value.toString(16)}`, index: at + 1 });
  }
  return logs;
}
