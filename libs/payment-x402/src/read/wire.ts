import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { foreignTransferMethod, TRANSFER_PAYLOAD_SCHEMA, type TransferPayload } from './transfer-payload';

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

/** A value of a known shape, or one sentence for the caller about what is wrong. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

// Our own schemas need no check against the schema of schemas, which takes ten times as long to compile.
const ajv = new Ajv({ strict: true, strictTypes: false, allErrors: false, meta: false, validateSchema: false });

const isPaymentPayload = ajv.compile<PaymentPayloadV2>({
  type: 'object',
  required: ['x402Version', 'accepted', 'payload'],
  properties: {
    x402Version: { const: 2 },
    resource: {
      type: 'object',
      nullable: true,
      required: ['url'],
      properties: { url: { type: 'string', minLength: 1 } },
    },
    accepted: {
      type: 'object',
      required: ['scheme', 'network', 'amount', 'asset', 'payTo'],
      properties: {
        scheme: { type: 'string' },
        network: { type: 'string' },
        amount: { type: 'string', pattern: '^[0-9]{1,78}$' },
        asset: { type: 'string' },
        payTo: { type: 'string' },
      },
    },
    payload: TRANSFER_PAYLOAD_SCHEMA,
    extensions: { type: 'object', nullable: true },
  },
});

/** Reads a decoded PAYMENT-SIGNATURE (x402 v2). Never throws. */
export function parsePaymentPayload(value: unknown): Parsed<PaymentPayloadV2> {
  return parsePayment(isPaymentPayload, value, 'PAYMENT-SIGNATURE');
}

/** Shared by both versions: the schema's verdict, with a better sentence for transfer methods we do not take. */
export function parsePayment<T>(isValid: ValidateFunction<T>, value: unknown, header: string): Parsed<T> {
  if (isValid(value)) return { ok: true, value };
  const foreign = foreignTransferMethod(payloadOf(value));
  return { ok: false, message: foreign ?? `The ${header} header ${sentence(isValid.errors?.[0])}` };
}

/** Only our own schema's words and places are told; nothing of the value, which holds a signature. */
function sentence(error: ErrorObject | undefined): string {
  if (!error?.instancePath && error?.keyword !== 'required') return 'does not hold a JSON object.';
  const place = error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'required') return `lacks ${[...path(error), error.params['missingProperty']].join('.')}.`;
  if (error.keyword === 'const') return `has another ${place} than the protocol version of that header demands.`;
  return `is malformed at ${place}.`;
}

function path(error: ErrorObject): readonly string[] {
  return error.instancePath.split('/').slice(1);
}

function payloadOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'payload' in value ? value.payload : undefined;
}
