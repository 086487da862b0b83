import { ServiceError } from '@stackcheck/contract';

/** What a fault after the settlement is answered with: from then on no caller may be informed that nothing was charged. */
export function afterSettling(error: unknown, onUnexpected: (error: unknown) => void): ServiceError {
  if (error instanceof ServiceError) return error;
  onUnexpected(error);
  const message = 'an unexpected error; if this payment was settled, the same request with it gives the answer';
  return new ServiceError('internal', { message });
}

/** What any other unexpected fault is answered with. */
export function beforeSettling(error: unknown, onUnexpected: (error: unknown) => void): ServiceError {
  if (error instanceof ServiceError) return error;
  onUnexpected(error);
  return new ServiceError('internal', { message: 'an unexpected error; nothing was charged' });
}
