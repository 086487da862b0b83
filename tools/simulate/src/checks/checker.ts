import type { FacilitatorRequest } from '@stackcheck/payment-x402/facilitator';
import { errorRow, type ErrorCode } from '@stackcheck/contract';
import type { Reply } from '../core/connection';
import type { Life } from '../core/life';
import type { Trail } from '../core/trail';
import { answerOf, fingerprintOf, type SimRequest } from '../actors/server';
import { wantsNewPayment } from '../actors/book-client';
import type { SimPayment } from '../model/payments';
import type { InvariantName, Violation } from './invariants';
import { identifierOf, isForged } from './request-header';
import { rowOf, signedNonce, type CheckedRow, type LedgerRows } from './ledger-rows';
import { storyBegun, type PaymentStory } from './payment-story';

/** Far more than windows, retries and a reconciler every five seconds can make. */
const SETTLE_CALLS_MAX = 80;
const ANSWER_MS_MAX = 25_000;

/** The reference model of a schedule: small, and fed only with what the outside can see. */
export class Checker {
  readonly violations: Violation[] = [];
  readonly stories = new Map<string, PaymentStory>();
  /** How often the loss of a row's settlement was reported, by its id. */
  readonly lossReports = new Map<number, number>();
  private readonly secrets: string[] = [];
  /** Rows whose settlement some node could not store, which answered with it all the same. */
  private readonly unstored = new Set<number>();
  private only: InvariantName | undefined;
  /** Refused payments per client, as answered and as counted. */
  private readonly refusedOf = new Map<string, number>();
  private readonly countedOf = new Map<string, number>();

  constructor(
    private readonly parts: {
      readonly nowMs: () => number;
      readonly trail: Trail;
      readonly rows: () => LedgerRows;
      readonly isOpen: () => boolean;
      readonly blocked: string;
      readonly hasEvidence: boolean;
      /** How many nodes over one PostgreSQL; 0 = processes over one file. */
      readonly nodes: number;
      /** Whether a process slept since it made sure that it may settle a payment. */
      readonly isExcused: (life: Life, nonce: string) => boolean;
      readonly onSettle: (life: Life) => void;
      /** How long after a delivery an answer is given again. */
      readonly givenAgainMs: number;
    },
  ) {}

  fail(invariant: InvariantName, text: string): void {
    const atMs = this.parts.nowMs();
    // One broken invariant often breaks others; the first violation of each is enough.
    if (this.violations.some((known) => known.invariant === invariant)) return;
    if (this.only && invariant !== this.only) return;
    this.violations.push({ invariant, atMs, text });
    this.parts.trail.note(() => `VIOLATION of ${invariant}: ${text}`);
  }

  lossReported(id: number): void {
    this.lossReports.set(id, (this.lossReports.get(id) ?? 0) + 1);
  }

  couldNotStore(id: number): void {
    this.unstored.add(id);
  }

  /** Others cannot be kept any more: the ledger lost what it had acknowledged. */
  lookOnlyAt(invariant: InvariantName): void {
    this.only = invariant;
  }

  storyOf(payment: SimPayment): PaymentStory {
    let story = this.stories.get(payment.fields.nonce);
    if (!story) {
      story = storyBegun(payment);
      this.stories.set(payment.fields.nonce, story);
    }
    return story;
  }

  /** I7, I8, I14, I15: the moment at which bytes of a settle call leave. */
  settleLeaves(request: FacilitatorRequest, life: Life): PaymentStory | undefined {
    const { payer, nonce } = request.expected;
    const name = nonce.slice(-6);
    if (payer === this.parts.blocked) this.fail('I14', `settle of a blocked payer, nonce ${name}`);
    const { nodes, isExcused, onSettle } = this.parts;
    onSettle(life);
    const row = rowOf(this.parts.rows(), payer, nonce);
    // A proof counts from any node, also while another one is about to settle again; and one that slept knows nothing of it.
    const isProven = row?.state === 'settled' || row?.state === 'released';
    const mayBeClosed = nodes > 0 && (isProven || isExcused(life, nonce));
    if (!row) this.fail('I7', `settle of nonce ${name} without an intent`);
    else if (row.state !== 'settling' && row.state !== 'unknown') {
      if (!mayBeClosed) this.fail('I7', `settle of nonce ${name}, whose row is ${row.state}`);
    } else if (row.payload !== JSON.stringify(request.paymentPayload))
      this.fail('I7', `settle of nonce ${name} with another payload than the intent's`);
    const story = this.stories.get(nonce);
    if (!story) {
      this.fail('I15', `settle of nonce ${name}, which no request presented`);
      return undefined;
    }
    if (!story.hasComputedAnswer) this.fail('I15', `settle of nonce ${name}, for which no answer was computed`);
    story.wasSent = true;
    story.settleCalls++;
    story.inFlight.push(life);
    if (story.inFlight.filter((one) => !isExcused(one, nonce)).length > 1)
      this.fail('I8', `two settle calls of nonce ${name} in flight`);
    if (story.settleCalls > SETTLE_CALLS_MAX * Math.max(1, nodes))
      this.fail('I8', `${story.settleCalls} settle calls of nonce ${name}`);
    return story;
  }

