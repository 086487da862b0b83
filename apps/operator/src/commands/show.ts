import type { PaymentReader } from '@stackcheck/payment-x402';
import type { PaymentHistory, PaymentSummary } from '@stackcheck/payment-x402/store';
import { dollars, instant, json, plain } from '../text';

/** Everything about the payments with this id, nonce or identifier but payload and answer; null when there is none. */
export async function showPayment(
  reader: PaymentReader,
  name: string,
  options: { readonly json?: true },
): Promise<string | null> {
  const found = [];
  for (const payment of await reader.named(name)) found.push({ payment, history: await reader.history(payment.id) });
  if (found.length === 0) return null;
  if (options.json) return json(found.map(({ payment, history }) => ({ ...payment, history })));
  return found
    .map(({ payment, history }) => (history.length === 0 ? describeWord(payment) : describe(payment, history)))
    .join('\n\n');
}

function describe(payment: PaymentSummary, history: readonly PaymentHistory[]): string {
  const { key, refusal } = payment;
  const facts: readonly (readonly [string, string | null])[] = [
    ['payment', String(payment.id)],
    ['state', payment.state],
    [
      'lost',
      payment.lostAt === null ? null : `${instant(payment.lostAt)}: no transfer that pays it stands on the chain`,
    ],
    ['ambiguity', payment.ambiguity],
    ['refusal', refusal && `${refusal.code}: ${refusal.reason}`],
    ['claimed', instant(payment.createdAt)],
    ['delivered', payment.deliveredAt === null ? null : instant(payment.deliveredAt)],
    ['route', payment.routeId],
    ['resource', payment.resourceUrl],
    ['snapshots', payment.snapshotIds.join(', ') || null],
    ['price', `${dollars(payment.price)} USD`],
    ['signed value', `${dollars(payment.value)} USD (${payment.value} atomic)`],
    ['payer', key.payer],
    ['paid to', payment.payTo],
    ['network', key.network],
    ['asset', key.asset],
    ['nonce', key.nonce],
    ['identifier', payment.identifier],
    ['window', `${seconds(payment.validAfter)} to ${seconds(payment.validBefore)}`],
    ['x402 version', String(payment.x402Version)],
    ['transaction', payment.transaction === '' ? 'settled, hash not known' : payment.transaction],
    ['evidence', payment.evidence],
  ];
  const lines = facts.filter(([, text]) => text !== null).map(([name, text]) => `${name.padEnd(14)}${plain(text!)}`);
  const events = history.map(
    ({ sequence, at, state, detail }) => `  ${instant(at)}  event ${sequence}  ${plain(`${state} ${detail}`).trim()}`,
  );
  return [...lines, 'history', ...events].join('\n');
}

/** One that nobody claimed: it is kept so that nobody does (docs/nodes.md). */
function describeWord({ key, refusal, createdAt, validBefore }: PaymentSummary): string {
  return [
    ['state', 'called free, never claimed'],
    ['refusal', `${refusal?.code}: ${refusal?.reason}`],
    ['since', instant(createdAt)],
    ['payer', key.payer],
    ['network', key.network],
    ['asset', key.asset],
    ['nonce', key.nonce],
    ['window', `to ${seconds(validBefore)}`],
  ]
    .map(([name, text]) => `${name!.padEnd(14)}${plain(text!)}`)
    .join('\n');
}

/** Windows may end far past what a date can hold. */
function seconds(unix: number): string {
  if (unix === 0) return 'always';
  return unix > 253_402_300_799 ? 'for ever' : instant(unix * 1_000);
}
