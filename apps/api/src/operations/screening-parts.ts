import type { Clock } from '@stackcheck/contract';
import type { LiveSnapshots } from '@stackcheck/datasets';
import type { Logger } from 'pino';
import { ethCallOf } from '../adapters/eth-call';
import type { ApiConfig } from '../config';
import type { Pause } from './pause';
import { SanctionsScreening } from './screening';
import { screeningLog } from './screening-log';
import { sanctionsOracle, type SanctionsOracle } from './screening-oracle';

/** What screening takes from the rest of the service. */
export interface ScreeningPartsUses {
  readonly live: LiveSnapshots;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly logger: Logger;
}

/** The screening that the configuration asks for. */
export function screeningOf(config: ApiConfig, uses: ScreeningPartsUses): SanctionsScreening {
  const { live, clock, pause, logger } = uses;
  return new SanctionsScreening({
    policy: config.screening,
    live,
    clock,
    pause,
    oracle: oracleOf(config, uses),
    log: screeningLog(logger, config.screening.realMoney),
  });
}

function oracleOf({ screening, payments }: ApiConfig, uses: ScreeningPartsUses): SanctionsOracle | undefined {
  if (screening.oracle === null || payments.mode !== 'facilitator') return undefined;
  return sanctionsOracle({
    contract: screening.oracle,
    calls: payments.rpcUrls.map((url) => ethCallOf(url)),
    clock: uses.clock,
    onFailure: (reason) => uses.logger.warn({ event: 'sanctions_oracle_failed', reason }),
  });
}
