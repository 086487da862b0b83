import { LIMITS, type Clock } from '@stackcheck/contract';
import type { Facilitator } from '@stackcheck/payment-x402';
import type { ChainEvidence } from '@stackcheck/payment-x402/evidence';
import type { PaymentLedger } from '@stackcheck/payment-x402/ledger';
import {
  createGasWallet,
  lostSettlements,
  SelfSettler,
  type LostSettlementDeps,
  type SelfDeps,
  type TransactionBook,
} from '@stackcheck/payment-x402/self';
import { MemoryBook } from '@stackcheck/payment-x402/testing';
import type { Checker } from '../checks/checker';
import type { Host } from '../core/host';
import type { Life } from '../core/life';
import { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { Trail } from '../core/trail';
import type { Chain } from '../model/chain';
import { reorganisations } from '../model/reorganisations';
import { TERMS } from '../model/terms';
import { WalletChain } from '../model/wallet-chain';
import { walletNode } from '../model/wallet-node';
import type { Mutant } from './mutant';
import type { Plan } from './plan';

/** What outlives a process: the line before the chain, and the book, each of whose steps is synced. */
export interface SelfHarness {
  readonly wallet: WalletChain;
  readonly book: MemoryBook;
}

interface SelfParts extends SelfHarness {
  readonly host: Host;
  readonly life: Life;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly trail: Trail;
  readonly checker: Checker;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly ledger: PaymentLedger;
  readonly evidence: ChainEvidence;
  readonly mutant: Mutant | undefined;
  readonly errorRate: () => number;
  readonly onFault: (what: string) => void;
}

const GAS_WALLET = createGasWallet(`0x${'5e'.repeat(32)}`);

/** The environment of a plan's own wallet; undefined where a facilitator settles. */
export function selfHarness(
  { self, name }: Plan,
  parts: Omit<ConstructorParameters<typeof WalletChain>[0], 'spikesMs' | 'onMined'>,
): SelfHarness | undefined {
  if (!self) return undefined;
  const random = new Random(`${name} reorganisations`);
  const taking = self.losesBlocks ? { onMined: reorganisations({ ...parts, random }) } : {};
  return { book: new MemoryBook(), wallet: new WalletChain({ ...parts, ...taking, spikesMs: self.feeSpikesMs }) };
}

/** The real settler of one process over the simulated wallet, held to what a settle call must keep. */
export function selfPort(parts: SelfParts): Facilitator {
  const { life, checker, scheduler, clock, ledger, evidence, mutant, trail } = parts;
  const lost: LostSettlementDeps = {
    ...{ ledger, evidence, clock, terms: TERMS },
    onLost(loss) {
      trail.note(() => `lost: row ${loss.paymentId}, ${loss.reason}`);
      checker.lossReported(loss.paymentId);
    },
  };
  const deps: SelfDeps = {
    node: watchedNode(parts),
    book: bookPort(parts),
    wallet: GAS_WALLET,
    terms: TERMS,
    clock,
    timers: {
      after(ms, happen) {
        let isOver = false;
        scheduler.after(ms, () => {
          if (!isOver && life.isAlive) happen();
        });
        return () => void (isOver = true);
      },
    },
    limits: {
      ...{ feeMaxWei: 1_000_000n, balanceMinWei: 0n, bundleMs: 250, bundleMax: 5 },
      ...{ confirmations: 1, stuckMs: 12_000, pollMs: 1_000 },
    },
    log: (event) => trail.note(() => `wallet: ${JSON.stringify(event)}`),
    onFailed: lostSettlements(mutant?.lost?.(lost) ?? lost),
    hasDuties: life.place === 0,
  };
  const settler = new SelfSettler(mutant?.self?.(deps) ?? deps);
  settler.start();
  return {
    name: 'self',
    evidence: 'chain',
    health: () => 'ok',
    async verify(request) {
      checker.verifyLeaves(request);
      return settler.verify(request);
    },
    async settle(request, timeoutMs = LIMITS.settleTimeoutMs) {
      const story = checker.settleLeaves(request, life);
      const outcome = await settler.settle(request, timeoutMs);
      if (story) checker.settleReturned(story, life);
      return mutant?.settleOutcome?.(outcome, null) ?? outcome;
    },
  };
}

/** Each step of the book is a yield point before and after it was synced. */
function bookPort({ host, life, book, random }: SelfParts): TransactionBook {
  const step = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    host.call(life, `book.${name}`, { beforeMs: random.between(0, 4), afterMs: random.between(0, 4), work });
  return {
    nextNonce: () => step('next', () => book.nextNonce()),
    add: (...args) => step('add', () => book.add(...args)),
    addAttempt: (...args) => step('addAttempt', () => book.addAttempt(...args)),
    mark: (...args) => step('mark', () => book.mark(...args)),
    at: (nonce) => step('at', () => book.at(nonce)),
    unfinished: () => step('unfinished', () => book.unfinished()),
    carrying: (...args) => step('carrying', () => book.carrying(...args)),
  };
}

/** Nothing may leave that the book does not hold. */
function watchedNode(parts: SelfParts): SelfDeps['node'] {
  const { host, life, chain, wallet, book, random, checker, errorRate, onFault } = parts;
  const ask = <T>(question: string, answer: () => T, afterMs = 5): Promise<T> =>
    host.call(life, question, { beforeMs: random.between(5, 120), afterMs, work: answer });
  const habits = {
    lagBlocks: random.between(0, 1),
    get errorRate() {
      return errorRate();
    },
  };
  const node = walletNode(chain, wallet, habits, { random, ask, asset: TERMS.asset.toLowerCase(), onFault });
  return {
    ...node,
    broadcast(raw) {
      const isKept = [...book.rows.values()].some(({ attempts }) => attempts.some((one) => one.raw === raw));
      if (!isKept) checker.fail('I23', 'a transaction leaves that is not in the book');
      return node.broadcast(raw);
    },
  };
}
