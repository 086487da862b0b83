import { canonicalBytes } from '@stackcheck/signing';
import { strongEtag } from './etag';
import type { Manifest } from './snapshot';

/** A verified snapshot, ready to answer from. All of it is made once and never changes. */
export interface LiveSnapshot<Index = unknown> {
  readonly manifest: Manifest;
  readonly index: Index;
  /** The manifest as canonical JSON, with its strong ETag. */
  readonly manifestDocument: { readonly bytes: Uint8Array; readonly etag: string };
  /** The very bytes that the manifest's digest is of; undefined where they are too large to be held. */
  readonly content: Uint8Array | undefined;
  /** Gives back what it holds open. Called when nobody asks it any more. */
  readonly close?: () => void;
}

/** A loaded snapshot, or a sentence saying why it must not be served. */
export type Loaded<Index = unknown> =
  { readonly ok: true; readonly live: LiveSnapshot<Index> } | { readonly ok: false; readonly fault: string };

/** A manifest as it is published. */
export function manifestDocument(manifest: Manifest): LiveSnapshot['manifestDocument'] {
  const bytes = canonicalBytes(manifest);
  return { bytes, etag: strongEtag(bytes) };
}
