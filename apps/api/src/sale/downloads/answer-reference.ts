import { isIndexed } from '@stackcheck/datasets/registry';
import type { StoredAnswer } from '@stackcheck/payment-x402';
import type { DownloadName, SnapshotName } from '../../catalogue/define-route';

/** Content type of a stored answer that is not the answer itself but says how to make its bytes again. */
export const REFERENCE_TYPE = 'application/vnd.stackcheck.reference+json';

/** An answer too large to be stored for each payment: the download of a snapshot, which never changes, and what its bytes must be. */
export interface AnswerReference extends DownloadName {
  /** Of the body in bytes. */
  readonly length: number;
  /** Of the body, lower-case hex. */
  readonly sha256: string;
  readonly contentType: string;
}

/** Whether the bytes are read from a file for each sending; those of the other datasets are held as a whole. */
export function isStreamed({ dataset }: SnapshotName): boolean {
  return isIndexed(dataset);
}

/** The reference as the ledger keeps it in place of the body. */
export function storedReference(reference: AnswerReference): Pick<StoredAnswer, 'body' | 'contentType'> {
  const { dataset, snapshotId, length, sha256, contentType, form } = reference;
  return {
    contentType: REFERENCE_TYPE,
    body: Buffer.from(JSON.stringify({ dataset, snapshotId, length, sha256, contentType, form })),
  };
}

/** What a stored answer refers to; undefined where it is the answer itself. */
export function referenceOf({
  contentType,
  body,
}: Pick<StoredAnswer, 'body' | 'contentType'>): AnswerReference | undefined {
  return contentType === REFERENCE_TYPE
    ? (JSON.parse(Buffer.from(body).toString('utf8')) as AnswerReference)
    : undefined;
}
