import { createHash } from 'node:crypto';
import type { AnswerMeta } from '@stackcheck/datasets/serve';
import { stackMeta } from './stack-meta';

const AS_IS =
  'Data is provided as is, without warranty, and is not endorsed by the source. It was normalised (modified) by this service.';

const part = (dataset: string, more: Partial<AnswerMeta> = {}): AnswerMeta => ({
  dataset,
  snapshot_id: `${dataset}-20261120T110000Z-f0f0f0f0`,
  as_of: '2026-11-20T11:00:00Z',
  retrieved_at: '2026-11-20T12:00:00.000Z',
  source: `https://${dataset}.example`,
  licence: 'MIT',
  attribution: `Data of ${dataset}. Modified.`,
  sha256: 'f0'.repeat(32),
  signature: dataset.repeat(2),
  key_id: 'key',
  manifest_url: `/v1/${dataset}/manifest`,
  stale: false,
  starter: false,
  notice: AS_IS,
  ...more,
});

const meta = stackMeta(
  { eol: part('eol'), kev: part('kev', { notice: `${AS_IS} What is not listed may be exploited.` }) },
  { nowMs: Date.parse('2026-11-20T12:00:00Z'), baseUrl: 'https://stackcheck.example' },
);

describe('the metadata of a stack', () => {
  it('lists what proves each part, with the whole URL of its manifest', () => {
    expect(meta.signatures).toEqual([
      {
        dataset: 'eol',
        snapshot_id: 'eol-20261120T110000Z-f0f0f0f0',
        key_id: 'key',
        signature: 'eoleol',
        manifest_url: 'https://stackcheck.example/v1/eol/manifest',
      },
      {
        dataset: 'kev',
        snapshot_id: 'kev-20261120T110000Z-f0f0f0f0',
        key_id: 'key',
        signature: 'kevkev',
        manifest_url: 'https://stackcheck.example/v1/kev/manifest',
      },
    ]);
    expect(meta.signature).toBe('eoleol.kevkev');
  });

  it('has a hash of the parts, each with its name, and a name from it', () => {
    const sha256 = createHash('sha256')
      .update(`eol:${'f0'.repeat(32)}\nkev:${'f0'.repeat(32)}\n`)
      .digest('hex');

    expect([meta.sha256, meta.snapshot_id]).toEqual([sha256, `stack-20261120T110000Z-${sha256.slice(0, 8)}`]);
  });

  it.each(['stale', 'starter'] as const)('is %s where one part is', (member) => {
    const of = (eol: boolean, kev: boolean) =>
      stackMeta(
        { eol: part('eol', { [member]: eol }), kev: part('kev', { [member]: kev }) },
        { nowMs: 0, baseUrl: '' },
      )[member];

    expect([of(false, false), of(true, false), of(false, true), of(true, true)]).toEqual([false, true, true, true]);
  });

  it('is as old as its oldest part', () => {
    const parts = { eol: part('eol'), kev: part('kev', { as_of: '2026-11-19T23:00:00Z' }) };

    expect(stackMeta(parts, { nowMs: 0, baseUrl: '' }).as_of).toBe('2026-11-19T23:00:00Z');
  });

  it('says each notice and each attribution once', () => {
    expect([meta.notice, meta.attribution, meta.licence]).toEqual([
      `${AS_IS} What is not listed may be exploited.`,
      'Data of eol. Modified. Data of kev. Modified.',
      'MIT',
    ]);
  });
});
