import type { PaymentReader } from '@stackcheck/payment-x402';
import type { PaymentSummary } from '@stackcheck/payment-x402/store';
import { csvRecord } from '../csv';
import { dollars, instant } from '../text';

const COLUMNS: readonly (readonly [string, (payment: PaymentSummary) => string | number | null])[] = [
  ['id', ({ id }) => id],
  ['state', ({ state }) => state],
  ['claimed_at', ({ createdAt }) => instant(createdAt)],
  ['delivered_at', ({ deliveredAt }) => deliveredAt && instant(deliveredAt)],
  ['lost_at', ({ lostAt }) => lostAt && instant(lostAt)],
  ['route', ({ routeId }) => routeId],
  ['resource_url', ({ resourceUrl }) => resourceUrl],
  ['price_usd', ({ price }) => dollars(price)],
  ['price_atomic', ({ price }) => price.toString()],
  ['value_usd', ({ value }) => dollars(value)],
  ['value_atomic', ({ value }) => value.toString()],
  ['network', ({ key }) => key.network],
  ['asset', ({ key }) => key.asset],
  ['payer', ({ key }) => key.payer],
  ['pay_to', ({ payTo }) => payTo],
  ['nonce', ({ key }) => key.nonce],
  ['identifier', ({ identifier }) => identifier],
  ['x402_version', ({ x402Version }) => x402Version],
  ['transaction', ({ transaction }) => transaction],
  ['evidence', ({ evidence }) => evidence],
  ['ambiguity', ({ ambiguity }) => ambiguity],
  ['refusal_code', ({ refusal }) => refusal && refusal.code],
  ['refusal_reason', ({ refusal }) => refusal && refusal.reason],
];

/** All payments as CSV (RFC 4180), oldest first, a piece at a time. What is absent is an empty field. */
export async function* exportCsv(reader: PaymentReader): AsyncGenerator<string> {
  yield csvRecord(COLUMNS.map(([name]) => name));
  for await (const payment of reader.all()) yield csvRecord(COLUMNS.map(([, value]) => value(payment) ?? ''));
}
