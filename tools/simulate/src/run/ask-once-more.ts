import { fingerprintOf, type SimRequest } from '../actors/server';
import { rowOf, type CheckedRow } from '../checks/ledger-rows';
import { identifierOf } from '../checks/request-header';
import { PAY_TO } from '../model/terms';
import type { Harness } from './harness';

/** I2: every request whose payment is on the chain, or was, is sent once more, the same in every byte. */
export async function askOnceMore(harness: Harness, selfMade: ReadonlySet<string>): Promise<void> {
  const { checker, chain, scheduler } = harness;
  const asked = new Set<string>();
  let isAsking = true;
  const askAll = async (): Promise<void> => {
    for (const request of harness.computed) {
      const payment = request.payment!;
      const { from, nonce, value } = payment.fields;
      const row = rowOf(harness.rows, from, nonce);
      if (!row || asked.has(nonce) || !isSameRequest(row, request)) continue;
      // The answer of a settlement that the chain took back is not taken back.
      const isLost = row.state === 'settled' && chain.paidBefore(from, nonce, PAY_TO, value);
      if (!isLost && !chain.pays(from, nonce, PAY_TO, value)) continue;
      asked.add(nonce);
      const hadAnswer = checker.storyOf(payment).wasFinished;
      const code = await askPatiently(harness, { ...request, client: `192.0.2.${asked.size}` });
      const isReplay = code === 'payment_replayed' && hadAnswer && row.identifier === null;
      if (code !== 'paid' && !isReplay && !isExcused(harness, selfMade, nonce, code))
        checker.fail('I2', `nonce ${nonce.slice(-6)} ${isLost ? 'was settled' : 'paid'}, and its client gets ${code}`);
    }
    isAsking = false;
  };
  void askAll();
  await scheduler.run(scheduler.nowMs + 240_000, () => !isAsking);
  if (isAsking) checker.fail('I19', 'a request after the calm was never answered');
  // A delivery is written when there is time for it.
  await scheduler.run(scheduler.nowMs + 1_000, () => false);
}

/**
 * A reconciler may be at work on the payment; the answer then says so and to come back. An identifier may belong to a later
 * payment by now, where a copy of this one came first; the advice is another identifier.
 */
async function askPatiently({ plan, wire, scheduler, desk }: Harness, request: SimRequest): Promise<string> {
  let asked = request;
  for (let tries = 0; ; tries++) {
    const { reply } = await wire.send(asked, 60_000);
    // A node that lost its connections, or ended, keeps nobody waiting for long.
    const isAway =
      plan.nodes !== null && (reply.kind === 'lost' || (reply.kind === 'error' && reply.code === 'paused'));
    if (reply.kind !== 'error' && !isAway) return reply.kind;
    const code = reply.kind === 'error' ? reply.code : reply.kind;
    const isConflict = code === 'payment_id_conflict' && asked === request;
    const isToWait = isAway || code === 'payment_in_progress';
    if (!(isToWait || isConflict) || tries === 9) return code;
    if (isConflict)
      asked = { ...request, header: desk.header(request.payment!, { identifier: 'asked_anew_0000000000' }) };
    await scheduler.sleep(reply.kind === 'error' ? reply.retryAfterSeconds * 1_000 : 1_000);
  }
}

/** Without a chain to ask, doubts stay, and what a facilitator or payer did behind our back is not seen. */
function isExcused(
  { plan, facilitator }: Harness,
  selfMade: ReadonlySet<string>,
  nonce: string,
  code: string,
): boolean {
  if (plan.hasEvidence) return false;
  return code === 'settlement_unknown' || selfMade.has(nonce) || facilitator.liedAbout.has(nonce);
}

function isSameRequest(row: CheckedRow, request: SimRequest): boolean {
  // A payment that was settled late may have lost its identifier to a later one.
  const isNamed = row.identifier === null || row.identifier === identifierOf(request.header);
  return isNamed && row.request_hash === fingerprintOf(request);
}
