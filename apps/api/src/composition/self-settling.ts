import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { RpcWalletNode, severalNodes } from '@stackcheck/payment-http/chain';
import { every } from '@stackcheck/payment-http/repeat';
import { SelfSettler, type SelfDeps, type SelfEvent, type Timers } from '@stackcheck/payment-x402/self';
import { openTransactionBook } from '@stackcheck/store-sqlite/gas';
import type { Logger } from 'pino';
import type { PaymentsConfig } from '../config/payments';
import { scrubbed } from '../operations/fault-line';
import { watchGas } from '../operations/gas-watch';
import type { Metrics } from '../operations/metrics/metrics';
import type { Pause } from '../operations/pause';

/** Settling with a wallet of our own, from its opening to its end. */
export interface SelfSettling {
  readonly settler: SelfSettler;
  /** Takes up what an earlier process left, and looks at the wallet again and again. Resolves after the first look. */
  start(pause: Pause, onError: (error: unknown) => void): Promise<void>;
  /** Nothing is sent or written after it. Idempotent. */
  close(): Promise<void>;
}

/** What stands around book and node, in tests. */
export type WrapSelf = (parts: Pick<SelfDeps, 'book' | 'node'>) => Pick<SelfDeps, 'book' | 'node'>;

/** The book of what the wallet signed; a file next to the ledger, of this host alone. */
export const GAS_FILE = 'gas.db';

const LOOK_MS = 10_000;
const LEVELS = { info: 'info', warn: 'warn', alarm: 'error' } as const;

const TIMERS: Timers = {
  after(ms, happen) {
    const timer = setTimeout(happen, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Opens the book and makes the settler.
 * @throws DatabaseOpenError when the book cannot be used
 */
export function openSelfSettling(
  { terms, rpcUrls, gas }: Extract<PaymentsConfig, { readonly mode: 'self' }>,
  deps: {
    readonly dataDir: string;
    readonly hasDuties: boolean;
    readonly logger: Logger;
    readonly metrics: Metrics | undefined;
    /** Informed of transfers that were never made. */
    readonly onFailed: SelfDeps['onFailed'];
    readonly wrap: WrapSelf | undefined;
  },
): SelfSettling {
  const { logger, metrics, onFailed } = deps;
  const nodes = rpcUrls.map((url) => new RpcWalletNode({ url, chainId: terms.chainId }));
  const book = openTransactionBook(join(deps.dataDir, GAS_FILE), { ...terms, wallet: gas.wallet.address });
  const parts = { node: severalNodes(nodes), book };
  const settler = new SelfSettler({
    ...(deps.wrap?.(parts) ?? parts),
    wallet: gas.wallet,
    terms,
    limits: gas.limits,
    clock: systemClock,
    timers: TIMERS,
    hasDuties: deps.hasDuties,
    log: ({ level, reason, ...event }: SelfEvent) =>
      logger[LEVELS[level]]({ ...event, ...(reason === undefined ? {} : { reason: scrubbed(reason) }) }),
    ...(onFailed ? { onFailed } : {}),
    ...(metrics ? { observer: metrics.gasObserver(gas.etherUsd) } : {}),
  });
  let watching: ReturnType<typeof every> | undefined;
  let closing: Promise<void> | undefined;
  const closeNow = async (): Promise<void> => {
    watching?.stop();
    await watching?.idle();
    await settler.close();
    for (const node of nodes) node.close();
    book.close();
  };
  return {
    settler,
    async start(pause, onError) {
      const look = watchGas(settler, pause);
      await look().catch(onError);
      settler.start();
      const lookAgain = (): Promise<void> => {
        // Another process of this host may have begun something that only this one sees to.
        if (deps.hasDuties) settler.start();
        return look();
      };
      watching = every(LOOK_MS, lookAgain, onError);
    },
    close: () => (closing ??= closeNow()),
  };
}
