import { ServiceError, type ErrorCode, type ErrorDetail } from '@stackcheck/contract';

/** A refusal before which a request waited for others, which is no work of it. */
export class RefusedAfterWaiting extends ServiceError {
  constructor(
    code: ErrorCode,
    detail: ErrorDetail,
    /** In milliseconds, of all the time that the request took. */
    readonly elsewhereMs: number,
  ) {
    super(code, detail);
  }
}
