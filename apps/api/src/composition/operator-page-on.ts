import type { RequestListener } from 'node:http';
import { systemClock } from '@stackcheck/contract';
import type { ApiConfig } from '../config/config';
import { operatorSite, type OperatorSiteDeps } from '../operator/operator-site';

/** The operator's page next to the metrics; undefined where no token opens it. */
export function operatorPageOn(
  { operatorToken }: Pick<ApiConfig, 'operatorToken'>,
  view: OperatorSiteDeps['view'],
): RequestListener | undefined {
  return operatorToken === undefined ? undefined : operatorSite({ token: operatorToken, clock: systemClock, view });
}
