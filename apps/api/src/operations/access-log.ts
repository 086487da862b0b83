import type { ErrorCode } from '@stackcheck/contract';

/** One answered request. Holds nothing that a caller wrote but a well-formed request id and a payer that was checked. */
export interface AccessEntry {
  /** operationId; `none` where no route matched. */
  readonly route: string;
  /** `paid`: brought a payment; `offer`: a paid route without one; `free`; `none`: no route. */
  readonly kind: 'paid' | 'offer' | 'free' | 'none';
  /** Status of the answer; 0 when the client left before it was sent. */
  readonly status: number;
  /** Error code of the answer, if any. */
  readonly code?: ErrorCode;
  readonly ms: number;
  readonly requestId: string;
  readonly payer?: string;
}

/** Where answered requests are reported. Must not throw. */
export interface AccessLog {
  /** False: requests without a payment are not logged, and they must not even cost the making of an entry. */
  readonly everything: boolean;
  record(entry: AccessEntry): void;
  /**
   * Counts answers that were made before and are sent again, which make no entry. Absent where each request must be answered
   * by the whole path, since an entry of it is wanted; also where no other entry is wanted.
   */
  readonly again?: AnswersAgain;
}

/** Counts answers that are sent again, by operation id; `ms` is the time that it took. */
export interface AnswersAgain {
  offeredAgain(route: string, ms: number): void;
  again(route: string, status: number, ms: number): void;
}

/** What is known of a request by now. */
export interface AccessRecord {
  readonly startedMs: number;
  code?: ErrorCode;
  payer?: string;
}
