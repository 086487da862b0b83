/** The stored header was sent to the client, so what it names must be what the row names: the part that differs, if any. */
export function responseMismatch(row: {
  readonly payment_response: string | null;
  readonly payer: string;
  readonly transaction_hash: string | null;
}): 'transaction' | 'payer' | 'form' | undefined {
  const { payment_response, payer, transaction_hash } = row;
  // Rails other than x402 have no such header.
  if (payment_response === null || payment_response === '') return undefined;
  try {
    const named = JSON.parse(Buffer.from(payment_response, 'base64').toString('utf8')) as Record<string, unknown>;
    if (named['transaction'] !== transaction_hash) return 'transaction';
    return String(named['payer']).toLowerCase() === payer ? undefined : 'payer';
  } catch {
    return 'form';
  }
}