  settleReturned(story: PaymentStory, life: Life): void {
    story.inFlight.splice(story.inFlight.indexOf(life), 1);
  }

  /** What the dead had under way is under way no more. */
  ended(life: Life): void {
    for (const { inFlight } of this.stories.values())
      for (let at = inFlight.indexOf(life); at >= 0; at = inFlight.indexOf(life)) inFlight.splice(at, 1);
  }

  verifyLeaves(request: FacilitatorRequest): void {
    if (request.expected.payer === this.parts.blocked) this.fail('I14', 'verify of a blocked payer');
  }

  /** A boot must find every intent for which a call had left (I7 over a power cut). */
  booted(): void {
    const rows = this.parts.rows();
    for (const story of this.stories.values()) {
      const { from, nonce } = story.payment.fields;
      if (!story.wasSent && !story.answer) continue;
      const row = rowOf(rows, from, nonce);
      if (!row) this.fail('I7', `the intent of nonce ${nonce.slice(-6)} was not durable, and its settle call had left`);
    }
  }

  presented(request: SimRequest): void {
    if (request.payment) this.storyOf(request.payment).presented++;
  }

  computed(request: SimRequest): void {
    if (request.payment) this.storyOf(request.payment).hasComputedAnswer = true;
  }

  /**
   * A process records a delivery in its ledger.
   * @returns to be called when it could not be written
   */
  delivered(row: CheckedRow, life: Life): () => void {
    const story = row.identifier === null ? this.stories.get(signedNonce(row)) : undefined;
    // Of two nodes that say so, the one whose statement arrives first is believed.
    if (story && (!story.deliveredBy || this.parts.nodes > 0))
      story.deliveredBy = { life: story.deliveredBy?.life ?? life, atMs: this.parts.nowMs() };
    return () => {
      if (story?.deliveredBy?.life === life) story.deliveredBy = null;
    };
  }

  finished(request: SimRequest): void {
    if (request.payment) this.storyOf(request.payment).wasFinished = true;
  }

  /** Whether the very request that a settle call was made for still waits for its answer. */
  private isRedeliverable({ wasSent, answer, payment }: PaymentStory, request: SimRequest): boolean {
    if (!wasSent || answer || request.isStolen) return false;
    const row = rowOf(this.parts.rows(), payment.fields.from, payment.fields.nonce);
    return row?.request_hash === fingerprintOf(request);
  }

  /** A payment that was refused may have lost its identifier to the next one; any identifier counts for it from then on. */
  private hasLostIdentifier(payment: SimPayment, request: SimRequest): boolean {
    if (identifierOf(request.header) === null || !this.parts.isOpen()) return false;
    const row = rowOf(this.parts.rows(), payment.fields.from, payment.fields.nonce);
    return row !== undefined && row.refusal_code !== null && row.identifier === null;
  }

  /** I22, for a request without the identifier that the payment bears. */
  private isGivenToHolder(payment: SimPayment, request: SimRequest): boolean {
    // An answer may leave in the moment in which the last process ends; then there is no ledger to look into.
    if (!isForged(request.header) || !this.parts.isOpen()) return true;
    const row = rowOf(this.parts.rows(), payment.fields.from, payment.fields.nonce);
    if (!row) return true;
    return row.identifier !== null && row.identifier === identifierOf(request.header);
  }

  /** I17: what is counted against a client must be answered with a 402 at once, or was refused by a lost process. */
  counted(client: string): void {
    this.countedOf.set(client, (this.countedOf.get(client) ?? 0) + 1);
  }

