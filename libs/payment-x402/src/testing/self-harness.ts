import { FixedClock } from '@stackcheck/contract/testing';
import type { FacilitatorRequest, SettleOutcome } from '../facilitator/facilitator';
import { createGasWallet } from '../self/gas-wallet';
import type { SelfDeps, SelfEvent, SelfLimits } from '../self/self-deps';
import { SelfSettler } from '../self/self-settler';
import { FakeTokenChain } from './fake-token-chain';
import { ManualTimers } from './manual-timers';
import { MemoryBook } from './memory-book';
import { SAMPLE_TERMS } from './sample-terms';
import { TEST_WALLET, type TestPaymentOptions } from './sign-test-payment';
import { testRequest } from './test-request';

/** Its key belongs to tests. */
export const TEST_GAS_WALLET = createGasWallet(`0x${'5e'.repeat(32)}`);

const LIMITS: SelfLimits = {
  feeMaxWei: 1_000_000n,
  balanceMinWei: 0n,
  bundleMs: 200,
  bundleMax: 5,
  confirmations: 1,
  stuckMs: 12_000,
  pollMs: 1_000,
};

/** A settler over a chain, a book and a clock that only move when a test moves them. */
export class SelfHarness {
  readonly clock = new FixedClock();
  readonly timers = new ManualTimers(this.clock);
  readonly chain = new FakeTokenChain(SAMPLE_TERMS.asset, Math.floor(this.clock.now() / 1_000));
  readonly book = new MemoryBook();
  readonly events: SelfEvent[] = [];
  readonly sent: number[] = [];
  /** Nonces of transfers that failed for good. */
  readonly failed: string[] = [];
  readonly mined: { readonly costWei: bigint; readonly paid: number }[] = [];
  settler: SelfSettler;

  constructor(private readonly change: Partial<SelfLimits> = {}) {
    this.chain.state.ether.set(TEST_GAS_WALLET.address, 10n ** 18n);
    this.fund(TEST_WALLET.address, 1_000_000n);
    this.settler = this.boot();
  }

  /** Another process over the same book; what the former one had in memory goes on as well. */
  boot(parts: Partial<SelfDeps> = {}): SelfSettler {
    this.settler = new SelfSettler({
      node: this.chain,
      book: this.book,
      wallet: TEST_GAS_WALLET,
      terms: SAMPLE_TERMS,
      clock: this.clock,
      timers: this.timers,
      limits: { ...LIMITS, ...this.change },
      log: (event) => this.events.push(event),
      observer: {
        sent: (transfers) => this.sent.push(transfers),
        mined: (costWei, paid) => this.mined.push({ costWei, paid }),
        replaced: () => undefined,
      },
      onFailed: async ({ nonce }) => this.failed.push(nonce) > 0,
      hasDuties: true,
      ...parts,
    });
    return this.settler;
  }

  fund(address: string, usdc: bigint): void {
    this.chain.state.usdc.set(address.toLowerCase(), usdc);
  }

  /** A good payment, as the gate would have it settled. */
  request(change: Partial<TestPaymentOptions> = {}): FacilitatorRequest {
    return testRequest(this.clock.now(), change);
  }

  /** Lets time pass with a block every two seconds of it. */
  async live(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= 2) {
      await this.timers.pass(2_000);
      this.chain.mine();
    }
    await this.timers.pass(1_500);
  }

  /** A settle call with blocks being made until it answers. */
  async settle(request: FacilitatorRequest, timeoutMs?: number): Promise<SettleOutcome> {
    const outcome = this.settler.settle(request, timeoutMs);
    await this.live(10);
    await this.timers.pass(timeoutMs ?? 10_000);
    return outcome;
  }

  /** A payment whose transaction the node swallows, and somebody else's transaction with its nonce; how it ends. */
  async nonceTakenByOthers(): Promise<{
    readonly outcome: Promise<SettleOutcome>;
    readonly request: FacilitatorRequest;
  }> {
    const request = this.request({ validBefore: 4_000_000_000n });
    this.chain.swallows = 1_000;
    const outcome = this.settler.settle(request, 60_000);
    await this.timers.pass(500);
    this.chain.swallows = 0;
    await this.chain.broadcast(
      TEST_GAS_WALLET.sign(
        84532,
        0,
        { to: TEST_GAS_WALLET.address, data: '0x', gasLimit: 21_000n },
        { maxFeePerGas: 9_000n, maxPriorityFeePerGas: 9_000n },
      ).raw,
    );
    return { outcome, request };
  }

  eventsOf(name: SelfEvent['event']): readonly SelfEvent[] {
    return this.events.filter(({ event }) => event === name);
  }

  get paid(): bigint {
    return this.chain.state.usdc.get(SAMPLE_TERMS.payTo.toLowerCase()) ?? 0n;
  }
}
