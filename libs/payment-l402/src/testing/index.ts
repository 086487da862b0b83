export { FakeInvoiceSource, type FakeInvoice } from './fake-invoice-source';
export { invoiceSourceContract, type InvoiceSourceHarness } from './invoice-source.contract';
export { L402World, tokenOf, type Bought, type Seen } from './l402-world';
