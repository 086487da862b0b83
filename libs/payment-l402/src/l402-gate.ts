import type { AdmittedPayment } from '@stackcheck/payment-x402/gate';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import { checkCaveats } from './caveats';
import { CHALLENGE_WITHOUT_INVOICE } from './challenge';
import { readCredential, type Credential } from './credential';
import type { L402Gate, L402GateDeps, PresentedCredential } from './gate-types';
import { isOurLocation, issueChallenge, type Challenge } from './issue-challenge';
import { isSignedWith } from './macaroon';
import { rootKeyOf } from './root-key';
import { findUse, recordUse, type Use } from './token-use';

/** The L402 gate: a token buys one answer, an error does not use it up. */
export function createL402Gate(deps: L402GateDeps): L402Gate {
  return { mustWait: (presented) => mustWait(deps, presented), admit: (presented) => admit(deps, presented) };
}

/** Probes get no invoice for the asking: a client that has just been refused a few times waits like everybody. */
function mustWait(
  gate: L402GateDeps,
  { client, authorization }: Pick<PresentedCredential, 'client' | 'authorization'>,
): GateRefusal | null {
  const retryAfterSeconds = gate.refusals.clientWaitSeconds(client);
  if (retryAfterSeconds === 0) return null;
  if (readCredential(authorization).kind === 'none') return { kind: 'refused', code: 'payment_required' };
  return { kind: 'refused', code: 'rate_limited', retryAfterSeconds };
}

async function admit(
  gate: L402GateDeps,
  presented: PresentedCredential,
): Promise<AdmittedPayment | PaidAnswer | GateRefusal> {
  const waiting = mustWait(gate, presented);
  if (waiting) return waiting;
  const read = readCredential(presented.authorization);
  if (read.kind === 'none') return unpaid(gate, presented);
  if (read.kind === 'malformed') return refuse(gate, presented, read.message);

  const checked = await check(read.credential, gate, presented);
  if (typeof checked === 'string') return refuse(gate, presented, checked);
  const begun = await gate.locks.begin({ key: checked.key, hash: checked.key.nonce, identifier: null });
  if (begun.kind !== 'begun') return (await known(gate, presented, checked)) ?? held();
  let isAdmitted = false;
  try {
    const outcome = (await known(gate, presented, checked)) ?? (await fresh(gate, presented, checked));
    if (typeof outcome !== 'bigint') return outcome;
    isAdmitted = true;
    return admitted(gate, presented, { ...checked, paidMsat: outcome }, begun.lock.release);
  } finally {
    if (!isAdmitted) begun.lock.release();
  }
}

async function unpaid(gate: L402GateDeps, presented: PresentedCredential): Promise<GateRefusal> {
  const issued = await challenge(gate, presented);
  switch (issued.kind) {
    case 'challenge':
      return { kind: 'refused', code: 'payment_required', challenges: issued.lines };
    case 'unanswerable':
      return { kind: 'refused', code: 'payment_required', message: withoutInvoice(issued.reason) };
    case 'none':
      return { kind: 'refused', code: 'payment_required' };
  }
}

function withoutInvoice(reason: string): string {
  return `No invoice is made for a request that has no answer: ${reason}`;
}

/** Signature and conditions, all but the clock; the message says which check failed. */
async function check(
  { macaroon, paymentHash, tokenId }: Credential,
  gate: L402GateDeps,
  presented: PresentedCredential,
): Promise<Use | string> {
  const isOurs = gate.secrets().some((secret) => isSignedWith(macaroon, rootKeyOf(secret, macaroon.identifier)));
  if (!isOurLocation(macaroon.location) || !isOurs) return 'The macaroon was not issued by this service.';
  const requestHash = await presented.fingerprint();
  const scope = checkCaveats(macaroon.caveats, { routeId: presented.route.id, requestHash });
  if (!scope.ok) return scope.message;
  const nowSeconds = gate.clock.now() / 1_000;
  if (scope.narrowedUntil !== null && nowSeconds >= scope.narrowedUntil) return 'The token has expired.';
  return {
    key: { network: 'lightning', asset: 'btc', payer: paymentHash, nonce: paymentHash },
    tokenId,
    requestHash,
    validUntil: scope.validUntil,
    isExpired: nowSeconds >= scope.validUntil,
    paidMsat: 0n,
  };
}

/** What a used token gets, before any clock of ours is looked at; null when it was not used yet. */
async function known(
  gate: L402GateDeps,
  presented: PresentedCredential,
  use: Use,
): Promise<PaidAnswer | GateRefusal | null> {
  const outcome = await findUse(gate, use);
  return outcome === 'used_elsewhere' ? refuse(gate, presented, USED) : outcome;
}

const USED = 'The preimage was already used for another request.';

/** What was paid, in millisatoshi, when the token may be used: it is still valid and its node calls the invoice settled. */
async function fresh(gate: L402GateDeps, presented: PresentedCredential, use: Use): Promise<GateRefusal | bigint> {
  if (use.isExpired) return refuse(gate, presented, 'The token has expired.');
  const found = await lookup(gate, use.key.nonce);
  if (found.kind === 'unavailable') {
    gate.log({ level: 'warn', event: 'l402_source_failed', routeId: presented.route.id, reason: found.reason });
    return { kind: 'refused', code: 'facilitator_unavailable', message: 'The invoice cannot be looked up now; retry.' };
  }
  if (found.kind === 'absent' || found.state !== 'settled')
    return refuse(gate, presented, 'The invoice is not settled.');
  gate.openInvoices.paid(use.key.nonce);
  return found.paidMsat;
}

async function lookup(gate: L402GateDeps, paymentHash: string): ReturnType<L402GateDeps['invoices']['lookup']> {
  try {
    return await gate.invoices.lookup(paymentHash);
  } catch (error) {
    return { kind: 'unavailable', reason: `the source failed: ${String((error as Error | null)?.message)}` };
  }
}

function admitted(gate: L402GateDeps, presented: PresentedCredential, use: Use, release: () => void): AdmittedPayment {
  return {
    kind: 'admitted',
    payer: use.key.payer,
    x402Version: 2,
    release,
    async settle(answer) {
      try {
        const outcome = await recordUse(gate, presented, use, answer);
        return outcome === 'used_elsewhere' ? await refuse(gate, presented, USED) : outcome;
      } finally {
        release();
      }
    },
  };
}

/** Counts the refusal and offers another invoice, so that the client can go on. */
async function refuse(gate: L402GateDeps, presented: PresentedCredential, message: string): Promise<GateRefusal> {
  gate.log({ level: 'info', event: 'l402_refused', routeId: presented.route.id, reason: message });
  gate.refusals.count(presented.client, null);
  const issued = await challenge(gate, presented);
  if (issued.kind === 'challenge') return { kind: 'refused', code: 'l402_invalid', message, challenges: issued.lines };
  const why = issued.kind === 'none' ? 'No invoice can be made now; retry later.' : withoutInvoice(issued.reason);
  return {
    kind: 'refused',
    code: 'l402_invalid',
    message: `${message} ${why}`,
    challenges: CHALLENGE_WITHOUT_INVOICE,
  };
}

async function challenge(gate: L402GateDeps, presented: PresentedCredential): Promise<Challenge> {
  const { route, client } = presented;
  const unanswerable = (): Promise<string | null> => presented.unanswerable();
  return issueChallenge(gate, { route, client, requestHash: await presented.fingerprint(), unanswerable });
}

function held(): GateRefusal {
  return { kind: 'refused', code: 'payment_in_progress' };
}
