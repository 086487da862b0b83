import { faultPredicate, shapeFault, type Parsed, type Shape } from './shape';
import { foreignTransferMethod, TRANSFER_PAYLOAD, UINT_PATTERN, type TransferPayload } from './transfer-payload';

/** An x402 v2 PaymentPayload as far as we read it; unknown fields are kept and passed on. */
export interface PaymentPayloadV2 {
  readonly x402Version: 2;
  readonly resource?: { readonly url: string } | null;
  /** The client's copy of the requirement it chose. Not covered by the signature. */
  readonly accepted: {
    readonly scheme: string;
    readonly network: string;
    readonly amount: string;
    readonly asset: string;
    readonly payTo: string;
  };
  readonly payload: TransferPayload;
  readonly extensions?: Readonly<Record<string, unknown>> | null;
}

/** An x402 v1 payment payload as far as we read it. */
export interface PaymentPayloadV1 {
  readonly x402Version: 1;
  readonly scheme: string;
  readonly network: string;
  readonly payload: TransferPayload;
}

const TEXT: Shape = { kind: 'text' };

const PAYMENT_PAYLOAD_V2: Shape = {
  kind: 'object',
  members: {
    x402Version: { kind: 'number', value: 2 },
    resource: { kind: 'object', members: { url: { kind: 'text', pattern: /^[^]/ } } },
    accepted: {
      kind: 'object',
      members: {
        scheme: TEXT,
        network: TEXT,
        amount: { kind: 'text', pattern: UINT_PATTERN },
        asset: TEXT,
        payTo: TEXT,
      },
    },
    payload: TRANSFER_PAYLOAD,
    extensions: { kind: 'object', members: {} },
  },
  optional: ['resource', 'extensions'],
};

const PAYMENT_PAYLOAD_V1: Shape = {
  kind: 'object',
  members: { x402Version: { kind: 'number', value: 1 }, scheme: TEXT, network: TEXT, payload: TRANSFER_PAYLOAD },
};

/** Reads a decoded PAYMENT-SIGNATURE (x402 v2). Never throws. */
export function parsePaymentPayload(value: unknown): Parsed<PaymentPayloadV2> {
  return parsePayment(PAYMENT_PAYLOAD_V2, value, 'PAYMENT-SIGNATURE');
}

/** Reads a decoded X-PAYMENT (x402 v1). Never throws. */
export function parsePaymentPayloadV1(value: unknown): Parsed<PaymentPayloadV1> {
  return parsePayment(PAYMENT_PAYLOAD_V1, value, 'X-PAYMENT');
}

/** The shape's verdict, with a better sentence for transfer methods we do not take. */
function parsePayment<T>(shape: Shape, value: unknown, header: string): Parsed<T> {
  const fault = shapeFault(shape, value);
  if (!fault) return { ok: true, value: value as T };
  const foreign = foreignTransferMethod(payloadOf(value));
  return { ok: false, message: foreign ?? `The ${header} header ${faultPredicate(fault)}` };
}

function payloadOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'payload' in value ? value.payload : undefined;
}
