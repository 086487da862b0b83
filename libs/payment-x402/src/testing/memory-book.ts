import type { BookTransaction, TransactionBook } from '../self/transaction-book';

/** A book in memory; what is in `rows` outlives a process that is played. */
export class MemoryBook implements TransactionBook {
  constructor(readonly rows = new Map<number, BookTransaction>()) {}

  async nextNonce(): Promise<number | null> {
    return this.rows.size === 0 ? null : Math.max(...this.rows.keys()) + 1;
  }

  async add(...[nonce, transfers, first]: Parameters<TransactionBook['add']>): Promise<boolean> {
    if (this.rows.has(nonce)) return false;
    const kept = transfers.map(({ payer, nonce: of, payTo, value, validBefore }) => ({
      payer,
      nonce: of,
      payTo,
      value,
      validBefore,
    }));
    this.rows.set(nonce, {
      nonce,
      state: 'open',
      transfers: kept,
      attempts: [{ ...first }],
      minedAs: null,
      vanishedAs: null,
    });
    return true;
  }

  async addAttempt(...[nonce, number, attempt]: Parameters<TransactionBook['addAttempt']>): Promise<boolean> {
    const row = this.rows.get(nonce);
    if (row?.state !== 'open' || row.attempts.length !== number) return false;
    this.rows.set(nonce, { ...row, attempts: [...row.attempts, { ...attempt }], vanishedAs: null });
    return true;
  }

  async mark(...[nonce, state, minedAs]: Parameters<TransactionBook['mark']>): Promise<void> {
    const row = this.rows.get(nonce)!;
    const vanishedAs = state === 'open' ? row.minedAs : null;
    this.rows.set(nonce, { ...row, state, minedAs, vanishedAs });
  }

  async at(nonce: number): Promise<BookTransaction | null> {
    return this.rows.get(nonce) ?? null;
  }

  async unfinished(): Promise<readonly BookTransaction[]> {
    return this.sorted().filter(({ state }) => state === 'open' || state === 'mined');
  }

  async carrying(payer: string, nonce: string): Promise<readonly BookTransaction[]> {
    const carries = ({ transfers }: BookTransaction): boolean =>
      transfers.some((transfer) => transfer.payer === payer && transfer.nonce === nonce);
    return this.sorted().filter(carries).reverse();
  }

  private sorted(): readonly BookTransaction[] {
    return [...this.rows.values()].sort((one, other) => one.nonce - other.nonce);
  }
}
