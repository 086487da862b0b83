import type { Blob } from './current-statement';

/** `current.json` as it was answered; `unchanged`: the one that was answered last still stands. */
export type CurrentReply = { readonly kind: 'unchanged' } | { readonly kind: 'body'; readonly body: Uint8Array };

/** Where a publisher's files are read. Nothing that it gives is trusted. */
export interface SnapshotSource {
  /** @throws UpstreamError when it cannot be had */
  current(): Promise<CurrentReply>;
  /** The bytes of a blob as they come, never more than it may have. Its digest is for the caller to check. @throws UpstreamError */
  blob(blob: Blob): AsyncIterable<Uint8Array>;
  /** Forgets what `current` answered, so that the next one answers it again. */
  reset(): void;
}
