import { AsyncLocalStorage } from 'node:async_hooks';
import { LocalLocks, type PaymentGate } from '@stackcheck/payment-x402';
import type { AdmittedPayment, GateDeps } from '@stackcheck/payment-x402/gate';
import type { PaymentKey } from '@stackcheck/payment-x402/ledger';
import { readPayment, type Payment, type PresentedPayment } from '@stackcheck/payment-x402/read';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import { errorRow } from '@stackcheck/contract';
import { answerOf } from '../actors/server';
import type { Mutant } from '../run/mutant';
import { TERMS } from '../model/terms';

type Admission = AdmittedPayment | PaidAnswer | GateRefusal;

/** A gate that does something before the real one. */
const before =
  (
    step: (
      payment: Payment,
      presented: PresentedPayment,
      deps: GateDeps,
    ) => Promise<Admission | null> | Admission | null,
  ) =>
  (gate: PaymentGate, deps: GateDeps): PaymentGate => ({
    ...gate,
    async admit(presented) {
      const read = readPayment(presented, TERMS);
      return (read.ok && (await step(read.value, presented, deps))) || gate.admit(presented);
    },
  });

/** A gate that does something with every outcome of the real one. */
const afterwards =
  (
    step: (outcome: PaidAnswer | GateRefusal, presented: PresentedPayment, deps: GateDeps) => PaidAnswer | GateRefusal,
  ) =>
  (gate: PaymentGate, deps: GateDeps): PaymentGate => ({
    ...gate,
    async admit(presented) {
      const admission = await gate.admit(presented);
      if (admission.kind !== 'admitted') return step(admission, presented, deps);
      return { ...admission, settle: async (answer) => step(await admission.settle(answer), presented, deps) };
    },
  });

