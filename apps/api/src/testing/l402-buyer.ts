/** Headers that ask for an invoice. */
export const ASKING = { 'Accept-Payment': 'l402' };

/** A client's reading of challenges and invoices. */
interface L402Client {
  parseL402(header: string): { readonly token: string; readonly invoice: string };
  decodeInvoice(invoice: string): { readonly description?: string | null } | null;
}

/** Pays as a sandbox wallet does: the preimage stands in the invoice. */
export function sandboxBuyer({ parseL402, decodeInvoice }: L402Client) {
  const wallet = {
    payInvoice: async ({ invoice }: { invoice: string }) => ({
      preimage: /preimage ([0-9a-f]{64})$/.exec(decodeInvoice(invoice)!.description!)![1]!,
    }),
  };
  return {
    wallet,
    /** The credential that the challenge of a response sells. */
    async payChallenge(response: Response): Promise<string> {
      const { token, invoice } = parseL402(response.headers.get('www-authenticate')!);
      const { preimage } = await wallet.payInvoice({ invoice });
      return `L402 ${token}:${preimage}`;
    },
  };
}

/** Sends a request with a credential. */
export async function callWith(authorization: string, url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { ...(init.headers as object), Authorization: authorization } });
}
