import type { PaymentState } from '@stackcheck/payment-x402/ledger';

/** A payment of the ledger, as far as the chain can know of it. Addresses and nonce lower-cased. */
export interface LedgerRow {
  readonly id: number;
  readonly state: PaymentState;
  readonly payer: string;
  readonly payTo: string;
  readonly nonce: string;
  /** Atomic USDC. */
  readonly value: bigint;
  /** Empty when not known, null when not settled. */
  readonly transaction: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Whether the ledger says that the chain took its transfer back. */
  readonly isLost: boolean;
}

/** A transfer of the token to us. Addresses lower-cased. */
export interface TokenTransfer {
  readonly transaction: string;
  readonly block: number;
  /** Place among all logs of its block. */
  readonly index: number;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
}

/** An authorization that a transaction used (EIP-3009), with the transfer it made. */
export interface UsedAuthorization {
  readonly payer: string;
  readonly nonce: string;
  readonly transfer: { readonly from: string; readonly to: string; readonly value: bigint } | null;
}

/** One line of the audit. */
export type Finding =
  /** Row and transfer say the same. */
  | { readonly kind: 'agree'; readonly row: LedgerRow; readonly transfer: TokenTransfer }
  /** The customer paid, and the row does not say settled: the ledger holds no answer for him. */
  | { readonly kind: 'paid_not_settled'; readonly row: LedgerRow; readonly transfer: TokenTransfer }
  /** Money without a payment: to be refunded. */
  | { readonly kind: 'refund'; readonly transfer: TokenTransfer }
  /** An answer that nobody paid, or a changed ledger: alarm. */
  | { readonly kind: 'settled_not_paid'; readonly row: LedgerRow }
  /** The same, known to the ledger already: no revenue. */
  | { readonly kind: 'lost'; readonly row: LedgerRow }
  /** Recorded as lost, and paid all the same: by somebody else's transaction. */
  | { readonly kind: 'lost_and_paid'; readonly row: LedgerRow; readonly transfer: TokenTransfer }
  /** Settled too recently for the blocks that were looked at. */
  | { readonly kind: 'too_new'; readonly row: LedgerRow };

/** What is compared, and for which time. */
export interface Comparison {
  readonly rows: readonly LedgerRow[];
  readonly transfers: readonly TokenTransfer[];
  /** Authorizations used in a transaction; asked only where hash, payer and value do not decide. */
  readonly usesIn: (transaction: string) => Promise<readonly UsedAuthorization[]>;
  /** Epoch milliseconds of the first and last block looked at. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Compares the ledger with the chain, row by row: every transfer belongs to one payment at most, every payment to one transfer.
 * Rows settled with a known hash find their transfer by hash, payer and value; what is left over on either side is laid
 * together by nonce.
 */
export async function compare({ rows, transfers, usesIn, fromMs, untilMs }: Comparison): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const byContent = new Map<string, TokenTransfer[]>();
  for (const transfer of transfers) {
    const name = contentOf(transfer.transaction, transfer.from, transfer.to, transfer.value);
    byContent.set(name, [...(byContent.get(name) ?? []), transfer]);
  }
  const left = new Map<string, LedgerRow>();
  for (const row of rows) {
    const transfer =
      row.state === 'settled' && row.transaction
        ? byContent.get(contentOf(row.transaction.toLowerCase(), row.payer, row.payTo, row.value))?.shift()
        : undefined;
    if (transfer) findings.push({ kind: row.isLost ? 'lost_and_paid' : 'agree', row, transfer });
    else left.set(nonceOf(row), row);
  }

  const placed = new Set(findings.flatMap((finding) => ('row' in finding ? [nonceOf(finding.row)] : [])));
  for (const transfer of [...byContent.values()].flat()) {
    const deps = (await usesIn(transfer.transaction)).filter((use) => isOf(use, transfer) && !placed.has(nonceOf(use)));
    const use = deps.find((one) => left.has(nonceOf(one))) ?? deps[0];
    const row = use && left.get(nonceOf(use));
    if (use) placed.add(nonceOf(use));
    if (!row) findings.push({ kind: 'refund', transfer });
    else findings.push({ kind: paidAs(row), row, transfer });
    if (row) left.delete(nonceOf(row));
  }
  for (const row of left.values()) {
    if (row.state !== 'settled' || row.createdAt < fromMs) continue;
    if (row.isLost) findings.push({ kind: 'lost', row });
    else findings.push({ kind: row.createdAt > untilMs ? 'too_new' : 'settled_not_paid', row });
  }
  return findings;
}

/** Σ settled payments and Σ transfers of what was compared, in atomic USDC; they differ by what has to be looked into. */
export function totals(findings: readonly Finding[]): { readonly ledger: bigint; readonly chain: bigint } {
  let [ledger, chain] = [0n, 0n];
  for (const finding of findings) {
    if (finding.kind === 'agree' || finding.kind === 'settled_not_paid') ledger += finding.row.value;
    if ('transfer' in finding) chain += finding.transfer.value;
  }
  return { ledger, chain };
}

function paidAs({ state, isLost }: LedgerRow): 'agree' | 'lost_and_paid' | 'paid_not_settled' {
  if (state !== 'settled') return 'paid_not_settled';
  return isLost ? 'lost_and_paid' : 'agree';
}

function isOf({ transfer: made }: UsedAuthorization, { from, to, value }: TokenTransfer): boolean {
  return made !== null && made.from === from && made.to === to && made.value === value;
}

function contentOf(transaction: string, from: string, to: string, value: bigint): string {
  return `${transaction} ${from} ${to} ${value}`;
}

function nonceOf({ payer, nonce }: { readonly payer: string; readonly nonce: string }): string {
  return `${payer} ${nonce}`;
}
