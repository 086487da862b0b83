export { createPaymentGate, type GateDeps } from './gate';
export type { AdmittedPayment, OpenedPayment, PaymentGate, ProofLevel } from './payment-gate';
