import { ServiceError } from '@stackcheck/contract';

/** A body that did not come as announced: it broke off, or was too slow. */
export class BrokenBody extends ServiceError {
  constructor(
    readonly why: 'slow_body' | 'broken_body',
    detail: ServiceError['detail'],
  ) {
    super('bad_request', detail);
  }
}
