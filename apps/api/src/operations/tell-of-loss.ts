import { atomicToUsd } from '@stackcheck/contract';
import type { LostSettlementDeps } from '@stackcheck/payment-x402/self';
import type { Logger } from 'pino';
import type { Metrics } from './metrics/metrics';

/** Says loudly that a settlement was lost, and counts it and what it was worth. */
export function tellOfLoss(
  logger: Pick<Logger, 'error'>,
  metrics: Pick<Metrics, 'lost'> | undefined,
): LostSettlementDeps['onLost'] {
  return ({ value, ...lost }) => {
    metrics?.lost(Number(atomicToUsd(value)));
    logger.error({ event: 'settlement_lost', ...lost });
  };
}
