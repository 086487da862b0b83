export { fillLedger } from './fill-ledger';
