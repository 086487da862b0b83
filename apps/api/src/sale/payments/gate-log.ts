import type { L402Event } from '@stackcheck/payment-l402';
import type { GateEvent } from '@stackcheck/payment-x402/settle';
import type { Logger } from 'pino';
import { scrubbed } from '../../operations/fault-line';

const LEVELS = { info: 'info', warn: 'warn', alarm: 'error' } as const;

/** Characters of a payer's address that are logged: enough to follow one case, not to list customers. */
const PAYER_CHARS = 10;

/** Writes what the gates report as one JSON line each. Events hold no payment header, key or token; what a thrown fault quotes goes. */
export function gateLog(logger: Logger): (event: GateEvent | L402Event) => void {
  return ({ level, event, routeId, reason, ...rest }) => {
    const payer = 'payer' in rest ? rest.payer : undefined;
    logger[LEVELS[level]]({ event, routeId, payer: payer?.slice(0, PAYER_CHARS), reason: reason && scrubbed(reason) });
  };
}
