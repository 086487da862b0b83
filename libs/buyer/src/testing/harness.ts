import { NETWORKS } from '@stackcheck/payment-x402/wire';
import { createBuyer, type Buyer, type BuyerOptions } from '../buyer';
import { BuyerError } from '../errors/buyer-error';
import type { Signer } from '../ports/signer';
import { EMPTY_BOOK, type BookState } from '../spending/book-state';
import { spendBookOver, type StateStore } from '../spending/spend-book';
import { FakeSeller } from './fake-seller';
import { VirtualTime } from './virtual-time';

const [, SEPOLIA] = NETWORKS;

/** A seller, a spend book that outlives processes, and buyers as processes that may be killed at any step. */
export class BuyerHarness {
  readonly time = new VirtualTime();
  readonly seller = new FakeSeller(this.time);
  /** What was signed, by nonce. */
  readonly signed = new Map<string, string>();
  book: BookState = EMPTY_BOOK;
  private drawn = 0;

  /** A process; `killAt` is the number of the step at which it ends, before or after the step is done. */
  process(killAt: number | null = null, options: Partial<BuyerOptions> = {}): FakeProcess {
    return new FakeProcess(this, killAt, options);
  }

  readonly signer: Signer = {
    address: `0x${'b0'.repeat(20)}`,
    signTypedData: async ({ message }) => {
      const text = JSON.stringify(message, (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      const before = this.signed.get(message.nonce);
      if (before !== undefined && before !== text) throw new Error('two authorizations with one nonce');
      this.signed.set(message.nonce, text);
      return `0x${message.nonce.slice(2)}${message.nonce.slice(2)}1b`;
    },
  };

  /** What work comes to, however long it waits. */
  async outcomeOf<T>(work: Promise<T>): Promise<T> {
    const result = await this.time.until(work);
    if (!result) throw new Error('it waits for ever');
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  /** What work is stopped by. */
  async faultOf(work: Promise<unknown>): Promise<BuyerError> {
    const fault = await this.outcomeOf(
      work.then(
        () => undefined,
        (reason: unknown) => reason,
      ),
    );
    if (!(fault instanceof BuyerError)) throw new Error('nothing stopped it, or something else did', { cause: fault });
    return fault;
  }

  /** Counted up, so that all are different. */
  random(bytes: Uint8Array): void {
    new DataView(bytes.buffer).setUint32(0, ++this.drawn);
  }
}

/** A buyer whose process can be killed. */
export class FakeProcess {
  isKilled = false;
  readonly buyer: Buyer;
  private steps = 0;

  constructor(
    harness: BuyerHarness,
    private readonly killAt: number | null,
    options: Partial<BuyerOptions>,
  ) {
    const { time, seller, signer } = harness;
    const store: StateStore = {
      change: (change) =>
        this.step(() => {
          const { state, answer } = change(harness.book);
          harness.book = state;
          return answer;
        }),
      read: () => this.step(() => harness.book),
    };
    this.buyer = createBuyer({
      fetch: (url, init) => this.step(() => seller.fetch(url, init)),
      signer: { address: signer.address, signTypedData: (data) => this.step(() => signer.signTypedData(data)) },
      timing: time,
      book: spendBookOver(store),
      random: (bytes) => harness.random(bytes),
      network: SEPOLIA!.caip2,
      ...options,
    });
  }

  /** A killed process does nothing more and hears nothing more; the step at which it ends is done half of the times. */
  private async step<T>(work: () => T | Promise<T>): Promise<T> {
    this.steps += 1;
    if (this.isKilled) return new Promise(() => undefined);
    if (this.killAt === null || this.steps < this.killAt) return work();
    this.isKilled = true;
    if (this.steps % 2 === 0) await Promise.resolve(work()).catch(() => undefined);
    return new Promise(() => undefined);
  }
}
