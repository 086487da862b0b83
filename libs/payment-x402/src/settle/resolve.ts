import type { Clock } from '@stackcheck/contract';
import type { ChainEvidence } from '../evidence/chain-evidence';
import type { Facilitator, SettleOutcome } from '../facilitator/facilitator';
import { facilitatorRequest } from '../facilitator/facilitator-request';
import type { InFlightLocks } from '../in-flight/in-flight-locks';
import type { GateLog } from './gate-log';
import type { PaymentTerms } from '../terms/payment-terms';
import type { PaymentLedger, PaymentRecord, Settlement } from '../ledger/ledger';
import { paymentResponseHeader } from './payment-response';
import { recordSettlement, type RecordedSettlement } from './record-settlement';
import { settleOnce } from './settle-once';

/** What became of a payment whose outcome was open. */
export type Resolution =
  ({ readonly kind: 'settled' } & RecordedSettlement) | { readonly kind: 'released' } | { readonly kind: 'open' };

/** What resolving needs. */
export interface ResolveDeps {
  readonly ledger: PaymentLedger;
  readonly facilitator: Facilitator;
  readonly terms: PaymentTerms;
  readonly clock: Clock;
  readonly locks: InFlightLocks;
  readonly evidence?: ChainEvidence;
  /** How long after its first delivery an answer is given again without an identifier; five minutes when absent. */
  readonly givenAgainMs?: number;
  readonly log: GateLog;
}

/**
 * Finds out what became of a `settling`, `unknown` or `refused` payment: a settlement kept in memory, then the same payload
 * settled again (its nonce is single-use, so this cannot charge twice), then the chain. The caller holds the
 * payment's lock. A refusal now says nothing about the earlier attempt, so without proof the payment stays open.
 * @param settleAgainMs time for the settle call; 0 = ask the chain only
 */
export async function resolveOpen(
  deps: ResolveDeps,
  record: PaymentRecord,
  settleAgainMs: number,
): Promise<Resolution> {
  const late = await deps.locks.late(record.id);
  if (late) return settled(deps, record, late);

  const again = settleAgainMs > 0 ? await settleAgain(deps, record, settleAgainMs) : null;
  if (again?.kind === 'settled')
    return settled(deps, record, evidenceOf(deps, record, again.transaction, 'facilitator'));
  if (deps.evidence) return byEvidence(deps, record);
  // The nonce was free when this payment was verified, and a settle call of ours left or may have left this host: what
  // spent it is that call. Had the very first call met a spent nonce, only the chain could tell.
  if (again?.kind === 'nonce_used' && record.ambiguity !== 'nonce_used')
    return settled(deps, record, evidenceOf(deps, record, '', 'facilitator'));
  return stayOpen(deps, record, again?.reason ?? 'no evidence');
}

/** Null where no facilitator can be asked: the payment is of another network than today's configuration. */
async function settleAgain(deps: ResolveDeps, record: PaymentRecord, timeoutMs: number): Promise<SettleOutcome | null> {
  if (record.key.network !== deps.terms.network) return null;
  const terms = { ...deps.terms, asset: record.key.asset };
  const asked = facilitatorRequest(terms, { ...record, description: '' });
  const request = { ...asked, verifiedBy: record.verifiedBy ?? null, isRepeat: true };
  return settleOnce(deps, request, [terms.network, terms.networkName], timeoutMs);
}

async function byEvidence(deps: ResolveDeps, record: PaymentRecord): Promise<Resolution> {
  const { key, value, validBefore, payTo } = record;
  // Nodes of today's network know nothing of another one's payments.
  if (key.network !== deps.terms.network) return stayOpen(deps, record, `no evidence on ${key.network}`);
  const finding = await deps.evidence!.find(
    { ...key, value, validBefore, payTo: payTo.toLowerCase() },
    record.createdAt,
  );
  if (finding.kind === 'paid') return settled(deps, record, evidenceOf(deps, record, finding.transaction, 'chain'));
  if (finding.kind === 'unproven') return stayOpen(deps, record, finding.reason);
  await deps.ledger.released(record.id, finding.reason, deps.clock.now());
  return { kind: 'released' };
}

async function settled(deps: ResolveDeps, record: PaymentRecord, settlement: Settlement): Promise<Resolution> {
  const recorded = await recordSettlement(deps, record.id, settlement);
  const about = { routeId: record.routeId, payer: record.key.payer };
  deps.log({ level: 'info', event: 'settlement_resolved', ...about });
  if (record.refusal) deps.log({ level: 'alarm', event: 'settlement_late', ...about, reason: record.refusal.reason });
  return { kind: 'settled', ...recorded };
}

async function stayOpen(deps: ResolveDeps, record: PaymentRecord, reason: string): Promise<Resolution> {
  if (record.state === 'settling') await deps.ledger.unknown(record.id, 'unconfirmed', reason, deps.clock.now());
  return { kind: 'open' };
}

function evidenceOf(
  deps: ResolveDeps,
  record: PaymentRecord,
  transaction: string,
  evidence: 'facilitator' | 'chain',
): Settlement {
  return {
    transaction,
    evidence: evidence === 'facilitator' ? deps.facilitator.evidence : evidence,
    paymentResponse: paymentResponseHeader(deps.terms, {
      x402Version: record.x402Version,
      network: record.key.network,
      transaction,
      payer: spelledPayer(record),
    }),
  };
}

/** As the client spelled it: a first answer that could not be recorded had the same receipt, byte for byte. */
function spelledPayer({ payload, key }: PaymentRecord): string {
  const { payload: signed } = payload as {
    readonly payload?: { readonly authorization?: { readonly from?: unknown } };
  };
  const from = signed?.authorization?.from;
  return typeof from === 'string' && from.toLowerCase() === key.payer ? from : key.payer;
}
