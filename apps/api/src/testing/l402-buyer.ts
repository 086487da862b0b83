import { decodeInvoice, parseL402 } from '@getalby/lightning-tools';

/** Headers that ask for an invoice. */
export const ASKING = { 'Accept-Payment': 'l402' };

/** Pays as a sandbox wallet does: the preimage stands in the invoice. */
export const sandboxWallet = {
  payInvoice: async ({ invoice }: { invoice: string }) => ({
    preimage: /preimage ([0-9a-f]{64})$/.exec(decodeInvoice(invoice)!.description!)![1]!,
  }),
};

/** The credential that the challenge of a response sells. */
export async function payChallenge(response: Response): Promise<string> {
  const { token, invoice } = parseL402(response.headers.get('www-authenticate')!);
  const { preimage } = await sandboxWallet.payInvoice({ invoice });
  return `L402 ${token}:${preimage}`;
}

/** Sends a request with a credential. */
export async function callWith(authorization: string, url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { ...(init.headers as object), Authorization: authorization } });
}
