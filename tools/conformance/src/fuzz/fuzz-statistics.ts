import type { RawResponse } from '../http/raw-response';

/** What a run has seen: statuses by operation, answers paid for, settlements. Its size does not grow with the run. */
export class FuzzStatistics {
  /** Answers by operation and status. */
  readonly statuses = new Map<string, Map<number, number>>();
  answers = 0;
  paidAnswers = 0;
  settlements = 0;
  /** Paid answers that were given again without a settlement. */
  replays = 0;
  headerBytesMax = 0;

  answered(operation: string, { status, headerBytes }: RawResponse): void {
    const byStatus = this.statuses.get(operation) ?? new Map<number, number>();
    this.statuses.set(operation, byStatus.set(status, (byStatus.get(status) ?? 0) + 1));
    this.answers += 1;
    this.headerBytesMax = Math.max(this.headerBytesMax, headerBytes);
  }

  settled(transfers: number, paidAnswers: number): void {
    this.settlements += transfers;
    this.paidAnswers += paidAnswers;
    this.replays += Math.max(0, paidAnswers - transfers);
  }
}
