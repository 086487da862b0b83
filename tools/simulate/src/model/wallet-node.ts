import { MULTICALL3, type TriedCall, type WalletNode } from '@stackcheck/payment-x402/self';
import type { Random } from '../core/random';
import { logsOf, type AskNode } from './chain-node';
import { SAFE_DEPTH, type Chain } from './chain';
import { multicallResult, tokenCalls, word, type TokenCall } from './token-calls';
import type { WalletChain } from './wallet-chain';

/** How well a node serves its wallet. */
export interface WalletNodeHabits {
  readonly errorRate: number;
  readonly lagBlocks: number;
}

/** What goes wrong with a call: an error at once, or none until the caller's time is over. */
const STALL_MS = 2_000;
const PURSE = 10n ** 12n;
const COST_WEI = 80_000_000n;

/** A node of the simulated chain: it lags, fails, stalls, forgets what it took, and loses its answer to what it did. */
export function walletNode(
  chain: Chain,
  wallet: WalletChain,
  habits: WalletNodeHabits,
  parts: {
    readonly random: Random;
    readonly ask: AskNode;
    readonly asset: string;
    readonly onFault: (what: string) => void;
  },
): WalletNode {
  const { random, ask, asset, onFault } = parts;
  const head = (): number => chain.height - habits.lagBlocks;
  const fails = (): boolean => random.chance(habits.errorRate);
  const answered = async <T>(question: string, answer: () => T): Promise<T> => {
    const isStall = fails() && random.chance(0.3);
    if (isStall) {
      onFault('node stalls');
      await ask(`${question} stalls`, () => null, STALL_MS);
      throw new Error('no answer');
    }
    return ask(`wallet node ${question}`, () => {
      if (fails()) {
        onFault('node error');
        throw new Error('503');
      }
      return answer();
    });
  };
  const passes = (call: TokenCall, taken: ReadonlySet<string>): boolean => {
    if (call.kind !== 'transfer') return call.kind !== 'none';
    const { payer, nonce, validAfter, validBefore } = call.transfer;
    const now = chain.timestampOf(head());
    const isSpent = chain.seen(payer, nonce, head()) !== undefined || taken.has(`${payer} ${nonce}`);
    return !isSpent && !chain.isEmpty(payer) && now > validAfter && now < validBefore;
  };
  return {
    head: () =>
      answered('head', () => ({ number: head(), timestamp: chain.timestampOf(head()), baseFee: wallet.baseFee })),
    safeHead: () =>
      answered('safe', () => ({ number: head() - SAFE_DEPTH, timestamp: chain.timestampOf(head() - SAFE_DEPTH) })),
    suggestedTip: () => answered('tip', () => 10n),
    countOf: (_account, at) =>
      answered('count', () =>
        at === 'pending' ? wallet.countPending() : wallet.countAt(at === 'latest' ? head() : at),
      ),
    etherOf: () => answered('ether', () => 10n ** 18n),
    hasCode: () => answered('code', () => true),
    try: (_from, { to, data }: TriedCall) =>
      answered('try', () => {
        // No contract of a rollup is there, nor any other.
        if (to !== MULTICALL3 && to.toLowerCase() !== asset.toLowerCase())
          return { kind: 'returned' as const, data: '0x' };
        const { calls, many } = tokenCalls(to, data);
        const taken = new Set<string>();
        const passed = calls.map((call) => {
          const isGood = passes(call, taken);
          if (isGood && call.kind === 'transfer') taken.add(`${call.transfer.payer} ${call.transfer.nonce}`);
          return isGood;
        });
        if (many) return { kind: 'returned' as const, data: multicallResult(passed) };
        const [call] = calls;
        if (call?.kind === 'spent')
          return { kind: 'returned' as const, data: word(chain.seen(call.payer, call.nonce, head()) !== undefined) };
        if (call?.kind === 'balance')
          return { kind: 'returned' as const, data: word(chain.isEmpty(call.payer) ? 0n : PURSE) };
        return passed[0] ? { kind: 'returned' as const, data: '0x' } : { kind: 'reverted' as const };
      }),
    broadcast: (raw) =>
      answered('broadcast', () => {
        if (fails()) {
          onFault('node forgets');
          return;
        }
        wallet.take(raw);
        if (fails()) {
          onFault('answer lost');
          throw new Error('socket hang up');
        }
      }),
    receipt: (hash) =>
      answered('receipt', () => {
        const mined = wallet.seen(hash, head());
        if (!mined) return null;
        const logs = logsOf(chain, hash).map((log) => ({ ...log, address: asset }));
        const { height: block } = mined;
        return { hash, block, blockHash: blockHashOf(block), succeeded: true, costWei: COST_WEI, logs };
      }),
    standing: ({ block, blockHash }) =>
      answered('standing', () => {
        const isThere = wallet.mined.some(({ height, hash }) => height === block && wallet.seen(hash, head()));
        if (blockHash !== blockHashOf(block) || (!isThere && block <= head())) return 'gone';
        return { confirmations: Math.max(0, head() - block + 1), isSafe: block <= head() - SAFE_DEPTH };
      }),
  };
}

/** Another block is in its place while none of the wallet's transactions is seen there. */
function blockHashOf(block: number): string {
  return `0x${block.toString(16)}`;
}
