import { systemClock } from '@stackcheck/contract';
import type { GateLog } from '@stackcheck/payment-x402/settle';
import type { FacilitatorConfig } from './facilitator-config';
import { bearerCredentials, cdpCredentials, NO_CREDENTIALS, type CallCredentials } from './facilitator-credentials';
import type { NetworkNames } from './facilitator-support';
import { HttpFacilitator } from './http-facilitator';
import { PreferredFacilitators } from './preferred-facilitators';

/** The facilitators of a configuration as the gate sees them. What one of them fails at is logged, also when another helps. */
export function configuredFacilitators(
  [first, ...others]: readonly [FacilitatorConfig, ...FacilitatorConfig[]],
  networkNames: NetworkNames,
  log: GateLog,
): PreferredFacilitators {
  const open = ({ url, auth }: FacilitatorConfig): HttpFacilitator =>
    new HttpFacilitator({ url, credentials: credentialsOf(auth), networkNames });
  return new PreferredFacilitators([open(first), ...others.map(open)], {
    clock: systemClock,
    random: Math.random,
    passedOver: (name, { reason, isAlarm }) =>
      log({ level: isAlarm ? 'alarm' : 'warn', event: 'facilitator_failed', reason: `${name}: ${reason}` }),
  });
}

function credentialsOf(auth: FacilitatorConfig['auth']): CallCredentials {
  switch (auth.kind) {
    case 'none':
      return NO_CREDENTIALS;
    case 'bearer':
      return bearerCredentials(auth.token);
    case 'cdp':
      return cdpCredentials(auth.key);
  }
}
