import { canonicalBytes, sha256Hex } from '@stackcheck/signing';
import { finish } from '../tasks/cooperative-task';
import type { DocumentDefinition } from './document-definition';
import { scopesOf, type PreparedContent } from '../sealing/seal';
import type { SnapshotContent } from '../snapshot/snapshot';

/** Canonical bytes (RFC 8785), their digest, and the scopes to sign. */
export function prepareContent(dataset: DocumentDefinition, content: SnapshotContent): PreparedContent {
  const bytes = canonicalBytes(content);
  return describeContent(dataset, content, bytes);
}

/** The same for a content whose canonical bytes exist already. */
export function describeContent(
  dataset: DocumentDefinition,
  content: SnapshotContent,
  bytes: Uint8Array,
): PreparedContent {
  return {
    bytes,
    sha256: sha256Hex(bytes),
    recordCount: dataset.recordCount(content),
    scopes: scopesOf(finish(dataset.scopeTables(content))),
  };
}
