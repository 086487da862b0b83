import { answerMeta } from './answer-meta';
import { IngestHarness } from '../testing';

describe('the metadata of an answer', () => {
  it('has the shape of the specification, and another signature on the image route', async () => {
    const harness = new IngestHarness();
    const manifest = await harness.published('1.0');
    const time = { nowMs: Date.parse('2026-11-20T07:00:00.123Z'), stale: false };

    const meta = answerMeta(manifest, null, time);
    const image = answerMeta(manifest, 'image', time);

    expect(meta).toEqual({
      dataset: 'eol',
      snapshot_id: manifest.snapshot_id,
      as_of: '2026-11-20T06:22:05Z',
      retrieved_at: '2026-11-20T07:00:00.123Z',
      source: 'https://endoflife.date/api/v1/products/full',
      licence: 'MIT',
      attribution: expect.stringContaining('endoflife.date contributors') as string,
      sha256: manifest.sha256,
      signature: manifest.signature,
      key_id: harness.signer.keyId,
      manifest_url: '/v1/eol/manifest',
      stale: false,
      starter: false,
      notice: expect.stringMatching(/as is, without warranty, and is not endorsed by the source/) as string,
    });
    expect({ ...image, signature: meta.signature }).toEqual(meta);
    expect(image.signature).not.toBe(meta.signature);
    expect(() => answerMeta(manifest, 'other', time)).toThrow(/no statement/);
  });
});
