export { systemClock, utcDay, type Clock } from './clock';
export { ERROR_CODES, ServiceError, errorBody, errorRow, type ErrorCode, type ErrorDetail } from './errors';
export { LIMITS } from './limits';
export { atomicToUsd, usdToAtomic, type AtomicUsdc } from './money';
