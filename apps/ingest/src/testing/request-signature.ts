import { createHash, createHmac } from 'node:crypto';

/** A request as it came over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, encoded as they were sent. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** What a Signature Version 4 claims. */
export interface ClaimedSignature {
  readonly accessKeyId: string;
  readonly day: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

/** Reads an `Authorization` header; undefined where it is no Signature Version 4. */
export function claimedSignature(authorization: string): ClaimedSignature | undefined {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (found === null) return undefined;
  const [, accessKeyId, day, region, service, signedHeaders, signature] = found as unknown as readonly string[];
  return {
    accessKeyId: accessKeyId!,
    day: day!,
    region: region!,
    service: service!,
    signedHeaders: signedHeaders!.split(';'),
    signature: signature!,
  };
}

/** The signature that a request must bear, computed apart from the program's own way. Amazon S3's rules: the path is encoded once. */
export function requiredSignature(
  { method, target, headers }: WireRequest,
  { day, region, service, signedHeaders }: Omit<ClaimedSignature, 'accessKeyId' | 'signature'>,
  secret: string,
): string {
  const [path = '/', query = ''] = target.split('?');
  const pairs = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  const canonical = [
    method,
    path,
    [...pairs].sort().join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const scope = [day, region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), digest].join('\n');
  const key = scope.reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
