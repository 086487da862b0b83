import type { Logger } from 'pino';
import type { AccessLog } from './access-log';
import type { Metrics } from './metrics/metrics';

/** Characters of a payer's address that are logged: enough to follow one case, not to list customers. */
const PAYER_CHARS = 10;

/**
 * Writes to the log and the metrics what was answered: requests with a payment at info, all others at debug. Every field is named
 * here; headers, URLs and bodies are not among them, since they hold payments.
 *
 * @param metrics absent when they cannot be scraped
 */
export function requestLog(logger: Logger, metrics: Metrics | undefined): AccessLog {
  const debug = logger.isLevelEnabled('debug');
  return {
    everything: debug || metrics !== undefined,
    ...(metrics && !debug ? { again: metrics } : {}),
    record({ route, kind, status, code, ms, requestId, payer }) {
      metrics?.answered({ route, status, kind, ms, ...(code ? { code } : {}) });
      if (kind !== 'paid' && !debug) return;
      logger[kind === 'paid' ? 'info' : 'debug']({
        event: 'request',
        route,
        status,
        code,
        ms: Math.round(ms * 10) / 10,
        request_id: requestId,
        payer: payer?.slice(0, PAYER_CHARS),
      });
    },
  };
}
