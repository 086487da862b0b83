import { join } from 'node:path';
import { RpcEndpoint } from '@stackcheck/payment-http/chain';
import type { PaymentStore } from '@stackcheck/payment-x402';
import type { HostLease } from '@stackcheck/payment-x402/store';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config/config';
import { isReal } from '../config/payments';
import { AdmissionWatch } from './admission-watch';
import { RESERVED_BYTES, reservedFile } from './reserved-space';
import { chainClockOf, type ChainClock } from './chain-clock';
import { DiskWatch, freeBytesOf } from './disk-watch';
import { EventLoopWatch, loopDelay } from './event-loop-watch';
import { LedgerFaults } from './ledger-faults';
import { Overload } from './overload';
import { Pause } from './pause';

/** What may differ from production. */
export interface OperationsOverrides {
  readonly reservedBytes?: number;
  readonly paidInFlightMax?: number;
  /** Called once when the process must end, e.g. after a failed sync of the ledger. */
  readonly onFatal?: (why: string) => void;
}

/** Everything that decides whether payments are taken, made once per process. */
export interface HealthComponents {
  readonly pause: Pause;
  readonly overload: Overload;
  readonly admissions: AdmissionWatch;
  readonly disk: DiskWatch;
  readonly loop: EventLoopWatch;
  readonly faults: LedgerFaults;
  /** Absent without RPC_URL; then `ledgerClock` decides. */
  readonly chain: ChainClock | undefined;
  /** Absent without payments. */
  readonly lease: HostLease | undefined;
  /** The switch of all processes over one ledger, where there is one. */
  readonly pausedBy: (() => string | undefined) | undefined;
  /** How far our clock is ahead of the one of the ledger's server, in milliseconds; absent where it has none. */
  readonly ledgerClock: (() => number | undefined) | undefined;
}

/** In all processes. More would only wait: a facilitator gets 64 calls at once, and a call waits two seconds for its place. */
const PAID_IN_FLIGHT_MAX = 256;

/** Makes the parts; each change of the pause is logged. */
export function healthComponents(
  { payments, dataDir, eventLoopLagMaxMs, workers }: ApiConfig,
  overrides: OperationsOverrides,
  deps: { readonly logger: Logger; readonly store: PaymentStore | undefined },
): HealthComponents {
  const pause = new Pause((change) =>
    deps.logger[change.to === 'clear' ? 'info' : 'warn']({ event: 'pause', ...change }),
  );
  const reserved = reservedFile(join(dataDir, 'ballast'), overrides.reservedBytes ?? RESERVED_BYTES);
  const disk = new DiskWatch({ freeBytes: freeBytesOf(dataDir), reserved, pause });
  const rpcUrls = isReal(payments) ? payments.rpcUrls : [];
  const overload = new Overload({
    paidInFlightMax: overrides.paidInFlightMax ?? Math.ceil(PAID_IN_FLIGHT_MAX / workers),
    isShedding: () => pause.isShedding(),
    random: Math.random,
  });
  return {
    pause,
    disk,
    overload,
    admissions: new AdmissionWatch(overload.turnedAway, pause),
    loop: new EventLoopWatch(loopDelay(), pause, eventLoopLagMaxMs),
    faults: new LedgerFaults({
      store: deps.store,
      pause,
      makeRoom: () => disk.full(),
      onFatal: overrides.onFatal ?? (() => undefined),
    }),
    chain:
      isReal(payments) && rpcUrls.length > 0
        ? chainClockOf(rpcUrls.map((url) => new RpcEndpoint({ url, chainId: payments.terms.chainId })))
        : undefined,
    lease: deps.store?.lease,
    pausedBy: deps.store?.pausedBy,
    ledgerClock: deps.store?.clockAheadMs,
  };
}
