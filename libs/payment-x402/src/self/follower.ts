import { reasonOf } from '../settle/gate-log';
import { HeadTrail } from './head-trail';
import { replaceStuck } from './replace-stuck';
import { receiptOutcome } from './receipt-outcome';
import type { SelfDeps } from './self-deps';
import type { BookTransaction, BookTransfer } from './transaction-book';
import { transferKey, type WaitingTransfer } from './waiting-transfer';
import { walletFault } from './wallet-fault';
import type { BlockStanding, FeeHead, WalletReceipt } from './wallet-node';

/** Transactions in a block are looked at again this often, until their block is safe. */
const FINALITY_MS = 15_000;
/** What is in no block is handed to the node again this often. */
const BROADCAST_MS = 4_000;

/** A transaction in a block that the chain still has. */
type InBlock = Exclude<BlockStanding, 'gone'> & { readonly receipt: WalletReceipt };

/** Looks at what became of the transfers of a nonce that another transaction took, and the time between two of them. */
const FOREIGN_LOOKS = 5;
const FOREIGN_LOOK_MS = 4_000;

/** How a transaction ends; whether nothing looks at it again, known or not. */
interface Ending {
  readonly state: 'final' | 'foreign';
  readonly minedAs: string | null;
  readonly isLast: boolean;
}

/** Follows what is in the book to its end, and answers those who wait for a transfer. */
export class Follower {
  private readonly waiting = new Map<string, Set<WaitingTransfer>>();
  private unfinished: readonly BookTransaction[] = [];
  private readonly lookedMs = new Map<number, number>();
  private readonly sentMs = new Map<number, number>();
  /** Epoch ms at which this process learned that a block is gone: those bytes get their time again before others take their place. */
  private readonly vanishedMs = new Map<number, number>();
  /** Looks at what another transaction took the nonce of. */
  private readonly foreign = new Map<number, { readonly looks: number; readonly atMs: number }>();
  private readonly trail = new HeadTrail();
  private isRunning = false;
  private isStopped = false;
  private round: Promise<void> = Promise.resolve();

  constructor(private readonly deps: SelfDeps) {}

  /** Transactions that are in no block, the oldest first, as of the last look. */
  get open(): readonly BookTransaction[] {
    return this.unfinished.filter(({ state }) => state === 'open');
  }

  owed(payer: string): bigint {
    const transfers = this.open.flatMap((transaction) => transaction.transfers);
    return transfers.reduce((sum, transfer) => (transfer.payer === payer ? sum + transfer.value : sum), 0n);
  }

  /** A new transaction, whose first broadcast is its maker's. */
  written(transaction: BookTransaction, waiting: readonly WaitingTransfer[]): void {
    this.unfinished = [...this.unfinished, transaction];
    this.sentMs.set(transaction.nonce, this.deps.clock.monotonic());
    for (const one of waiting) this.wait(one);
    this.begin();
  }

  /** To hear of a transfer that is in the book. */
  wait(one: WaitingTransfer): void {
    const key = transferKey(one.transfer);
    const all = this.waiting.get(key) ?? new Set();
    this.waiting.set(key, all.add(one));
    void one.outcome.finally(() => {
      all.delete(one);
      if (all.size === 0 && this.waiting.get(key) === all) this.waiting.delete(key);
    });
    this.begin();
  }

  /** Takes up what the book holds; goes on by itself until all of it is final. */
  begin(): void {
    if (this.isRunning || this.isStopped) return;
    this.isRunning = true;
    this.round = this.run();
  }

  /** Resolves when no round is under way; none follows. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.round;
  }

  private async run(): Promise<void> {
    const { log, limits, timers } = this.deps;
    if (this.isStopped) return;
    try {
      await this.look();
    } catch (error) {
      log(walletFault(error));
    }
    if (this.isStopped || (this.unfinished.length === 0 && this.waiting.size === 0)) {
      this.isRunning = false;
      return;
    }
    timers.after(limits.pollMs, () => {
      this.round = this.run();
    });
  }

  private async look(): Promise<void> {
    await this.readBook();
    if (this.unfinished.length === 0) return;
    const head = await this.deps.node.head();
    // What the lost blocks held has no time to lose: its authorizations end.
    if (this.trail.see(head)) this.lookedMs.clear();
    for (const transaction of this.unfinished) {
      if (this.isStopped) return;
      // What stands against one of them is no reason to leave those behind it alone.
      await this.follow(transaction, head).catch((error: unknown) => {
        this.deps.log(walletFault(error, transaction.nonce));
      });
    }
    await this.readBook();
  }

  /** Another process may have closed what was followed here. */
  private async readBook(): Promise<void> {
    this.unfinished = await this.deps.book.unfinished();
    const nonces = new Set(this.unfinished.map(({ nonce }) => nonce));
    for (const kept of [this.lookedMs, this.sentMs, this.vanishedMs, this.foreign])
      for (const nonce of kept.keys()) if (!nonces.has(nonce)) kept.delete(nonce);
  }

  private async follow(transaction: BookTransaction, head: FeeHead): Promise<void> {
    const { clock, log } = this.deps;
    const { nonce, state } = transaction;
    const nowMs = clock.monotonic();
    if (state === 'mined') {
      // Another process may have been the one that saw it in a block.
      const isAwaited = transaction.transfers.some((transfer) => this.waiting.has(transferKey(transfer)));
      if (!isAwaited && nowMs - (this.lookedMs.get(nonce) ?? -Infinity) < FINALITY_MS) return;
      this.lookedMs.set(nonce, nowMs);
    }
    const found = await this.receiptOf(transaction);
    if (found) return this.inBlock(transaction, found);
    if (state === 'mined') {
      log({ level: 'alarm', event: 'transaction_vanished', nonce, transaction: transaction.minedAs! });
      // Its bytes go out again at once, however lately they did.
      this.sentMs.delete(nonce);
      await this.deps.book.mark(nonce, 'open', null, clock.now());
    }
    if (this.deps.hasDuties) await this.inNoBlock(transaction, head);
  }

