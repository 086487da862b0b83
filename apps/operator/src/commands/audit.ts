import type { PaymentReader } from '@stackcheck/payment-x402';
import type { PaymentSummary } from '@stackcheck/payment-x402/store';
import type { ChainReader } from '../audit/chain-reader';
import { compare, totals, type Finding, type LedgerRow } from '../audit/compare';
import type { Settings } from '../settings';
import { dollars, json, table } from '../text';

/** How an audit is made. */
export interface AuditOptions {
  readonly fromBlock?: number;
  /** Also the rows on which ledger and chain agree. */
  readonly all?: true;
  readonly json?: true;
}

const VERDICT: Readonly<Record<Finding['kind'], string>> = {
  agree: 'agree',
  too_new: 'too new',
  paid_not_settled: 'PAID, NOT SETTLED',
  refund: 'REFUND: no payment',
  settled_not_paid: 'ALARM: no transfer',
  lost: 'lost',
  lost_and_paid: 'LOST, YET PAID',
};

/** Nothing is to be done about these: an operator was informed of what was lost when it was recorded. */
const QUIET: ReadonlySet<Finding['kind']> = new Set(['agree', 'too_new', 'lost']);

/** Blocks before the first payment: it may have been claimed while the block before was the newest. */
const BLOCKS_BEFORE = 30;

/**
 * Chain against ledger on one network: Σ settled = Σ transfers to us, row by row, up to the node's safe head. Sandbox and
 * Lightning payments and other networks are no part of it.
 * @throws ChainError when the node cannot know
 */
export async function audit(
  reader: PaymentReader,
  chain: ChainReader,
  { network, payTo }: Pick<Settings, 'network' | 'payTo'>,
  options: AuditOptions,
): Promise<{ readonly text: string; readonly agrees: boolean }> {
  const asset = network.usdc.toLowerCase();
  const head = await chain.safeHead();
  // Rows are read after the head, so that what its blocks hold can be in them.
  const rows: LedgerRow[] = [];
  for await (const payment of reader.all()) if (isAudited(payment, network.caip2, asset)) rows.push(toRow(payment));
  const recipients = new Set([...rows.map((row) => row.payTo), ...(payTo === null ? [] : [payTo])]);
  const first = options.fromBlock ?? (await firstBlock(chain, rows, head));
  const transfers = [];
  for (const recipient of recipients)
    transfers.push(...(await chain.transfersTo(asset, recipient, first, head.number)));

  const known = new Map<string, ReturnType<ChainReader['usesIn']>>();
  const findings = await compare({
    rows,
    transfers,
    usesIn: (transaction) => {
      const deps = known.get(transaction) ?? chain.usesIn(asset, transaction);
      known.set(transaction, deps);
      return deps;
    },
    fromMs: (await chain.block(first)).timestamp * 1_000,
    untilMs: head.timestamp * 1_000,
  });
  const agrees = findings.every(({ kind }) => QUIET.has(kind));
  const range = { network: network.caip2, fromBlock: first, toBlock: head.number, recipients: [...recipients] };
  return { text: options.json ? asJson(findings, range, agrees) : asTable(findings, range, options), agrees };
}

interface Range {
  readonly network: string;
  readonly fromBlock: number;
  readonly toBlock: number;
  readonly recipients: readonly string[];
}

function isAudited({ key, evidence }: PaymentSummary, network: string, asset: string): boolean {
  return key.network === network && key.asset === asset && evidence !== 'sandbox';
}

function toRow({ id, state, key, payTo, value, transaction, createdAt, lostAt }: PaymentSummary): LedgerRow {
  const { payer, nonce } = key;
  return {
    id,
    state,
    payer,
    nonce,
    payTo: payTo.toLowerCase(),
    value,
    transaction,
    createdAt,
    isLost: lostAt !== null,
  };
}

async function firstBlock(
  chain: ChainReader,
  rows: readonly LedgerRow[],
  head: { readonly number: number; readonly timestamp: number },
): Promise<number> {
  if (rows.length === 0) return head.number;
  const firstMs = Math.min(...rows.slice(0, 1_000).map(({ createdAt }) => createdAt));
  return Math.max(0, (await chain.blockAt(Math.floor(firstMs / 1_000), head)) - BLOCKS_BEFORE);
}

function asTable(findings: readonly Finding[], range: Range, { all }: AuditOptions): string {
  const shown = findings.filter(({ kind }) => all || kind !== 'agree');
  const count = (kind: Finding['kind']): number => findings.filter((finding) => finding.kind === kind).length;
  const { ledger, chain } = totals(findings);
  const head = ['verdict', 'payment', 'state', 'USD', 'payer', 'transaction', 'block'];
  return [
    `${range.network}, blocks ${range.fromBlock} to ${range.toBlock}, paid to ${range.recipients.join(', ') || 'nobody'}`,
    ...(shown.length > 0 ? [table(head, shown.map(toCells))] : []),
    `settled    ${dollars(ledger)} USD in ${count('agree') + count('settled_not_paid')} payments`,
    `on chain   ${dollars(chain)} USD in ${count('agree') + count('refund') + count('paid_not_settled') + count('lost_and_paid')} transfers`,
    `difference ${dollars(chain - ledger)} USD; to refund ${count('refund')}, paid but not settled ${count('paid_not_settled')}, settled but not paid ${count('settled_not_paid')}, lost ${count('lost')}, lost yet paid ${count('lost_and_paid')}, too new ${count('too_new')}`,
  ].join('\n');
}

function toCells(finding: Finding): readonly (string | number)[] {
  const row = 'row' in finding ? finding.row : undefined;
  const transfer = 'transfer' in finding ? finding.transfer : undefined;
  return [
    VERDICT[finding.kind],
    row?.id ?? '',
    row?.state ?? '',
    dollars(transfer?.value ?? row?.value ?? 0n),
    transfer?.from ?? row?.payer ?? '',
    transfer?.transaction ?? row?.transaction ?? '',
    transfer?.block ?? '',
  ];
}

function asJson(findings: readonly Finding[], range: Range, agrees: boolean): string {
  return json({ ...range, agrees, totals: totals(findings), findings });
}
