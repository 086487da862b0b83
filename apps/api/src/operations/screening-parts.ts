import type { Clock } from '@stackcheck/contract';
import type { LiveSnapshots } from '@stackcheck/datasets';
import type { Logger } from 'pino';
import { ethCallOf } from '@stackcheck/payment-http/chain';
import type { ApiConfig } from '../config/config';
import { isReal } from '../config/payments';
import type { Pause } from './pause';
import { SanctionsScreening } from './screening';
import { screeningLog } from './screening-log';
import { sanctionsOracle, type SanctionsOracle } from './screening-oracle';

/** What screening takes from the rest of the service. */
export interface ScreeningPartsDeps {
  readonly live: LiveSnapshots;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly logger: Logger;
}

/** The screening that the configuration asks for. */
export function screeningOf(config: ApiConfig, deps: ScreeningPartsDeps): SanctionsScreening {
  const { live, clock, pause, logger } = deps;
  return new SanctionsScreening({
    policy: config.screening,
    live,
    clock,
    pause,
    oracle: oracleOf(config, deps),
    log: screeningLog(logger, config.screening.realMoney),
  });
}

function oracleOf({ screening, payments }: ApiConfig, deps: ScreeningPartsDeps): SanctionsOracle | undefined {
  if (screening.oracle === null || !isReal(payments)) return undefined;
  return sanctionsOracle({
    contract: screening.oracle,
    calls: payments.rpcUrls.map((url) => ethCallOf(url)),
    clock: deps.clock,
    onFailure: (reason) => deps.logger.warn({ event: 'sanctions_oracle_failed', reason }),
  });
}