  /**
   * Of the attempt that was seen in a block first, then the others, the newest first. One whose block is gone does not count: a node that
   * stands still shows it for ever.
   */
  private async receiptOf({ attempts, minedAs }: BookTransaction): Promise<InBlock | null> {
    const { node } = this.deps;
    const hashes = attempts.map(({ hash }) => hash).reverse();
    for (const hash of minedAs === null ? hashes : [minedAs, ...hashes.filter((other) => other !== minedAs)]) {
      const receipt = await node.receipt(hash);
      if (!receipt) continue;
      const standing = await node.standing(receipt);
      if (standing !== 'gone') return { receipt, ...standing };
    }
    return null;
  }

  private async inBlock(transaction: BookTransaction, { receipt, confirmations, isSafe }: InBlock): Promise<void> {
    const { book, clock, limits, log, observer, terms } = this.deps;
    const { nonce, state } = transaction;
    if (confirmations < limits.confirmations) return;
    if (state === 'open') {
      const outcomes = transaction.transfers.map((transfer) => receiptOutcome(terms, receipt, transfer));
      await book.mark(nonce, 'mined', receipt.hash, clock.now());
      const paid = outcomes.filter(({ kind }) => kind === 'settled').length;
      observer?.mined(receipt.costWei, paid, (clock.now() - transaction.attempts[0]!.atMs) / 1_000);
      log({ level: 'info', event: 'transaction_mined', nonce, transaction: receipt.hash });
      if (paid < outcomes.length) log({ level: 'warn', event: 'transfer_failed', nonce, transaction: receipt.hash });
    }
    for (const transfer of transaction.transfers)
      for (const one of this.waiting.get(transferKey(transfer)) ?? [])
        one.conclude(receiptOutcome(terms, receipt, transfer));
    if (state !== 'mined' && transaction.minedAs !== receipt.hash) return;
    if (!this.deps.hasDuties || !isSafe) return;
    const failed = transaction.transfers.filter(
      (transfer) => receiptOutcome(terms, receipt, transfer).kind !== 'settled',
    );
    await this.finish(transaction, { state: 'final', minedAs: receipt.hash, isLast: false }, failed);
  }

  private async inNoBlock(transaction: BookTransaction, head: FeeHead): Promise<void> {
    const { node, wallet, clock } = this.deps;
    const { nonce, attempts } = transaction;
    // The one that a receipt may name, as long as none took its place; an earlier process may have found it gone.
    const vanishedAs = transaction.minedAs ?? transaction.vanishedAs;
    if (vanishedAs !== null && !this.vanishedMs.has(nonce)) this.vanishedMs.set(nonce, clock.now());
    if (this.open[0]?.nonce === nonce || transaction.state === 'mined') {
      const safe = await node.safeHead();
      if ((await node.countOf(wallet.address, safe.number)) > nonce && !(await this.receiptOf(transaction)))
        return this.takenByAnother(transaction);
      if (await replaceStuck(this.deps, transaction, head, this.vanishedMs.get(nonce))) return;
    }
    const nowMs = clock.monotonic();
    if (nowMs - (this.sentMs.get(nonce) ?? -Infinity) < BROADCAST_MS) return;
    this.sentMs.set(nonce, nowMs);
    const last = attempts[attempts.length - 1]!;
    const again = attempts.find(({ hash }) => hash === vanishedAs) ?? last;
    await node.broadcast(again.raw);
  }

  /** A node that is away for a moment shall not decide for ever; but what is behind this nonce waits meanwhile. */
  private async takenByAnother(transaction: BookTransaction): Promise<void> {
    const { clock, log } = this.deps;
    const { nonce, transfers } = transaction;
    const { looks, atMs } = this.foreign.get(nonce) ?? { looks: 0, atMs: -Infinity };
    const nowMs = clock.monotonic();
    if (nowMs - atMs < FOREIGN_LOOK_MS) return;
    this.foreign.set(nonce, { looks: looks + 1, atMs: nowMs });
    if (looks === 0) log({ level: 'alarm', event: 'gas_wallet_shared', nonce });
    this.giveUp(transaction);
    await this.finish(transaction, { state: 'foreign', minedAs: null, isLast: looks + 1 >= FOREIGN_LOOKS }, transfers);
  }

  /** @param failed transfers that the transaction did not make: `onFailed` gets them before the book deletes them */
  private async finish(
    { nonce }: BookTransaction,
    { state, minedAs, isLast }: Ending,
    failed: readonly BookTransfer[],
  ): Promise<void> {
    const { book, clock, log, onFailed } = this.deps;
    let areKnown = true;
    try {
      for (const transfer of failed) if (!((await onFailed?.(transfer, isLast)) ?? true)) areKnown = false;
    } catch (error) {
      return log({ level: 'warn', event: 'failed_transfer_unreported', nonce, reason: reasonOf(error) });
    }
    // It is looked at again.
    if (!areKnown && !isLast) return;
    await book.mark(nonce, state, minedAs, clock.now());
  }

  /** Its transfers were not made by this transaction; what else became of them, the chain knows. */
  private giveUp({ transfers }: BookTransaction): void {
    for (const transfer of transfers)
      for (const one of this.waiting.get(transferKey(transfer)) ?? [])
        one.conclude({ kind: 'unknown', reason: 'another transaction took the nonce of the wallet' });
  }
}
