export { FakeInvoiceSource, type FakeInvoice } from './fake-invoice-source';
export { invoiceSourceContract, type InvoiceSourceSubject } from './invoice-source.contract';
export { L402Harness, tokenOf, type Bought, type CallOutcome } from './l402-harness';