  /** I4, I9, I13, I14, I19, I21, I22 at the moment an answer leaves. */
  answered(request: SimRequest, reply: Reply, tookMs: number, life: Life): void {
    const hasSlept = life.awokeMs >= this.parts.nowMs() - tookMs;
    if (tookMs > ANSWER_MS_MAX && !hasSlept) this.fail('I19', `a request took ${Math.round(tookMs)} ms`);
    if (reply.kind === 'error') this.refused(request.client, reply.code);
    const { payment } = request;
    if (!payment) {
      if (reply.kind === 'paid') this.fail('I3', 'an answer without a payment');
      return;
    }
    const story = this.storyOf(payment);
    const name = payment.fields.nonce.slice(-6);
    if (reply.kind === 'error') {
      if (reply.isOfSale && this.isHeldUnsold(payment, reply, life))
        this.fail('I4', `nonce ${name} is called not charged (${reply.code}), and its row waits to be settled`);
      if (isCalledFree(reply)) story.calledFreeBy = reply.code;
      if (reply.code === 'bad_request') story.left++;
      if (reply.code === 'settlement_unknown') story.wasUnknown = true;
      // Its client sent it again all the same and got `settlement_unknown`: without a chain to ask, that answer is final.
      if (reply.code === 'settlement_unknown' && !this.parts.hasEvidence) story.calledFreeBy = null;
      if (reply.code === 'payment_replayed' && this.isRedeliverable(story, request)) story.wasDisowned = true;
      return;
    }
    if (reply.kind !== 'paid') return;
    story.calledFreeBy = null;
    if (payment.fields.from === this.parts.blocked) this.fail('I14', `an answer to a blocked payer`);
    const first = (story.answer ??= { body: reply.body, paymentResponse: reply.paymentResponse });
    const { deliveredBy } = story;
    const isTooLate = deliveredBy !== null && deliveredBy.atMs + this.parts.givenAgainMs < this.parts.nowMs() - tookMs;
    if (isTooLate && deliveredBy.life === life && !this.hasLostIdentifier(payment, request))
      this.fail('I21', `the answer to nonce ${name} is given again`);
    if (!this.isGivenToHolder(payment, request))
      this.fail('I22', `the answer to nonce ${name} is given for a signature that nobody made`);
    if (first.body !== reply.body) this.fail('I9', `two bodies for nonce ${name}`);
    if (!this.isStandingReceipt(payment, reply.paymentResponse))
      this.fail('I9', `the answer to nonce ${name} carries another PAYMENT-RESPONSE than its settled row`);
    if (!this.isSameReceipt(first.paymentResponse, reply.paymentResponse))
      this.fail('I9', `two PAYMENT-RESPONSEs for nonce ${name}`);
    const { product, snapshot } = JSON.parse(reply.body) as { product: number; snapshot: number };
    if (product !== request.product)
      this.fail('I9', `nonce ${name} bought ${product} and got asked ${request.product}`);
    if (Buffer.from(answerOf(product, snapshot).body).toString('utf8') !== reply.body)
      this.fail('I13', `the answer to nonce ${name} mixes snapshots`);
  }

  /** I4: whether a sale ended in an error that says that nothing is charged, and the reconciler will settle it all the same. */
  private isHeldUnsold(payment: SimPayment, reply: Extract<Reply, { kind: 'error' }>, life: Life): boolean {
    // To one who left nobody says anything, and what he heard before, that nobody knows, stands.
    const hasLeft = reply.code === 'bad_request' && !this.storyOf(payment).wasUnknown;
    const isUnsold = isCalledFree(reply) || reply.code === 'paused' || hasLeft;
    if (!isUnsold || !this.parts.isOpen()) return false;
    const { fields } = payment;
    const row = rowOf(this.parts.rows(), fields.from, fields.nonce);
    return row?.state === 'settling' && row.boot_id === life.bootId;
  }

  /** I9: of two nodes that settled one payment, only the first one's proof stands, and is answered by both. */
  private isStandingReceipt({ fields }: SimPayment, paymentResponse: string): boolean {
    if (!this.parts.isOpen()) return true;
    const row = rowOf(this.parts.rows(), fields.from, fields.nonce);
    if (row?.state !== 'settled' || row.payment_response === paymentResponse) return true;
    // Who could not store his own does not know of another one.
    return this.unstored.has(row.id) && this.isSameReceipt(row.payment_response!, paymentResponse);
  }

  /** Without a chain to ask, the transaction of a settlement that could not be recorded is not known a second time. */
  private isSameReceipt(left: string, right: string): boolean {
    if (left === right) return true;
    if (this.parts.hasEvidence) return false;
    const [one, other] = [left, right].map((text) => ({
      ...(JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Readonly<Record<string, unknown>>),
      transaction: '',
    }));
    return JSON.stringify(one) === JSON.stringify(other);
  }

  private refused(client: string, code: ErrorCode): void {
    const isRefusal = errorRow(code).http === 402 && code !== 'payment_required';
    if (isRefusal) this.refusedOf.set(client, (this.refusedOf.get(client) ?? 0) + 1);
    const counted = this.countedOf.get(client) ?? 0;
    if (counted > (this.refusedOf.get(client) ?? 0))
      this.fail('I17', `${client} is counted for ${code}, which is no refused payment`);
  }

  logged(line: string): void {
    if (/0x[0-9a-f]{130}/i.test(line)) this.secrets.push(line);
  }

  get loggedSecrets(): readonly string[] {
    return this.secrets;
  }
}

/** Errors after which a client may believe that this payment will never be charged. */
function isCalledFree({ code }: Extract<Reply, { kind: 'error' }>): boolean {
  if (code === 'payment_replayed') return false;
  return wantsNewPayment(code) || code === 'unknown_id' || code === 'payer_blocked';
}
