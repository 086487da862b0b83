import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import type { DocumentDataset } from '../life/dataset';
import { describeFaults } from '../life/guards';
import type { SnapshotContent } from '../snapshot/snapshot';

/**
 * Why a dataset would not publish this document, as the operator reads it, or undefined when it would. Any other exception
 * than a fault of shape is passed on: a document must never cause one.
 */
export function refusalOf<Content extends SnapshotContent>(
  dataset: DocumentDataset<Content>,
  body: Uint8Array,
  previous?: Content,
): string | undefined {
  try {
    const faults = dataset.guard(dataset.read(body), previous);
    return faults.length === 0 ? undefined : describeFaults(faults);
  } catch (error) {
    if (error instanceof UpstreamShapeError) return `upstream_shape: ${error.message}`;
    throw error;
  }
}
