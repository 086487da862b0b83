export { copyPayments } from './copy-payments';
export { hostIdentity } from './host-identity';
export { HOST_LEASE_MS } from './host-lease';
export { openPayments, type PaymentsConfig } from './open-payments';
export { openPaymentReader } from './payment-reader';
export { makeDataFolder } from '../data-folder';
export { DatabaseOpenError } from '../open';
export { SchemaError } from '../migrate';
