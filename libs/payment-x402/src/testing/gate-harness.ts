import { FixedClock } from '@stackcheck/contract/testing';
import type { ErrorCode } from '@stackcheck/contract';
import { LocalLocks } from '../in-flight/local-locks';
import { createPaymentGate, type GateDeps } from '../gate/gate';
import type { GateEvent } from '../settle/gate-log';
import type { AdmittedPayment, PaymentGate } from '../gate/payment-gate';
import type { GateRefusal, PaidAnswer } from '../settle/outcome';
import type { PricedRoute } from '../terms/priced-route';
import type { PaymentLedger, StoredAnswer } from '../ledger/ledger';
import { createReconciler, type Reconciler } from '../reconcile/reconcile';
import { createRefusalLimit } from '../refusals/refusals';
import { FakeFacilitator } from './fake-facilitator';
import type { LedgerSubject } from './payment-ledger.contract';
import { SAMPLE_ROUTE, SAMPLE_TERMS } from './sample-terms';
import { signTestPayment, type TestPayment, type TestPaymentOptions } from './sign-test-payment';

/** How a request is put to the gate. */
export interface Call {
  readonly payment: TestPayment | string;
  readonly x402Version?: 1 | 2;
  readonly route?: PricedRoute;
  readonly resourceUrl?: string;
  readonly fingerprint?: string;
  readonly client?: string;
  /** Whether the answer reaches the client; true unless stated otherwise. */
  readonly delivered?: boolean;
}

/** What a client sees of one call. */
export type CallOutcome =
  { readonly body: string; readonly paymentResponse: string; readonly replayed: boolean } | ErrorCode;

/** The resource that a call asks for unless stated otherwise. */
export const SAMPLE_RESOURCE = 'https://api.example.com/v1/eol/nodejs';

/** The identifier of payments that have one. */
export const SAMPLE_IDENTIFIER = 'pay_0123456789abcdef';

/** The code of each refusal, and 200 for an answer. */
export function codesOf(seen: readonly CallOutcome[]): readonly (ErrorCode | 200)[] {
  return seen.map((one) => (typeof one === 'string' ? one : 200));
}

/** A gate with everything around it faked but the ledger, and with boots that can be crashed. */
export class GateHarness {
  readonly clock = new FixedClock();
  readonly facilitator = new FakeFacilitator();
  readonly events: GateEvent[] = [];
  ledger!: PaymentLedger;
  gate!: PaymentGate;
  locks!: LocalLocks;
  reconciler!: Reconciler;
  private boots = 0;
  private answers = 0;

  private constructor(
    private readonly subject: LedgerSubject,
    private readonly change: Partial<GateDeps>,
    private readonly wrap: (ledger: PaymentLedger) => PaymentLedger,
  ) {}

  /** @param wrap puts faults between gate and ledger, in the first boot only */
  static async create(
    subject: LedgerSubject,
    change: Partial<GateDeps> = {},
    wrap: (ledger: PaymentLedger) => PaymentLedger = (ledger) => ledger,
  ): Promise<GateHarness> {
    const harness = new GateHarness(subject, change, wrap);
    await harness.boot();
    return harness;
  }

  /** Starts again over the same rows: everything in memory is lost. */
  async boot(): Promise<void> {
    const isFirst = this.boots++ === 0;
    const opened = isFirst ? await this.subject.create() : await this.subject.reopen(`boot-${this.boots}`);
    this.ledger = isFirst ? this.wrap(opened) : opened;
    this.locks = new LocalLocks();
    const deps: GateDeps = {
      ledger: this.ledger,
      facilitator: this.facilitator,
      terms: SAMPLE_TERMS,
      clock: this.clock,
      refusals: createRefusalLimit({ clock: this.clock }),
      locks: this.locks,
      log: (event) => this.events.push(event),
      ...this.change,
    };
    this.gate = createPaymentGate(deps);
    this.reconciler = createReconciler(deps);
  }

  sign(change: Partial<TestPaymentOptions> = {}): TestPayment {
    return signTestPayment({
      terms: SAMPLE_TERMS,
      route: SAMPLE_ROUTE,
      resourceUrl: SAMPLE_RESOURCE,
      nowSeconds: Math.floor(this.clock.now() / 1_000),
      ...change,
    });
  }

  admit(call: Call): Promise<AdmittedPayment | PaidAnswer | GateRefusal> {
    const header = typeof call.payment === 'string' ? call.payment : call.payment.header;
    return this.gate.admit({
      route: call.route ?? SAMPLE_ROUTE,
      resourceUrl: call.resourceUrl ?? SAMPLE_RESOURCE,
      paymentSignature: call.x402Version === 1 ? [] : [header],
      xPayment: call.x402Version === 1 ? [header] : [],
      client: call.client ?? '192.0.2.1',
      fingerprint: () => Promise.resolve(call.fingerprint ?? 'f0'.repeat(32)),
    });
  }

  /** One request from header to answer. Every computed answer has a body of its own. */
  async call(call: Call): Promise<CallOutcome> {
    const admission = await this.admit(call);
    const outcome = admission.kind === 'admitted' ? await admission.settle(this.nextAnswer()) : admission;
    if (outcome.kind === 'refused') return outcome.code;
    if (call.delivered !== false) await outcome.delivered();
    const { answer, paymentResponse, replayed } = outcome;
    return { body: Buffer.from(answer.body).toString('utf8'), paymentResponse, replayed };
  }

  nextAnswer(): StoredAnswer {
    return {
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: Buffer.from(`{"answer":${++this.answers}}`),
      snapshotIds: ['eol-20261120T000000Z-abcd1234'],
    };
  }
}

/** A port of which some methods are others. */
export function changed<T extends object>(port: T, change: Partial<T>): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(name in change ? change : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** A ledger of which one method fails, before or after its work is done. */
export function failingLedger(
  ledger: PaymentLedger,
  method:
    'claim' | 'claimAsUnknown' | 'withdraw' | 'settled' | 'refused' | 'released' | 'unknown' | 'delivered' | 'find',
  when: 'before' | 'after',
  times = 1,
): PaymentLedger {
  let left = times;
  return new Proxy(ledger, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        const fails = name === method && left > 0;
        if (fails && when === 'before') {
          left--;
          throw new Error('SQLITE_FULL: database or disk is full');
        }
        const result: unknown = await value.apply(target, args);
        if (fails) {
          left--;
          throw new Error('SQLITE_IOERR: disk I/O error');
        }
        return result;
      };
    },
  });
}
