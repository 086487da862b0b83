import type request from 'supertest';

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
    /** The credential that the challenge of an answer sells. */
    async payChallenge({ headers }: request.Response): Promise<string> {
      const { token, invoice } = parseL402((headers as Record<string, string>)['www-authenticate']!);
      const { preimage } = await wallet.payInvoice({ invoice });
      return `L402 ${token}:${preimage}`;
    },
  };
}
