import type { Facilitator, FacilitatorRequest, SettleOutcome } from '../facilitator/facilitator';
import { reasonOf, type GateLog } from './gate-log';

/**
 * One settle call. A success that reports another payer or network is no success of this payment, and a facilitator
 * that breaks its promise not to throw leaves doubt, not a failure.
 * @param networkNames what the reply may call our network
 */
export async function settleOnce(
  deps: { readonly facilitator: Facilitator; readonly log: GateLog },
  request: FacilitatorRequest,
  networkNames: readonly string[],
  timeoutMs: number,
): Promise<SettleOutcome> {
  const { payer } = request.expected;
  try {
    const outcome = await deps.facilitator.settle(request, timeoutMs);
    if (outcome.kind !== 'settled') return outcome;
    if (outcome.payer.toLowerCase() === payer && networkNames.includes(outcome.network)) return outcome;
    deps.log({ level: 'alarm', event: 'settlement_mismatch', payer, reason: 'payer or network differ' });
    return { kind: 'unknown', reason: 'payer or network of the settlement differ' };
  } catch (error) {
    deps.log({ level: 'alarm', event: 'facilitator_failed', payer, reason: reasonOf(error) });
    return { kind: 'unknown', reason: reasonOf(error) };
  }
}
