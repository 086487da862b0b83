/**
 * Why a pack cannot be read: `not_a_pack` is another file; `unknown_form` was written by a version of the service that this library
 * does not read; `truncated` ends too early; `damaged` holds something that no writer writes.
 */
export type PackFaultCode = 'not_a_pack' | 'unknown_form' | 'truncated' | 'damaged';

/** A pack cannot be read. The message says why in a sentence. */
export class PackError extends Error {
  constructor(
    readonly code: PackFaultCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
    this.name = 'PackError';
  }
}
