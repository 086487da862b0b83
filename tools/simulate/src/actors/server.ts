import { createHash } from 'node:crypto';
import { errorRow, type ErrorCode } from '@stackcheck/contract';
import type { PaymentGate, StoredAnswer } from '@stackcheck/payment-x402';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { Connection, Reply } from '../core/connection';
import type { Host } from '../core/host';
import type { Life } from '../core/life';
import type { Random } from '../core/random';
import type { SimPayment } from '../model/payments';
import { ROUTE, resourceOf } from '../model/terms';

/** One HTTP request for a paid route. */
export interface SimRequest {
  readonly payment: SimPayment | null;
  readonly header: string;
  readonly version: 1 | 2;
  readonly product: number;
  /** Stands for query and body: another variant is another request for the same resource. */
  readonly variant: string;
  readonly client: string;
  /** The payment is somebody else's. */
  readonly isStolen?: boolean;
}

/** What is served at the moment. */
export interface ServedData {
  /** Changes with every hot reload. */
  snapshot: number;
  hold: 'paused' | 'stale_data' | 'dataset_unavailable' | null;
}

/** Where a planted bug may differ from the real order of work. */
export interface ServerHabits {
  readonly deliveredAtWrite?: boolean;
  readonly answerAfterSettle?: boolean;
}

/** Called at each step of the server that a check needs. */
export interface ServerWitness {
  presented(request: SimRequest): void;
  /** A whole answer exists, before anything is settled. */
  computed(request: SimRequest): void;
  answered(request: SimRequest, reply: Reply, tookMs: number): void;
  /** The last byte of a paid answer is with the kernel. */
  finished(request: SimRequest): void;
  unexpected(error: unknown): void;
}

/** Every eighth product is missing from a snapshot, another one each time. */
export function isKnown(product: number, snapshot: number): boolean {
  return (product * 3 + snapshot) % 8 !== 0;
}

/** The answer to a product out of one snapshot; its digest makes a mixture show. */
export function answerOf(product: number, snapshot: number): StoredAnswer {
  const digest = createHash('sha256').update(`${product} of ${snapshot}`).digest('hex').slice(0, 16);
  return {
    status: 200,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify({ product, snapshot, digest })),
    snapshotIds: [`eol-${snapshot}`],
  };
}

/**
 * The HTTP side of a sale in the order of `apps/api/src/http/dispatch.ts`: readiness and snapshot, the gate, the input and the
 * whole answer, settlement, one write, and "delivered" when the write has finished.
 */
export class SimServer {
  constructor(
    private readonly parts: {
      readonly host: Host;
      readonly life: Life;
      readonly gate: PaymentGate;
      readonly random: Random;
      readonly nowMs: () => number;
      readonly data: ServedData;
      readonly witness: ServerWitness;
      readonly habits: ServerHabits;
      readonly slowReaders: boolean;
    },
  ) {}

  /** Requests under way. */
  serving = 0;

  get life(): Life {
    return this.parts.life;
  }

  async serve(request: SimRequest, connection: Connection): Promise<void> {
    const { witness, nowMs } = this.parts;
    const startedMs = nowMs();
    this.serving++;
    const conclude = (reply: Reply): void => witness.answered(request, reply, nowMs() - startedMs);
    try {
      const { outcome, isOfSale } = await this.sell(request, connection);
      if (outcome.kind === 'paid') await this.send(request, outcome, connection, conclude);
      else sendError(outcome, connection, conclude, isOfSale);
    } catch (error) {
      witness.unexpected(error);
      sendError({ kind: 'refused', code: 'internal' }, connection, conclude);
    } finally {
      this.serving--;
    }
  }

  private async sell(request: SimRequest, connection: Connection): Promise<Sold> {
    const { gate, data, habits, host, life, random, witness } = this.parts;
    if (data.hold !== null) return early({ kind: 'refused', code: data.hold });
    if (request.header === '') return early({ kind: 'refused', code: 'payment_required' });
    const { snapshot } = data;
    witness.presented(request);
    const fingerprint = fingerprintOf(request);
    const admission = await gate.admit({
      route: ROUTE,
      resourceUrl: resourceOf(request.product),
      paymentSignature: request.version === 2 ? [request.header] : [],
      xPayment: request.version === 1 ? [request.header] : [],
      client: request.client,
      isGone: () => !connection.isOpen,
      fingerprint: () => host.call(life, 'read body', { beforeMs: 0, afterMs: 0, work: () => fingerprint }),
    });
    if (admission.kind !== 'admitted') return early(admission);

    const isSlow = random.chance(0.05);
    if (isSlow) await host.call(life, 'compute', { beforeMs: random.between(50, 4_000), afterMs: 0, work: () => null });
    const known = isKnown(request.product, snapshot);
    if (!known && !habits.answerAfterSettle) {
      admission.release();
      return early({ kind: 'refused', code: 'unknown_id' });
    }
    if (known) witness.computed(request);
    const outcome = await admission.settle(answerOf(request.product, snapshot));
    if (!known && outcome.kind === 'paid') return { outcome: { kind: 'refused', code: 'unknown_id' }, isOfSale: true };
    return { outcome, isOfSale: true };
  }

  private async send(
    request: SimRequest,
    paid: PaidAnswer,
    connection: Connection,
    conclude: (reply: Reply) => void,
  ): Promise<void> {
    const { host, life, random, habits, slowReaders, witness } = this.parts;
    const reply: Reply = {
      kind: 'paid',
      body: Buffer.from(paid.answer.body).toString('utf8'),
      paymentResponse: paid.paymentResponse,
      replayed: paid.replayed,
    };
    conclude(reply);
    if (habits.deliveredAtWrite) await paid.delivered();
    const readingMs = slowReaders && random.chance(0.2) ? random.between(100, 6_000) : random.between(0, 3);
    const finished = await host.call(life, 'write answer', {
      beforeMs: readingMs,
      afterMs: 0,
      work: () => {
        if (!connection.isOpen) return false;
        connection.handOver(reply);
        witness.finished(request);
        return true;
      },
    });
    if (finished) await paid.delivered();
  }
}

/** What came of a request, and whether an answer was computed for it. */
interface Sold {
  readonly outcome: PaidAnswer | GateRefusal;
  readonly isOfSale: boolean;
}

const early = (outcome: PaidAnswer | GateRefusal): Sold => ({ outcome, isOfSale: false });

function sendError(
  refusal: GateRefusal,
  connection: Connection,
  conclude: (reply: Reply) => void,
  isOfSale = false,
): void {
  const reply: Reply = {
    kind: 'error',
    code: refusal.code,
    isOfSale,
    retryAfterSeconds: refusal.retryAfterSeconds ?? retryAfterOf(refusal.code),
  };
  conclude(reply);
  connection.handOver(reply);
}

/** What makes two requests the same one. */
export function fingerprintOf({ product, variant }: SimRequest): string {
  return createHash('sha256').update(`GET ${ROUTE.id} ${product} ${variant}`).digest('hex');
}

function retryAfterOf(code: ErrorCode): number {
  return errorRow(code).retryAfterSeconds ?? 0;
}
