import { gunzipSync } from 'node:zlib';
import type { Manifest } from '@stackcheck/datasets';
import type { AnswerMeta } from '@stackcheck/datasets/serve';
import fc from 'fast-check';
import { pack } from './gzip-members';
import { withMeta } from './with-meta';

const meta = (retrievedMs: number, stale: boolean, notice: string): AnswerMeta => ({
  dataset: 'eol',
  snapshot_id: 'eol-20261120T000000Z-00000000',
  as_of: '2026-11-20T00:00:00.000Z',
  retrieved_at: new Date(retrievedMs).toISOString(),
  source: 'https://example.org/"retrieved_at":"',
  licence: 'MIT',
  attribution: 'a',
  sha256: '0'.repeat(64),
  signature: 's',
  key_id: 'k',
  manifest_url: '/v1/eol/manifest',
  stale,
  starter: false,
  notice,
});

describe('an answer with its metadata', () => {
  const manifests = [{}, {}] as unknown as readonly Manifest[];

  it('is the JSON of both, whatever was answered before, and its gzip members hold the same bytes', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...manifests),
        fc.integer({ min: 0, max: 4e12 }),
        fc.boolean(),
        fc.constantFrom('', 'a "notice"', '–'),
        (manifest, ms, stale, notice) => {
          const written = meta(ms, stale, notice);
          const { bytes, gzipped } = withMeta(pack('{"data":{"é":1},"meta":'), manifest, written);

          expect(Buffer.from(bytes).toString()).toBe(JSON.stringify({ data: { é: 1 }, meta: written }));
          expect(gunzipSync(gzipped).equals(bytes)).toBe(true);
        },
      ),
    ));
});
