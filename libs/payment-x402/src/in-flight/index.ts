export type { BeginOutcome, InFlightLock, InFlightLocks, LateSettlement, LockName } from './in-flight-locks';
export { LocalLocks } from './local-locks';
