export { daysBetween, isCalendarDate, toCalendarDate, type CalendarDate } from './calendar-date';
export { systemClock, utcDay, type Clock } from './clock';
export {
  ERRORS,
  ERROR_CODES,
  ServiceError,
  errorBody,
  errorRow,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  type ErrorRow,
} from './errors';
export { LIMITS, STALE_CADENCES_MAX } from './limits';
export { atomicToUsd, usdToAtomic, type AtomicUsdc } from './money';
export { misspeltVariables } from './misspelt-variables';
export { nearestName } from './nearest-name';
