import * as fc from 'fast-check';
import { compare, totals, type LedgerRow, type TokenTransfer, type UsedAuthorization } from './compare';

const PAYER = `0x${'b6'.repeat(20)}`;
const PAY_TO = `0x${'de'.repeat(20)}`;
const FROM_MS = 1_000_000;
const UNTIL_MS = 2_000_000;

const row = (id: number, change: Partial<LedgerRow> = {}): LedgerRow => ({
  id,
  state: 'settled',
  payer: PAYER,
  payTo: PAY_TO,
  nonce: `0x${id.toString(16).padStart(64, '0')}`,
  value: 1_000n,
  transaction: `0x${id.toString(16).padStart(64, 'f')}`,
  createdAt: FROM_MS + id,
  isLost: false,
  ...change,
});
const transferOf = ({ transaction, payer, payTo, value, id }: LedgerRow, change: Partial<TokenTransfer> = {}) => ({
  transaction: transaction!,
  block: id,
  index: id,
  from: payer,
  to: payTo,
  value,
  ...change,
});
const useOf = ({ payer, nonce, payTo, value }: LedgerRow): UsedAuthorization => ({
  payer,
  nonce,
  transfer: { from: payer, to: payTo, value },
});

/** Compares, with a chain that knows these uses by transaction; one line per finding. */
async function found(
  rows: readonly LedgerRow[],
  transfers: readonly TokenTransfer[],
  deps: Readonly<Record<string, readonly UsedAuthorization[]>> = {},
) {
  const usesIn = (transaction: string) => Promise.resolve(deps[transaction] ?? []);
  const findings = await compare({ rows, transfers, usesIn, fromMs: FROM_MS, untilMs: UNTIL_MS });
  const names = findings.map((one) => `${one.kind} ${'row' in one ? one.row.id : '-'}`);
  return { names: names.sort(), sums: totals(findings) };
}

describe('ledger and chain', () => {
  it('agree when each payment has its transfer', async () => {
    const rows = [row(1), row(2, { value: 5_000n })];

    const { names, sums } = await found(
      rows,
      rows.map((one) => transferOf(one)),
    );

    expect(names).toEqual(['agree 1', 'agree 2']);
    expect(sums).toEqual({ ledger: 6_000n, chain: 6_000n });
  });

  it('agree on what was recorded as lost, and differ where it was paid all the same', async () => {
    const lost = [row(1, { isLost: true }), row(2, { isLost: true }), row(3, { isLost: true, transaction: '0xgone' })];
    const other = `0x${'5a'.repeat(32)}`;

    const { names, sums } = await found(lost, [transferOf(lost[1]!), transferOf(lost[2]!, { transaction: other })], {
      [other]: [useOf(lost[2]!)],
    });

    expect(names).toEqual(['lost 1', 'lost_and_paid 2', 'lost_and_paid 3']);
    expect(sums).toEqual({ ledger: 0n, chain: 2_000n });
  });

  it('agree for payments that share a transaction, each transfer counted once', async () => {
    const shared = `0x${'5a'.repeat(32)}`;
    const rows = [1, 2, 3].map((id) => row(id, { transaction: shared }));

    const both = await found(rows, [transferOf(rows[0]!), transferOf(rows[1]!)]);

    expect(both.names).toEqual(['agree 1', 'agree 2', 'settled_not_paid 3']);
    expect(both.sums).toEqual({ ledger: 3_000n, chain: 2_000n });
  });

  it('agree by nonce where the hash was not known, or another one was', async () => {
    const rows = [row(1, { transaction: '' }), row(2, { transaction: '0xother' })];
    const transfers = rows.map((one) => transferOf(one, { transaction: `0xreal${one.id}` }));

    const { names } = await found(rows, transfers, { '0xreal1': [useOf(rows[0]!)], '0xreal2': [useOf(rows[1]!)] });

    expect(names).toEqual(['agree 1', 'agree 2']);
  });

  it.each(['refused', 'released', 'unknown', 'settling'] as const)(
    'differ when a %s payment was paid',
    async (state) => {
      const paid = row(1, { state, transaction: null });

      const { names, sums } = await found([paid], [transferOf(paid, { transaction: '0xreal' })], {
        '0xreal': [useOf(paid)],
      });

      expect(names).toEqual(['paid_not_settled 1']);
      expect(sums).toEqual({ ledger: 0n, chain: 1_000n });
    },
  );

  it('differ by a transfer that belongs to no payment, be it plain or of an unknown authorization', async () => {
    const [plain, unknown] = [row(1), row(2)];

    const { names, sums } = await found([], [transferOf(plain), transferOf(unknown)], {
      [unknown.transaction!]: [useOf(unknown)],
    });

    expect(names).toEqual(['refund -', 'refund -']);
    expect(sums).toEqual({ ledger: 0n, chain: 2_000n });
  });

  it.each([
    ['of another value', { value: 999n }],
    ['from somebody else', { from: `0x${'cc'.repeat(20)}` }],
    ['in another transaction', { transaction: '0xother' }],
  ])('differ twice by a transfer %s', async (_name, change) => {
    const { names } = await found([row(1)], [transferOf(row(1), change)]);

    expect(names).toEqual(['refund -', 'settled_not_paid 1']);
  });

  it('leave out what lies before the first block and what is newer than the last', async () => {
    const rows = [
      row(1, { createdAt: FROM_MS - 1 }),
      row(2, { createdAt: UNTIL_MS + 1 }),
      row(3, { state: 'refused' }),
    ];

    const { names, sums } = await found(rows, []);

    expect(names).toEqual(['too_new 2']);
    expect(sums).toEqual({ ledger: 0n, chain: 0n });
  });

  it('differ by exactly what went wrong, whatever did', async () => {
    const outcomes = fc.array(fc.constantFrom('paid', 'unpaid', 'lost', 'unsettled'), { maxLength: 30 });

    await fc.assert(
      fc.asyncProperty(outcomes, async (each) => {
        const rows = each.map((predictedOutcome, index) =>
          predictedOutcome === 'unsettled' ? row(index, { state: 'released', transaction: null }) : row(index),
        );
        const deps: Record<string, readonly UsedAuthorization[]> = {};
        const transfers = each.flatMap((predictedOutcome, index) => {
          const transaction = `0xin${index}`;
          deps[transaction] = [useOf(row(index))];
          if (predictedOutcome === 'unsettled') return [transferOf(rows[index]!, { transaction })];
          return predictedOutcome === 'unpaid' ? [] : [transferOf(row(index))];
        });
        const kept = rows.filter((_row, index) => each[index] !== 'lost');

        const { names, sums } = await found(kept, transfers, deps);

        const count = (kind: string) => names.filter((name) => name.startsWith(kind)).length;
        const of = (predictedOutcome: string) => each.filter((one) => one === predictedOutcome).length;
        expect([count('agree'), count('settled_not_paid'), count('refund'), count('paid_not_settled')]).toEqual([
          of('paid'),
          of('unpaid'),
          of('lost'),
          of('unsettled'),
        ]);
        expect(sums.chain - sums.ledger).toBe(1_000n * BigInt(of('lost') + of('unsettled') - of('unpaid')));
      }),
    );
  });
});
