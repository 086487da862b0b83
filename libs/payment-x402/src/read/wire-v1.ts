import Ajv from 'ajv';
import { TRANSFER_PAYLOAD_SCHEMA, type TransferPayload } from './transfer-payload';
import { parsePayment, type Parsed } from './wire';

/** An x402 v1 payment payload as far as we read it. */
export interface PaymentPayloadV1 {
  readonly x402Version: 1;
  readonly scheme: string;
  readonly network: string;
  readonly payload: TransferPayload;
}

const isPaymentPayloadV1 = new Ajv({ strict: true, meta: false, validateSchema: false }).compile<PaymentPayloadV1>({
  type: 'object',
  required: ['x402Version', 'scheme', 'network', 'payload'],
  properties: {
    x402Version: { const: 1 },
    scheme: { type: 'string' },
    network: { type: 'string' },
    payload: TRANSFER_PAYLOAD_SCHEMA,
  },
});

/** Reads a decoded X-PAYMENT (x402 v1). Never throws. */
export function parsePaymentPayloadV1(value: unknown): Parsed<PaymentPayloadV1> {
  return parsePayment(isPaymentPayloadV1, value, 'X-PAYMENT');
}
