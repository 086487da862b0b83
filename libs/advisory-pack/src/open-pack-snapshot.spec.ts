import { publishDataset } from '@stackcheck/datasets';
import { osvDataset } from '@stackcheck/datasets/osv';
import { SnapshotError, type Manifest } from '@stackcheck/datasets/advisories';
import { AdvisoryHarness } from '@stackcheck/datasets/testing';
import { checkPurls } from '@stackcheck/osv-core';
import { generateKeyPem, signerFromPem, type KeySet } from '@stackcheck/signing';
import { openPackSnapshot, packChunks, packInMemory } from './index';

const harness = new AdvisoryHarness();
const keys: KeySet = { keys: [harness.signer.publicJwk] };
let manifest: Manifest;
let bytes: Uint8Array;

beforeAll(async () => {
  const outcome = await publishDataset(osvDataset, harness.deps({ packAdvisories: packChunks }));
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  manifest = outcome.manifest;
  bytes = [...harness.files.packs.values()][0]!;
});

function codeOf(run: () => void): string {
  try {
    run();
    return 'opened';
  } catch (error) {
    if (error instanceof SnapshotError) return error.code;
    throw error;
  }
}

const altered = (at: number): Uint8Array => Uint8Array.from(bytes, (byte, n) => (n === at ? byte ^ 1 : byte));

describe('a bought pack', () => {
  it.each<[string, () => Parameters<typeof openPackSnapshot>[1]]>([
    ['as it is answered', () => ({ data: { manifest } })],
    ['as text', () => JSON.stringify({ data: { manifest } })],
    ['by itself', () => manifest],
  ])('is opened with its manifest %s, and answers', (_what, form) => {
    const opened = openPackSnapshot(bytes, form(), JSON.stringify(keys));

    expect(opened.manifest).toEqual(manifest);
    expect(opened.index.complete).toBe(true);
    const { results } = checkPurls(opened.index, ['pkg:npm/lodash@4.17.15']);
    expect(results).toMatchObject([{ vulnerable: true, minimum_safe: '4.17.21' }]);
  });

  it.each<[string, string, () => void]>([
    ['altered', 'with another byte in a block', () => openPackSnapshot(altered(20), manifest, keys)],
    ['altered', 'that was cut', () => openPackSnapshot(bytes.subarray(0, -9), manifest, keys)],
    ['unknown_format', 'that is another file', () => openPackSnapshot(Buffer.from('{}'), manifest, keys)],
    [
      'unknown_version',
      'of a later form',
      () =>
        openPackSnapshot(
          Uint8Array.from(bytes, (byte, n) => (n === 7 ? 2 : byte)),
          manifest,
          keys,
        ),
    ],
    [
      'wrong_key',
      'signed by a stranger',
      () => openPackSnapshot(bytes, manifest, { keys: [signerFromPem(generateKeyPem()).publicJwk] }),
    ],
    ['altered', 'with another manifest', () => openPackSnapshot(bytes, { ...manifest, record_count: 1 }, keys)],
    [
      'altered',
      'with the scope of another pack',
      () => {
        const scopes = manifest.scopes.map((one) => ({ ...one, scope: `dataset+${one.name}-map:${'0'.repeat(64)}` }));
        openPackSnapshot(bytes, { ...manifest, scopes }, keys);
      },
    ],
    ['unknown_format', 'whose snapshot has none', () => openPackSnapshot(bytes, { ...manifest, scopes: [] }, keys)],
    ['unknown_format', 'with a manifest that is none', () => openPackSnapshot(bytes, { data: {} }, keys)],
    ['not_json', 'with no JSON', () => openPackSnapshot(bytes, '{', keys)],
  ])('is %s: %s', (code, _what, open) => {
    expect(codeOf(open)).toBe(code);
  });

  it('is closed where it is not opened', () => {
    let closed = 0;
    const pack = { ...packInMemory(altered(30)), close: () => void closed++ };

    expect(codeOf(() => openPackSnapshot(pack, manifest, keys))).toBe('altered');
    expect(closed).toBe(1);
  });
});
