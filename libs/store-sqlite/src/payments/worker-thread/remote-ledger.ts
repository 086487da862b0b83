import type {
  ClaimOutcome,
  FreeOutcome,
  FreePayment,
  Ambiguity,
  PaymentIntent,
  PaymentKey,
  PaymentRecord,
  PaymentState,
  Settlement,
  WithdrawOutcome,
} from '@stackcheck/payment-x402/ledger';
import { fromFaultMessage, type Answer, type AnyLedger, type LedgerMethod, type Question } from './ledger-messages';

interface Asked {
  resolve(value: never): void;
  reject(cause: unknown): void;
}

const NO_BYTES = new Uint8Array();

/** Longest time that a delivery waits for another call to be sent with, in milliseconds. */
const LATER_MS = 20;

/**
 * A ledger that is asked by messages. Each leaves at once, so that the other side works on it while this one goes on; only deliveries,
 * which no answer waits for, travel with the next one.
 */
export class RemoteLedger implements AnyLedger {
  private readonly asked = new Map<number, Asked>();
  private lastNumber = 0;
  private fault: unknown;
  private later: Question[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** @param post hands questions over, in their order; each is answered once through `answered`, unless this throws */
  constructor(
    readonly bootId: string,
    private readonly post: (questions: readonly Question[]) => void,
  ) {}

  /** Calls without an answer so far, deliveries included. */
  get underWay(): number {
    return this.asked.size;
  }

  /** What was answered. */
  answered(answers: readonly Answer[]): void {
    for (const [number, value, fault] of answers) {
      const asked = this.asked.get(number);
      this.asked.delete(number);
      if (fault) asked?.reject(fromFaultMessage(fault));
      else asked?.resolve(value as never);
    }
  }

  /** Nothing may be concluded about what is under way, and nothing can be asked any more. */
  fail(cause: unknown): void {
    this.fault ??= cause;
    const asked = [...this.asked.values()];
    this.asked.clear();
    for (const { reject } of asked) reject(this.fault);
  }

  find(key: PaymentKey): Promise<PaymentRecord | undefined> {
    return this.ask('find', [key]);
  }

  findByIdentifier(identifier: string): Promise<PaymentRecord | undefined> {
    return this.ask('findByIdentifier', [identifier]);
  }

  claim(intent: PaymentIntent, nowMs: number): Promise<ClaimOutcome> {
    return this.ask('claim', [lean(intent), nowMs]);
  }

  claimSettled(intent: PaymentIntent, settlement: Settlement, nowMs: number): Promise<ClaimOutcome> {
    return this.ask('claimSettled', [lean(intent), settlement, nowMs]);
  }

  claimAsUnknown(intent: PaymentIntent, ambiguity: Ambiguity, reason: string, nowMs: number): Promise<ClaimOutcome> {
    return this.ask('claimAsUnknown', [lean(intent), ambiguity, reason, nowMs]);
  }

  withdraw(key: PaymentKey, refusal: { code: string; reason: string }, nowMs: number): Promise<WithdrawOutcome> {
    return this.ask('withdraw', [key, refusal, nowMs]);
  }

  callFree(payment: FreePayment, nowMs: number): Promise<FreeOutcome> {
    return this.ask('callFree', [payment, nowMs]);
  }

  settled(id: number, settlement: Settlement, nowMs: number): Promise<Settlement> {
    return this.ask('settled', [id, settlement, nowMs]);
  }

  refused(id: number, refusal: { code: string; reason: string }, nowMs: number): Promise<void> {
    return this.ask('refused', [id, refusal, nowMs]);
  }

  unknown(id: number, ambiguity: Ambiguity, reason: string, nowMs: number): Promise<void> {
    return this.ask('unknown', [id, ambiguity, reason, nowMs]);
  }

  released(id: number, reason: string, nowMs: number): Promise<void> {
    return this.ask('released', [id, reason, nowMs]);
  }

  delivered(id: number, nowMs: number): Promise<void> {
    return this.ask('delivered', [id, nowMs], true);
  }

  lost(id: number, reason: string, nowMs: number): Promise<boolean> {
    return this.ask('lost', [id, reason, nowMs]);
  }

  open(limit: number, afterId?: number): Promise<readonly PaymentRecord[]> {
    return this.ask('open', [limit, afterId]);
  }

  watched(closedBefore: number, afterId: number, limit: number): Promise<readonly PaymentRecord[]> {
    return this.ask('watched', [closedBefore, afterId, limit]);
  }

  counts(): Promise<Readonly<Record<PaymentState, number>>> {
    return this.ask('counts', []);
  }

  /** Sends what waits for company, now. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { later } = this;
    this.later = [];
    if (later.length > 0 && this.fault === undefined) this.send(later);
  }

  /** What cannot leave is not under way, and keeps nothing else from leaving. */
  private send(questions: readonly Question[]): void {
    try {
      this.post(questions);
    } catch (error) {
      if (questions.length > 1) return questions.forEach((question) => this.send([question]));
      for (const [number] of questions) {
        this.asked.get(number)?.reject(error);
        this.asked.delete(number);
      }
    }
  }

  private ask<T>(method: LedgerMethod, parameters: readonly unknown[], mayWait = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.fault !== undefined) return reject(this.fault);
      const number = ++this.lastNumber;
      this.asked.set(number, { resolve, reject });
      this.later.push([number, method, parameters]);
      if (mayWait) this.timer ??= setTimeout(() => this.flush(), LATER_MS);
      else this.flush();
    });
  }
}

/**
 * An intent as it is sent: with the compressed answer or the plain one, not both. Of bytes that lie in a larger piece of memory
 * all of it would be copied, so that they come out of it first.
 */
function lean(intent: PaymentIntent): PaymentIntent {
  const { answer } = intent;
  const bytes = answer.gzipped ? { body: NO_BYTES, gzipped: alone(answer.gzipped) } : { body: alone(answer.body) };
  return { ...intent, answer: { ...answer, ...bytes } };
}

function alone(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
