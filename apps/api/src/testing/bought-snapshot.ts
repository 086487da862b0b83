import { createHash } from 'node:crypto';
import type { Manifest, SnapshotContent } from '@stackcheck/datasets';
import { manifestFault } from '@stackcheck/datasets/open';
import { canonicalBytes, verifiersOf, type KeySet } from '@stackcheck/signing';
import { openApiDocument } from '../published/openapi';
import { ROUTES } from '../composition/routes';
import { descriptionCheck } from './description-check';
import { samplePublishing } from './publishing-context';
import type { StarterApi } from './starter-api';

export const OSV_SNAPSHOT = { operationId: 'service_osv_snapshot', target: '/v1/osv/snapshot' } as const;

/** What a buyer of a whole snapshot has. */
export interface BoughtSnapshot {
  readonly body: Buffer;
  readonly manifest: Manifest;
  readonly snapshot: SnapshotContent;
}

const { output } = ROUTES.find(({ operationId }) => operationId === OSV_SNAPSHOT.operationId)!;
const check = descriptionCheck(openApiDocument(samplePublishing()));

/** What of an answer is not as the route is described. */
export function answerFault(answer: object): string | undefined {
  return check(output.schema, answer);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The whole package advisories as bought, after every check that a buyer can make. */
export async function verifiedSnapshot({ url }: StarterApi, response: Response): Promise<BoughtSnapshot> {
  const body = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(response.headers.get('content-length')).toBe(String(body.length));
  const digest = Buffer.from(sha256Of(body), 'hex').toString('base64');
  expect(response.headers.get('content-digest')).toBe(`sha-256=:${digest}:`);
  const answer = JSON.parse(body.toString()) as { data: Omit<BoughtSnapshot, 'body'> };
  expect(answerFault(answer)).toBeUndefined();
  const { manifest, snapshot } = answer.data;
  const keys = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as KeySet;
  expect(manifestFault(manifest, verifiersOf(keys))).toBeUndefined();
  expect(sha256Of(canonicalBytes(snapshot))).toBe(manifest.sha256);
  return { body, manifest, snapshot };
}
