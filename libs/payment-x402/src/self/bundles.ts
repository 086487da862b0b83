import type { Timers } from './self-deps';
import type { PlannedTransfer } from './transfer-call';
import type { WaitingTransfer } from './waiting-transfer';

/**
 * Gathers transfers for a transaction: the first one waits a moment for others, and those that come while a transaction is being
 * made go into the next together. One transaction is made at a time, so that nonces go out in order.
 */
export class Bundles {
  private waiting: WaitingTransfer[] = [];
  private isTimed = false;
  private making: Promise<void> = Promise.resolve();

  /** @param submit never rejects */
  constructor(
    private readonly options: { readonly timers: Timers; readonly bundleMs: number; readonly bundleMax: number },
    private readonly submit: (bundle: readonly WaitingTransfer[]) => Promise<void>,
  ) {}

  add(one: WaitingTransfer): void {
    this.waiting.push(one);
    if (this.isTimed) return;
    this.isTimed = true;
    this.options.timers.after(this.options.bundleMs, () => {
      this.isTimed = false;
      this.making = this.making.then(() => this.flush());
    });
  }

  /** Resolves when nothing is being made. */
  idle(): Promise<void> {
    return this.making;
  }

  private async flush(): Promise<void> {
    const all = this.waiting.filter(({ isFree }) => isFree);
    this.waiting = [];
    for (const bundle of bundlesOf(all, this.options.bundleMax)) await this.submit(bundle);
  }
}

/** A contract decides how much gas its signature takes and whether it is valid, so it never shares a transaction. */
function bundlesOf(all: readonly WaitingTransfer[], most: number): readonly (readonly WaitingTransfer[])[] {
  const isPlain = ({ transfer }: { readonly transfer: PlannedTransfer }): boolean => transfer.isPlain;
  const plain = all.filter(isPlain);
  const bundles: (readonly WaitingTransfer[])[] = all.filter((one) => !isPlain(one)).map((one) => [one]);
  for (let from = 0; from < plain.length; from += most) bundles.push(plain.slice(from, from + most));
  return bundles;
}
