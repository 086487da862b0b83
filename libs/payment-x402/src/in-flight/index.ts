export type { BeginOutcome, InFlightLock, InFlightLocks, LateSettlement, LockName } from './in-flight-locks';
export { LocalLocks } from './local-locks';
export { LockClient } from './lock-client';
export type { LockReply, LockRequest } from './lock-messages';
export { LockServer, type LockServerConnection } from './lock-server';
