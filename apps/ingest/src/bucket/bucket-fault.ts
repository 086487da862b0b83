import { UpstreamError } from '@stackcheck/datasets/fetch';
import { retryAfterMs, TransientError } from '../adapters/retry';

/** What a server of the S3 protocol answered instead of what was asked for. */
export interface BucketRefusal {
  readonly status: number;
  /** The protocol's code, such as `NoSuchBucket`; empty where there was none. */
  readonly code: string;
  /** Region in which the server says that the bucket is. */
  readonly region: string | undefined;
  /** The server's `Date`. */
  readonly date: string | undefined;
  readonly retryAfter: string | undefined;
}

/** What was tried: the name of the permission that it needs. */
export type BucketAction = 's3:GetObject' | 's3:PutObject' | 's3:DeleteObject' | 's3:ListBucket';

/** What a refusal means to the operator, as the error to throw: one that another try may mend, or not. */
export function bucketFault(
  refusal: BucketRefusal,
  { action, address, bucket }: { readonly action: BucketAction; readonly address: string; readonly bucket: string },
  nowMs: number,
): Error {
  const { status, code, region } = refusal;
  const what = `${address}: ${status}${code === '' ? '' : ` ${code}`}`;
  const fault = (sentence: string): UpstreamError => new UpstreamError(`${what}: ${sentence}`);
  if (status >= 500 || TRANSIENT.has(status) || code === 'RequestTimeout' || code === 'SlowDown') {
    return new TransientError(what, retryAfterMs(refusal.retryAfter, nowMs));
  }
  if (code === 'RequestTimeTooSkewed') return fault(skewOf(refusal.date, nowMs));
  if (status === 301 || status === 302 || status === 307 || code === 'AuthorizationHeaderMalformed') {
    return fault(regionSentence(bucket, region));
  }
  if (status === 404) {
    return fault(
      code === 'NoSuchBucket' || action === 's3:ListBucket'
        ? `there is no bucket "${bucket}" there; make it, or mend the address, the endpoint or S3_PATH_STYLE`
        : 'there is no such object',
    );
  }
  const sentence = KEY_FAULTS[code];
  if (sentence !== undefined) return fault(sentence);
  if (status === 401 || status === 403) return fault(`the access key lacks the permission ${action} on ${address}`);
  return fault('the server refused the request');
}

const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 425, 429]);

const KEY_FAULTS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'the server does not know the access key AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is not the secret of this access key',
  ExpiredToken: 'the temporary credentials are over; replace them',
  InvalidToken: 'AWS_SESSION_TOKEN does not belong to this access key',
  XAmzContentSHA256Mismatch: 'the bytes changed on their way; another try may do',
};

function regionSentence(bucket: string, region: string | undefined): string {
  return region === undefined
    ? `bucket "${bucket}" is in another region; set AWS_REGION to that`
    : `bucket "${bucket}" is in region ${region}; set AWS_REGION=${region}`;
}

function skewOf(date: string | undefined, nowMs: number): string {
  const minutes = Math.round((nowMs - Date.parse(date ?? '')) / 60_000);
  if (Number.isNaN(minutes)) return "this machine's clock is wrong; set it";
  const side = minutes > 0 ? 'ahead of' : 'behind';
  return `this machine's clock is ${Math.abs(minutes)} minutes ${side} the server's; set it`;
}
