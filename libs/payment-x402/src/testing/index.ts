export { FakeFacilitator, type SettleScript } from './fake-facilitator';
export { GateWorld, SAMPLE_RESOURCE, failingLedger, type Call, type Seen } from './gate-world';
export { paymentFaultsContract } from './payment-faults.contract';
export { paymentGateContract } from './payment-gate.contract';
export { MemoryLedger, type MemoryRows } from './memory-ledger';
export { paymentLedgerContract, testIntent, type LedgerHarness } from './payment-ledger.contract';
export { lightningIntent, prepaidLedgerContract, type PrepaidLedgerHarness } from './prepaid-ledger.contract';
export { SAMPLE_BASE_URL, SAMPLE_BODY_ROUTE, SAMPLE_QUERY_ROUTE, SAMPLE_ROUTE, SAMPLE_TERMS } from './sample-terms';
export { TEST_WALLET, signTestPayment, type TestPayment, type TestPaymentOptions } from './sign-test-payment';
