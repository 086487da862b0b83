import { HttpFacilitator } from '@stackcheck/payment-http/facilitators';
import type { Facilitator } from '@stackcheck/payment-x402';
import type { ChainFinding } from '@stackcheck/payment-x402/evidence';
import { GateHarness, type LedgerSubject, type CallOutcome, type TestPayment } from '@stackcheck/payment-x402/testing';
import type { FaultMode, FaultyFacilitator } from './faulty-facilitator';

/** What is durably known of the payment before the faulty call. */
export const DURABLE_STATES = [
  'nothing',
  'settling, by an earlier boot',
  'unknown',
  'settled, not delivered',
  'settled and delivered',
  'refused',
  'released',
] as const;

/** One of the durable states. */
export type DurableState = (typeof DURABLE_STATES)[number];

/** One cell of the matrix. */
export interface Cell {
  readonly mode: FaultMode;
  readonly state: DurableState;
  readonly identifier: boolean;
}

/** What a client met in a cell, and what is wrong with it. */
export interface CellOutcome extends Cell {
  /** Codes or `answer`, in order: the call during the fault, then retries of the same payment once it is over. */
  readonly met: readonly string[];
  readonly faults: readonly string[];
}

/** How long an answer that never comes is waited for; all others have their full time, whatever else the machine does. */
const HASTY_MS = 400;
const RETRIES_MAX = 3;
/** Codes whose advice is to send the same payment again. */
const RETRY_SAME = new Set(['settlement_unknown', 'payment_in_progress', 'facilitator_unavailable', 'paused']);

/** Brings a ledger into the state, lets the facilitator fail once, and then follows the advice of every answer. */
export async function runCell(
  cell: Cell,
  facilitator: FaultyFacilitator,
  subject: LedgerSubject,
): Promise<CellOutcome> {
  let finding: ChainFinding = { kind: 'unproven', reason: 'not asked' };
  facilitator.mode = 'ok';
  await facilitator.listen();
  const client = new CellClient(facilitator);
  const evidence = cell.state === 'released' ? { evidence: { find: () => Promise.resolve(finding) } } : {};
  const harness = await GateHarness.create(subject, { facilitator: client, ...evidence });
  const payment = harness.sign(cell.identifier ? { identifier: 'pay_0123456789abcdef' } : {});

  const before = await bring(harness, payment, cell.state, facilitator, (found) => (finding = found));
  const answers: string[] = isAnswer(before) ? [before.body] : [];
  facilitator.mode = cell.mode;
  client.hastyCall = ['verify', 'settle'].find((call) => cell.mode.startsWith(`${call}: no answer`));
  const met: string[] = [];
  for (let retry = 0; retry <= RETRIES_MAX; retry++) {
    const seen = await harness.call({ payment });
    met.push(isAnswer(seen) ? 'answer' : seen);
    if (isAnswer(seen)) answers.push(seen.body);
    facilitator.mode = 'ok';
    client.hastyCall = undefined;
    await facilitator.listen();
    if (isAnswer(seen) || !RETRY_SAME.has(seen)) break;
  }
  // The call of an earlier boot still hangs.
  facilitator.hangUp();
  await client.close();
  return { ...cell, met, faults: faultsOf(cell, met, answers, facilitator.transfers.get(payment.nonce) ?? 0) };
}

/** The real HTTP client, impatient only where no answer will come. */
class CellClient implements Facilitator {
  /** The call whose answer is not waited for. */
  hastyCall: string | undefined;
  private readonly patient: HttpFacilitator;
  private readonly hasty: HttpFacilitator;

  constructor({ url }: FaultyFacilitator) {
    this.patient = new HttpFacilitator({ url });
    this.hasty = new HttpFacilitator({ url, verifyTimeoutMs: HASTY_MS, settleTimeoutMs: HASTY_MS });
  }

  get name() {
    return this.patient.name;
  }

  get evidence(): Facilitator['evidence'] {
    return this.patient.evidence;
  }

  verify(request: Parameters<Facilitator['verify']>[0]) {
    return this.clientOf('verify').verify(request);
  }

  settle(...[request, timeoutMs]: Parameters<Facilitator['settle']>) {
    return this.clientOf('settle').settle(request, timeoutMs);
  }

  health() {
    return this.patient.health();
  }

  async close(): Promise<void> {
    await Promise.all([this.patient.close(), this.hasty.close()]);
  }

  private clientOf(call: string): HttpFacilitator {
    return call === this.hastyCall ? this.hasty : this.patient;
  }
}

/** Puts the ledger into the state by what really leads there, then restarts. */
async function bring(
  harness: GateHarness,
  payment: TestPayment,
  state: DurableState,
  facilitator: FaultyFacilitator,
  conclude: (finding: ChainFinding) => void,
): Promise<CallOutcome> {
  if (state === 'nothing') return 'internal';
  if (state === 'settling, by an earlier boot') {
    facilitator.mode = 'settle: no answer';
    const settlesBefore = facilitator.settleCalls;
    void harness.call({ payment }).catch(() => undefined);
    // The boot ends while its settle call hangs: the row is written and the call is there, its outcome never is.
    await until(async () => facilitator.settleCalls > settlesBefore && (await harness.ledger.open(1)).length === 1);
    await harness.boot();
    return 'internal';
  }
  facilitator.mode =
    state === 'unknown' || state === 'released'
      ? 'settle: cut before work'
      : state === 'refused'
        ? 'settle: refused'
        : 'ok';
  const seen = await harness.call({ payment, delivered: state === 'settled and delivered' });
  // For five minutes a delivered answer is given again.
  if (state === 'settled and delivered') harness.clock.advance(300_000);
  if (state === 'released') {
    conclude({ kind: 'never', reason: 'its window closed and it was not used' });
    await harness.reconciler.runOnce();
  }
  await harness.boot();
  return seen;
}

/** The invariants of a cell (reliability: at most one charge, paid means answerable, definite errors are free). */
function faultsOf(cell: Cell, met: readonly string[], answers: readonly string[], transfers: number): string[] {
  const last = met.at(-1)!;
  const faults: string[] = [];
  if (transfers > 1) faults.push(`charged ${transfers} times`);
  if (answers.length > 0 && transfers === 0) faults.push('answered without payment');
  if (new Set(answers).size > 1) faults.push('two different answers under one payment');
  if (transfers > 0 && answers.length === 0) faults.push(`paid, and never answered (${last})`);
  if (RETRY_SAME.has(last)) faults.push(`no end: ${last}`);
  if (met.includes('internal')) faults.push('an unexpected error');
  if (cell.identifier && cell.state.startsWith('settled') && last !== 'answer')
    faults.push('the identifier did not bring the answer back');
  return faults;
}

function isAnswer(seen: CallOutcome): seen is Exclude<CallOutcome, string> {
  return typeof seen !== 'string';
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 6_000; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the state was not reached');
}
