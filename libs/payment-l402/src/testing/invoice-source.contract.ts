/// <reference types="jest" />
import { createHash } from 'node:crypto';
import type { InvoiceSource } from '../invoices';

/** A source with somebody who can pay its invoices. */
export interface InvoiceSourceSubject {
  create(): Promise<{
    readonly source: InvoiceSource;
    /** Pays an invoice. @returns the preimage (64 hex digits) */
    pay(invoice: { readonly paymentHash: string; readonly paymentRequest: string }): Promise<string>;
    readonly close?: () => Promise<void>;
  }>;
}

const ORDER = { amountMsat: 1_000n, memo: 'stackcheck service_eol_product', expirySeconds: 300 };

/** The promises of an InvoiceSource, run on every implementation. */
export function invoiceSourceContract(name: string, subject: InvoiceSourceSubject): void {
  describe(`${name} as an invoice source`, () => {
    let harness: Awaited<ReturnType<InvoiceSourceSubject['create']>>;
    beforeEach(async () => {
      harness = await subject.create();
    });
    afterEach(() => harness.close?.());

    const create = async () => {
      const outcome = await harness.source.create(ORDER);
      if (outcome.kind !== 'created') throw new Error(outcome.reason);
      return outcome;
    };

    it('makes invoices with payment hashes of their own, in the form that headers carry', async () => {
      const [first, second] = [await create(), await create()];

      for (const { paymentHash, paymentRequest } of [first, second]) {
        expect(paymentHash).toMatch(/^[0-9a-f]{64}$/);
        expect(paymentRequest).toMatch(/^ln[0-9a-z]+$/);
      }
      expect(first.paymentHash).not.toBe(second.paymentHash);
    });

    it('calls an invoice settled once it is paid, and by the preimage of its hash', async () => {
      const invoice = await create();

      const preimage = await harness.pay(invoice);

      expect(createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')).toBe(invoice.paymentHash);
      expect(await harness.source.lookup(invoice.paymentHash)).toEqual({
        kind: 'found',
        state: 'settled',
        paidMsat: ORDER.amountMsat,
      });
    });

    it('ends an unpaid invoice for good, and says so again', async () => {
      const { paymentHash } = await create();

      expect(await harness.source.cancel(paymentHash)).toEqual({ kind: 'canceled' });
      expect(await harness.source.lookup(paymentHash)).toMatchObject({ state: 'canceled', paidMsat: 0n });
      expect(await harness.source.cancel(paymentHash)).toEqual({ kind: 'canceled' });
    });

    it('never ends one that is paid', async () => {
      const invoice = await create();
      await harness.pay(invoice);

      expect(await harness.source.cancel(invoice.paymentHash)).toEqual({ kind: 'settled' });
      expect(await harness.source.lookup(invoice.paymentHash)).toMatchObject({ state: 'settled' });
    });

    it('has nothing to end of an invoice that it never made', async () => {
      expect(await harness.source.cancel('00'.repeat(32))).toEqual({ kind: 'canceled' });
    });

    it('does not know an invoice that it never made', async () => {
      expect(await harness.source.lookup('00'.repeat(32))).toEqual({ kind: 'absent' });
    });
  });
}
