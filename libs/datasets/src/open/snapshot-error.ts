/**
 * Why a snapshot was not opened: `not_json`; `unknown_format` is JSON and no snapshot; `unknown_version` was written by a
 * version of the service that this library does not read; `wrong_key` is signed by a key that is not among those given;
 * `altered` is not what was signed.
 */
export type SnapshotFaultCode = 'not_json' | 'unknown_format' | 'unknown_version' | 'wrong_key' | 'altered';

/** A snapshot was not opened. The message says why in a sentence. */
export class SnapshotError extends Error {
  constructor(
    readonly code: SnapshotFaultCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
    this.name = 'SnapshotError';
  }
}
