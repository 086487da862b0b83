import type { GateEvent, GateLog } from '@stackcheck/payment-x402/settle';
import type { Logger } from 'pino';
import type { SanctionsScreening, ScreeningEvent, ScreeningState } from './screening';

/** Characters of a payer's address that are logged when nothing stands against him. */
const PAYER_CHARS = 10;

const STATE_LEVELS: Readonly<Record<ScreeningState, 'info' | 'warn' | 'error'>> = {
  off: 'warn',
  not_screened: 'warn',
  fresh: 'info',
  old: 'error',
  too_old: 'error',
  missing: 'error',
};

/**
 * Writes what the screening decides as one JSON line each, with the list's version.
 * @param realMoney without it, that no payer is screened is nothing to be warned of
 */
export function screeningLog(logger: Logger, realMoney: boolean): (event: ScreeningEvent) => void {
  return (event) => {
    switch (event.event) {
      case 'screening_state':
        return logger[realMoney || STATE_LEVELS[event.state] === 'error' ? STATE_LEVELS[event.state] : 'debug'](
          { event: event.event, state: event.state },
          event.detail,
        );
      case 'payer_clear':
        return logger.debug({ ...event, payer: event.payer.slice(0, PAYER_CHARS) });
      case 'payer_blocked':
        return logger.warn(event);
      case 'blocked_payer_settled':
        return logger.error(event, 'money of a payer who is on the block list was settled; look at it by hand');
    }
  };
}

const MONEY_MOVED: ReadonlySet<GateEvent['event']> = new Set([
  'payment_settled',
  'settlement_resolved',
  'settlement_late',
]);

/** Hands the gate's events on, and asks about everybody whose money moved: a list may have grown since he was admitted. */
export function watchSettlements(log: GateLog, screening: Pick<SanctionsScreening, 'settled'>): GateLog {
  return (event) => {
    log(event);
    if (MONEY_MOVED.has(event.event) && event.payer !== undefined) screening.settled(event.payer);
  };
}
