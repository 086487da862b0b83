import { bytesOfBundle, dataFee } from './data-fee';
import { gasOfBundle } from './transfer-call';
import { firstFees, type Fees } from './fees';
import { readSigned } from './gas-wallet';
import type { SelfDeps, SelfLimits } from './self-deps';
import type { BookTransaction } from './transaction-book';

/** Whether a new transaction can be paid for. */
export type WalletState = 'ok' | 'low' | 'dear';

/** What was seen of wallet and fees. */
export interface WalletSight {
  readonly state: WalletState;
  readonly balanceWei: bigint;
  /** Ether below which the wallet counts as low: the operator's limit, or one full transaction at the cap with its rollup's fee, and what is promised. */
  readonly neededWei: bigint;
  /** What a first attempt would bid; null when that is above half of the cap. */
  readonly fees: Fees | null;
  /** By the clock that never goes back. */
  readonly atMs: number;
}

/** Looks at the wallet's ether and the chain's fees. Ends sales while both still suffice for what was sold. */
export class WalletWatch {
  private last: WalletSight | undefined;
  private looking: Promise<WalletSight> | undefined;

  constructor(
    private readonly deps: Pick<SelfDeps, 'node' | 'book' | 'wallet' | 'limits' | 'clock'>,
    private readonly promised: () => Promise<readonly BookTransaction[]> = () => deps.book.unfinished(),
  ) {}

  /** The last sight; undefined before the first. */
  get sight(): WalletSight | undefined {
    return this.last;
  }

  /** A sight that is not older than so long. Rejects when the node does not answer. */
  async recent(maxAgeMs: number): Promise<WalletSight> {
    const { last } = this;
    if (last && this.deps.clock.monotonic() - last.atMs <= maxAgeMs) return last;
    return this.look();
  }

  /** Looks now; who asks meanwhile gets the same. */
  look(): Promise<WalletSight> {
    return (this.looking ??= this.lookNow().finally(() => (this.looking = undefined)));
  }

  private async lookNow(): Promise<WalletSight> {
    const { node, wallet, limits, clock } = this.deps;
    const [balanceWei, head, tip, unfinished] = await Promise.all([
      node.etherOf(wallet.address),
      node.head(),
      node.suggestedTip(),
      this.promised(),
    ]);
    const open = lastAttempts(unfinished);
    const bytes = open.reduce((sum, raw) => sum + (raw.length - 2) / 2, 0);
    const dataWei = bytes === 0 ? 0n : await dataFee(node, wallet.address, bytes);
    const neededWei = (await leastWei(node, wallet.address, limits)) + dataWei + promisedWei(open, limits.feeMaxWei);
    const fees = firstFees(head.baseFee, tip, limits.feeMaxWei);
    const state = balanceWei < neededWei ? 'low' : fees ? 'ok' : 'dear';
    return (this.last = { state, balanceWei, neededWei, fees, atMs: clock.monotonic() });
  }
}

/**
 * Ether in wei that a wallet needs to begin one more full transaction at the cap, or the operator's limit where that is more. A
 * rollup's fee for the transaction's bytes is in it.
 */
export async function leastWei(
  node: Pick<SelfDeps['node'], 'try'>,
  wallet: string,
  { bundleMax, feeMaxWei, balanceMinWei }: SelfLimits,
): Promise<bigint> {
  const oneMore = gasOfBundle(bundleMax) * feeMaxWei + (await dataFee(node, wallet, bytesOfBundle(bundleMax)));
  return balanceMinWei > oneMore ? balanceMinWei : oneMore;
}

/** Signed bytes of what is in no block, one version of each. */
function lastAttempts(transactions: readonly BookTransaction[]): readonly string[] {
  return transactions.filter(({ state }) => state === 'open').map(({ attempts }) => attempts[attempts.length - 1]!.raw);
}

/** Gas that transactions without a block may come to cost. */
function promisedWei(open: readonly string[], feeMaxWei: bigint): bigint {
  return open.reduce((sum, raw) => sum + readSigned(raw).call.gasLimit * feeMaxWei, 0n);
}
