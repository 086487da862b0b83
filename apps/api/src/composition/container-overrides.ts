import type { WorkerOptions } from 'node:worker_threads';
import type { Clock } from '@stackcheck/contract';
import type { InvoiceSource } from '@stackcheck/payment-l402';
import type { Facilitator, PaymentStore } from '@stackcheck/payment-x402';
import type { DestinationStream } from 'pino';
import type { ServerLimits } from '../http/server';
import type { OperationsOverrides } from '../operations/health-components';
import type { WrapSelf } from './self-settling';

/** What may differ from one wiring to the next. */
export interface ContainerOverrides extends OperationsOverrides {
  /** Which of several processes of one port this is (`workers/`); the first one does what one is enough for. Absent where it is the only one. */
  readonly workerIndex?: number;
  readonly clock: Clock;
  /** Replaces the machine's, from which the work on requests is read, in tests. */
  readonly processorClock?: Pick<Clock, 'monotonic'>;
  /** Opened before the container is built (`openPaymentStore`), and closed by its opener. Absent without payments. */
  readonly store: PaymentStore | undefined;
  /** Replaces the configured facilitator, in tests. */
  readonly facilitator: Facilitator | undefined;
  /** Replaces the configured Lightning node, in tests. */
  readonly invoices?: InvoiceSource;
  readonly wrapFacilitator?: (facilitator: Facilitator) => Facilitator;
  readonly wrapSelf?: WrapSelf;
  readonly serverLimits?: Partial<ServerLimits>;
  readonly scriptsFolder?: string;
  /** How a thread of ours is started where it runs from the sources. */
  readonly threadOptions?: WorkerOptions;
  readonly log?: DestinationStream;
}
