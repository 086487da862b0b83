import type { ModelPayment, ModelTables } from './model-tables';

type FreeRow = Pick<
  ModelPayment,
  | 'network'
  | 'asset'
  | 'payer'
  | 'nonce'
  | 'payment_hash'
  | 'valid_before'
  | 'created_at'
  | 'refusal_code'
  | 'refusal_reason'
> & { readonly n: number };

/** What is called free before anybody claimed it, and forgotten when its window is over. */
export const FREE_STATEMENTS = {
  call_free(tables: ModelTables, [boot_id, rows]: readonly [string, string]) {
    const freed: { n: number }[] = [];
    for (const { n, ...row } of JSON.parse(rows) as readonly FreeRow[]) {
      const standing = tables.byKey([row.network, row.asset, row.payer, row.nonce]);
      // A sequence gives a number in any case.
      const id = tables.nextId();
      if (!standing) tables.insertPayment({ ...UNCLAIMED, ...row, boot_id, id });
      else if (standing.state === 'refused') tables.updatePayment({ ...standing, fence: standing.fence + 1 });
      else continue;
      freed.push({ n });
    }
    return freed;
  },
  forget_called_free(tables: ModelTables, [nowSeconds]: readonly [number]) {
    const over = tables
      .payments()
      .filter(({ attempt, valid_before, created_at }) => attempt === 0 && isOver(valid_before, created_at, nowSeconds))
      .slice(0, REMOVED_MAX);
    for (const row of over) tables.removePayment(row);
    return [{ forgotten: over.length }];
  },
} as const;

const REMOVED_MAX = 1_000;

function isOver(validBefore: number, createdAt: number, nowSeconds: number): boolean {
  return validBefore < nowSeconds - 60 || createdAt < (nowSeconds - 86_400) * 1_000;
}

const UNCLAIMED = {
  x402_version: 2,
  payload: '{}',
  identifier: null,
  request_hash: '',
  route_id: '',
  resource_url: '',
  price: '0',
  value: '0',
  pay_to: '',
  valid_after: 0,
  answer_content_type: '',
  answer_snapshot_ids: '[]',
  state: 'refused',
  attempt: 0,
  worker: null,
  fence: 1,
  doubt: null,
  transaction_hash: null,
  evidence: null,
  payment_response: null,
  delivered_at: null,
  verified_by: null,
  signature_hash: null,
  body: new Uint8Array(),
} as const;
