import { setTimeout as sleep } from 'node:timers/promises';
import { configuredFacilitators } from '@stackcheck/payment-http/facilitators';
import type { Check } from '../doctor-context';
import { findingsOf } from '../finding';

const { ok, skipped, fault } = findingsOf('facilitators');

const WAIT_MS = 4_000;
const STEP_MS = 50;

/** What each facilitator lists under `/supported`, asked with the credentials that payments are sent with. */
export const facilitators: Check = {
  name: 'facilitators',
  async run({ config: { payments }, clock }) {
    if (payments.mode !== 'facilitator') return [skipped(`payments are ${payments.mode}`)];
    const { network, networkName } = payments.terms;
    const all = configuredFacilitators(payments.facilitators, { v1: networkName, v2: network }, () => undefined);
    const deadline = clock.monotonic() + WAIT_MS;
    while (all.states().some(({ supports }) => supports.v2 === null) && clock.monotonic() < deadline)
      await sleep(STEP_MS);
    return all.states().map(({ name, supports: { v1, v2 } }) => {
      if (v1 === null)
        return fault(
          `${name} does not list what it supports`,
          'it is down, or refuses the credentials',
          'look at its status page, FACILITATOR_URL and FACILITATOR_TOKEN',
        );
      if (v1 || v2) return ok(`${name} settles on ${network}`);
      return fault(
        `${name} does not settle on ${network}`,
        'every payment would be refused',
        'correct NETWORK or FACILITATOR_URL',
      );
    });
  },
};