/** Wrong orders and omissions in the gate. */
export const GATE_MUTANTS: readonly Mutant[] = [
  {
    name: 'window-before-ledger',
    bug: 'The clock is asked before the ledger, so that a held payment is called expired.',
    breaks: ['I1', 'I4', 'I2'],
    gate: before(({ authorization }, _presented, { clock }) =>
      Number(authorization.validBefore) < clock.now() / 1_000 + 5 ? { kind: 'refused', code: 'payment_expired' } : null,
    ),
  },
  {
    name: 'identifier-is-enough',
    bug: 'A known identifier gets the stored answer, no matter which payment comes with it.',
    breaks: ['I3', 'I9', 'I13'],
    gate: before(async ({ identifier }, _presented, { ledger }) => {
      if (identifier === null) return null;
      const record = await ledger.findByIdentifier(identifier).catch(() => undefined);
      if (!record?.settlement) return null;
      const { id, answer, settlement, x402Version } = record;
      const { paymentResponse } = settlement;
      const delivered = async () => undefined;
      return { kind: 'paid', id, answer, paymentResponse, x402Version, replayed: true, delivered };
    }),
  },
  {
    name: 'copies-are-answered',
    bug: 'The signed fields alone get the stored answer, whatever signature comes with them.',
    breaks: ['I22'],
    deps: (deps) => ({
      ...deps,
      ledger: new Proxy(deps.ledger, {
        get(target, name) {
          if (name !== 'find') return Reflect.get(target, name) as unknown;
          return async (key: PaymentKey) => {
            const record = await target.find(key);
            return record && { ...record, signatureHash: null };
          };
        },
      }),
    }),
  },
  {
    name: 'no-single-flight',
    bug: 'Nothing keeps two requests from working on one payment.',
    breaks: ['I8', 'I9', 'ledger'],
    deps: (deps) => {
      const locks = new LocalLocks();
      locks.begin = () => ({ kind: 'begun', lock: { release: () => undefined } });
      return { ...deps, locks };
    },
  },
  {
    name: 'delivered-at-write',
    bug: 'An answer counts as delivered when it is begun to be sent.',
    breaks: ['I2', 'I1'],
    habits: { deliveredAtWrite: true },
  },
  {
    name: 'answer-after-settle',
    bug: 'The answer is computed after the settlement, when it may turn out that there is none.',
    breaks: ['I15', 'I4'],
    habits: { answerAfterSettle: true },
  },
  {
    name: 'price-from-the-client',
    bug: "The price is taken from the client's copy of the offer.",
    breaks: ['I3'],
    gate: (gate) => ({
      ...gate,
      admit(presented) {
        const read = readPayment(presented, TERMS);
        const claimed = read.ok ? read.value.named.amount : null;
        const route = claimed === null ? presented.route : { ...presented.route, price: claimed };
        return gate.admit({ ...presented, route });
      },
    }),
  },
  {
    name: 'spelling-is-another-payment',
    bug: 'Addresses are compared as spelled, so that capitals make another payment.',
    breaks: ['I7', 'I8', 'I11'],
    ...keyedAlsoBy(({ payload }) => {
      const { from } = (payload as { payload: { authorization: { from: string } } }).payload.authorization;
      return from === from.toLowerCase() || /[a-f]/.test(from.slice(2)) ? '' : 'capitals';
    }),
  },
  {
    name: 'signature-is-another-payment',
    bug: 'Another signature over the same fields (a high s) makes another payment.',
    breaks: ['I7', 'I8', 'I11'],
    ...keyedAlsoBy(({ signature }) => signature.slice(0, 10)),
  },
  {
    name: 'holds-are-counted',
    bug: 'An answer with Retry-After counts as a refused payment.',
    breaks: ['I17'],
    gate: afterwards((outcome, { client }, { refusals }) => {
      if (outcome.kind === 'refused' && errorRow(outcome.code).http !== 402) refusals.count(client, null);
      return outcome;
    }),
  },
  {
    name: 'payer-is-always-counted',
    bug: 'Every refusal is counted against the payer that the payment names.',
    breaks: ['I17'],
    gate: afterwards((outcome, presented, { refusals }) => {
      const read = readPayment(presented, TERMS);
      if (outcome.kind === 'refused' && errorRow(outcome.code).http === 402 && read.ok)
        refusals.count(presented.client, { address: read.value.key.payer, paymentHash: read.value.hash });
      return outcome;
    }),
  },
  {
    name: 'replay-is-computed-again',
    bug: 'A retry gets a new answer, computed from what is served by then.',
    breaks: ['I9'],
    gate: afterwards((outcome) => {
      if (outcome.kind !== 'paid' || !outcome.replayed) return outcome;
      const { product, snapshot } = JSON.parse(Buffer.from(outcome.answer.body).toString('utf8')) as AnswerBody;
      return { ...outcome, answer: answerOf(product, snapshot + 1) };
    }),
  },
  {
    name: 'nobody-is-screened',
    bug: 'The block list is not asked.',
    breaks: ['I14'],
    deps: (deps) => ({ ...deps, screening: { isBlocked: () => false } }),
  },
  {
    name: 'payload-is-logged',
    bug: 'A failed settlement is logged with its payload.',
    breaks: ['I16'],
    gate: afterwards((outcome, presented, { log }) => {
      const header = presented.paymentSignature[0];
      const reason = header === undefined ? '' : Buffer.from(header, 'base64').toString('utf8');
      if (outcome.kind === 'refused') log?.({ level: 'warn', event: 'payment_refused', reason });
      return outcome;
    }),
  },
];

interface AnswerBody {
  readonly product: number;
  readonly snapshot: number;
}

/** A payment's key in ledger and locks also depends on something that does not belong to its identity. */
function keyedAlsoBy(part: (payment: Payment) => string): Pick<Mutant, 'deps' | 'gate'> {
  const asked = new AsyncLocalStorage<string>();
  const spoilt = (key: PaymentKey): PaymentKey => {
    const text = asked.getStore();
    if (!text) return key;
    const other = Buffer.from(text).toString('hex').slice(0, 8).padEnd(8, '0');
    return { ...key, payer: `0x${other}${key.payer.slice(10)}` };
  };
  return {
    deps: (deps) => {
      const locks = new LocalLocks();
      const begin = locks.begin.bind(locks);
      locks.begin = (name) => begin({ ...name, key: spoilt(name.key) });
      const ledger = new Proxy(deps.ledger, {
        get(target, name) {
          if (name === 'find') return (key: PaymentKey) => target.find(spoilt(key));
          if (name === 'claim')
            return (intent: Parameters<typeof target.claim>[0], nowMs: number) =>
              target.claim({ ...intent, key: spoilt(intent.key) }, nowMs);
          return Reflect.get(target, name) as unknown;
        },
      });
      return { ...deps, locks, ledger };
    },
    gate: (gate) => ({
      ...gate,
      async admit(presented) {
        const read = readPayment(presented, TERMS);
        const text = read.ok ? part(read.value) : '';
        const admission = await asked.run(text, () => gate.admit(presented));
        if (admission.kind !== 'admitted') return admission;
        return { ...admission, settle: (answer) => asked.run(text, () => admission.settle(answer)) };
      },
    }),
  };
}
