/** Validators of the upstream reply that a publication belongs to. They mean nothing to another address. */
export interface Validators {
  readonly url: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What is known of an upstream that was never asked. */
export const NO_VALIDATORS: Validators = { url: null, etag: null, lastModified: null };

/** Upstream gave nothing usable. The message is a sentence for the operator and holds no secrets. */
export class UpstreamError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'UpstreamError';
  }
}

/** What fetching upstream gave. Failures are thrown as `UpstreamError`. */
export type UpstreamReply =
  | { readonly kind: 'unchanged'; readonly validators: Validators }
  | { readonly kind: 'body'; readonly body: Uint8Array; readonly validators: Validators };

/** Fetches a dataset's upstream document. */
export interface Upstream {
  /**
   * Asks an address once.
   * @param known validators to ask with; those of another address are not sent
   * @returns the bytes, or that nothing changed
   */
  fetch(
    url: string,
    known: Validators,
    progress?: (receivedBytes: number, totalBytes: number | null) => void,
  ): Promise<UpstreamReply>;
}
