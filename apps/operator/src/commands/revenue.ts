import type { PaymentReader } from '@stackcheck/payment-x402';
import { bars } from '../bars';
import { dollars, instant, table } from '../text';

/** How revenue is printed. */
export interface RevenueOptions {
  readonly by: 'route' | 'day';
  readonly plot?: true;
  /** As one JSON document, amounts in atomic USDC. */
  readonly json?: true;
  /** Counts sandbox payments, which move no money, instead of real ones. */
  readonly sandbox?: true;
}

interface Sum {
  readonly payments: number;
  readonly amount: bigint;
}

/** What settled payments brought in, per route or per day (UTC) of their claim, without those whose transfer the chain took back. */
export async function revenue(reader: PaymentReader, { by, plot, json, sandbox }: RevenueOptions): Promise<string> {
  const sums = new Map<string, Sum>();
  let others = 0;
  let lost: Sum = { payments: 0, amount: 0n };
  for await (const { state, evidence, createdAt, routeId, value, lostAt } of reader.all()) {
    if (state !== 'settled') continue;
    if ((evidence === 'sandbox') !== (sandbox === true)) {
      others++;
      continue;
    }
    if (lostAt !== null) {
      lost = { payments: lost.payments + 1, amount: lost.amount + value };
      continue;
    }
    const name = by === 'day' ? instant(createdAt).slice(0, 10) : routeId;
    const { payments, amount } = sums.get(name) ?? { payments: 0, amount: 0n };
    sums.set(name, { payments: payments + 1, amount: amount + value });
  }
  const rows = [...sums].sort(by === 'day' ? byName : byAmount);
  if (json) return JSON.stringify(documentOf(rows, { by, lost, others, sandbox: sandbox === true }), null, 2);
  const lines = plot
    ? bars(rows.map(([name, { amount }]) => ({ name, amount, label: dollars(amount) })))
    : [
        table(
          [by, 'payments', 'USD'],
          rows.map(([name, { payments, amount }]) => [name, payments, dollars(amount)]),
        ),
      ];
  const total = rows.reduce((sum, [, { amount }]) => sum + amount, 0n);
  const count = rows.reduce((sum, [, { payments }]) => sum + payments, 0);
  const kind = sandbox ? 'sandbox payments, which move no money' : 'payments';
  return [
    ...(rows.length > 0 ? lines : []),
    `${count} ${kind}: ${dollars(total)} USD`,
    ...(lost.payments > 0
      ? [`${lost.payments} settled payments of ${dollars(lost.amount)} USD are not counted: the chain took them back`]
      : []),
    ...(others > 0 && !sandbox ? [`${others} sandbox payments are not counted; --sandbox counts them alone`] : []),
  ].join('\n');
}

type Row = readonly [string, Sum];

interface Rest {
  readonly by: 'route' | 'day';
  /** Settled payments whose transfer the chain took back. */
  readonly lost: Sum;
  /** Payments of the other kind, sandbox or real. */
  readonly others: number;
  readonly sandbox: boolean;
}

function documentOf(rows: readonly Row[], { by, lost, others, sandbox }: Rest): object {
  const wire = ({ payments, amount }: Sum) => ({ payments, amount: String(amount) });
  return {
    schema: 1,
    by,
    sandbox,
    rows: rows.map(([name, sum]) => ({ [by]: name, ...wire(sum) })),
    lost: wire(lost),
    not_counted: others,
  };
}

function byName([left]: Row, [right]: Row): number {
  return left < right ? -1 : 1;
}

function byAmount(left: Row, right: Row): number {
  if (left[1].amount === right[1].amount) return byName(left, right);
  return left[1].amount > right[1].amount ? -1 : 1;
}
