/// <reference types="jest" />
import { createHash } from 'node:crypto';
import type { InvoiceSource } from '../invoices';

/** A source with somebody who can pay its invoices. */
export interface InvoiceSourceHarness {
  create(): Promise<{
    readonly source: InvoiceSource;
    /** Pays an invoice. @returns the preimage (64 hex digits) */
    pay(invoice: { readonly paymentHash: string; readonly paymentRequest: string }): Promise<string>;
    readonly close?: () => Promise<void>;
  }>;
}

const ORDER = { amountMsat: 1_000n, memo: 'stackcheck service_eol_product', expirySeconds: 300 };

/** The promises of an InvoiceSource, run on every implementation. */
export function invoiceSourceContract(name: string, harness: InvoiceSourceHarness): void {
  describe(`${name} as an invoice source`, () => {
    let world: Awaited<ReturnType<InvoiceSourceHarness['create']>>;
    beforeEach(async () => {
      world = await harness.create();
    });
    afterEach(() => world.close?.());

    const create = async () => {
      const outcome = await world.source.create(ORDER);
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

      const preimage = await world.pay(invoice);

      expect(createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')).toBe(invoice.paymentHash);
      expect(await world.source.lookup(invoice.paymentHash)).toEqual({
        kind: 'found',
        state: 'settled',
        paidMsat: ORDER.amountMsat,
      });
    });

    it('ends an unpaid invoice for good, and says so again', async () => {
      const { paymentHash } = await create();

      expect(await world.source.cancel(paymentHash)).toEqual({ kind: 'canceled' });
      expect(await world.source.lookup(paymentHash)).toMatchObject({ state: 'canceled', paidMsat: 0n });
      expect(await world.source.cancel(paymentHash)).toEqual({ kind: 'canceled' });
    });

    it('never ends one that is paid', async () => {
      const invoice = await create();
      await world.pay(invoice);

      expect(await world.source.cancel(invoice.paymentHash)).toEqual({ kind: 'settled' });
      expect(await world.source.lookup(invoice.paymentHash)).toMatchObject({ state: 'settled' });
    });

    it('has nothing to end of an invoice that it never made', async () => {
      expect(await world.source.cancel('00'.repeat(32))).toEqual({ kind: 'canceled' });
    });

    it('does not know an invoice that it never made', async () => {
      expect(await world.source.lookup('00'.repeat(32))).toEqual({ kind: 'absent' });
    });
  });
}
