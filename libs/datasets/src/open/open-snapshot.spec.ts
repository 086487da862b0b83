import * as fc from 'fast-check';
import { matchVersion } from '@stackcheck/eol-core';
import { checkPurls } from '@stackcheck/osv-core';
import { canonicalJson, generateKeyPem, sha256Hex, signerFromPem, type KeySet } from '@stackcheck/signing';
import { KeyError } from '@stackcheck/signing/keys';
import { contentChunks } from '../osv/content';
import { osvDataset } from '../osv/dataset';
import { AdvisoryHarness } from '../osv/testing/advisory-harness';
import { publishStarter } from '../publish/publish-starter';
import { seal } from '../sealing/seal';
import type { Manifest } from '../snapshot/snapshot';
import { IngestHarness } from '../testing/ingest-harness';
import { openManifest, openSnapshot, SnapshotError, type SnapshotFaultCode } from './index';

const harness = new IngestHarness();
const keys: KeySet = { keys: [harness.signer.publicJwk] };

interface Parts {
  readonly manifest: Manifest;
  readonly snapshot: Record<string, unknown>;
}

/** What the service answers of its starter, whose facts are real. */
async function starterOf(id: 'eol' | 'kev' | 'epss' | 'models'): Promise<Parts> {
  const one = Object.assign(new IngestHarness(id), { signer: harness.signer });
  const outcome = await publishStarter(one.dataset, one.deps());
  if (outcome.kind !== 'published') throw new Error(outcome.kind);
  const { manifest, content } = one.store.find(id, outcome.manifest.snapshot_id)!;
  return { manifest, snapshot: JSON.parse(new TextDecoder().decode(content)) as Parts['snapshot'] };
}

let eol: Parts;
beforeAll(async () => {
  eol = await starterOf('eol');
});

function faultOf(bytes: Parameters<typeof openSnapshot>[0], given: KeySet = keys): SnapshotFaultCode {
  try {
    openSnapshot(bytes, given);
  } catch (error) {
    if (error instanceof SnapshotError) return error.code;
    throw error;
  }
  throw new Error('it was opened');
}

it('a manifest is opened by itself, as it is answered, as its data and as it is', () => {
  const { manifest } = eol;
  const unproven = JSON.stringify({ ...manifest, sha256: '00'.repeat(32) });

  for (const document of [{ data: { manifest }, meta: {} }, { manifest }, manifest])
    expect(openManifest(JSON.stringify(document), keys)).toEqual(manifest);
  expect(() => openManifest(unproven, keys)).toThrow(SnapshotError);
});

describe('a snapshot that is proven', () => {
  it('is opened to the look-up of its dataset', () => {
    const opened = openSnapshot(JSON.stringify({ data: eol, meta: {} }), keys);

    if (opened.dataset !== 'eol') throw new Error(opened.dataset);
    expect(opened.manifest).toEqual(eol.manifest);
    expect(opened.index.complete).toBe(false);
    expect(matchVersion(opened.index.products.find('nodejs')!, '18.19.0')).toMatchObject({ name: '18' });
  });

  it('is the same as text, as bytes, parsed, and as its data alone', () => {
    const text = JSON.stringify({ data: eol });
    const expected = openSnapshot(text, keys).manifest;

    for (const form of [new TextEncoder().encode(text), { data: eol }, eol, JSON.stringify(eol)]) {
      expect(openSnapshot(form, keys).manifest).toEqual(expected);
    }
    expect(openSnapshot(text, JSON.stringify(keys)).manifest).toEqual(expected);
  });

  it.each(['kev', 'epss', 'models'] as const)('may be of %s', async (id) => {
    const opened = openSnapshot(await starterOf(id), keys);

    expect(opened.dataset).toBe(id);
    expect(opened.index).toBeDefined();
  });

  it('may be of the package advisories, which answer as the index file does', async () => {
    const advisories = new AdvisoryHarness();
    await publishStarter(osvDataset, advisories.deps());
    const index = await advisories.index();
    const text = `{"data":{"manifest":${canonicalJson(advisories.current().manifest)},"snapshot":${[...contentChunks(index.reader)].join('')}}}`;

    const opened = openSnapshot(text, { keys: [advisories.signer.publicJwk] });

    if (opened.dataset !== 'osv') throw new Error(opened.dataset);
    const purls = [
      'pkg:npm/lodash@4.17.20',
      'pkg:pypi/django@2.2',
      'pkg:npm/left-pad@1.0.0',
      'pkg:cargo/nothing@1.0.0',
    ];
    expect(checkPurls(opened.index, purls)).toEqual(checkPurls(index, purls));
  });
});

describe('a snapshot that is not', () => {
  const other = signerFromPem(generateKeyPem());

  it.each<[string, SnapshotFaultCode, () => Parameters<typeof openSnapshot>[0]]>([
    ['a page', 'not_json', () => '<html>'],
    ['bytes that are no text', 'not_json', () => Uint8Array.of(0xff)],
    ['a list', 'unknown_format', () => '[]'],
    ['an answer', 'unknown_format', () => ({ data: { product: 'nodejs' }, meta: {} })],
    ['a delta', 'unknown_format', () => ({ data: { manifest: eol.manifest, delta: {} } })],
    ['one with a manifest of its own', 'unknown_format', () => ({ ...eol, manifest: { ...eol.manifest, mine: 1 } })],
    ['one of a later manifest', 'unknown_version', () => ({ ...eol, manifest: { ...eol.manifest, version: 2 } })],
    [
      'one of later records',
      'unknown_version',
      () => signed({ ...eol.snapshot, meta: { ...META, records_version: 99 } }),
    ],
    ['one whose records are not', 'unknown_version', () => signed({ ...eol.snapshot, products: [{}] })],
    [
      'one of a key that nobody knows',
      'wrong_key',
      () => ({ ...eol, manifest: { ...eol.manifest, key_id: other.keyId } }),
    ],
    [
      'one with another time',
      'altered',
      () => ({ ...eol, manifest: { ...eol.manifest, fetched_at: '2020-01-01T00:00:00Z' } }),
    ],
    ['one with another licence', 'altered', () => ({ ...eol, manifest: { ...eol.manifest, licence: 'none' } })],
    ['one with another content', 'altered', () => ({ ...eol, snapshot: { ...eol.snapshot, meta: META } })],
    ['one without a canonical form', 'altered', () => ({ ...eol, snapshot: { ...eol.snapshot, more: '\ud800' } })],
  ])('%s is refused: %s', (_what, code, bytes) => {
    expect(faultOf(bytes())).toBe(code);
  });

  it('is refused with the keys of somebody else, and keys that are none have an error of their own', () => {
    expect(faultOf(eol, { keys: [other.publicJwk] })).toBe('wrong_key');
    expect(faultOf(eol, { keys: [] })).toBe('wrong_key');
    for (const none of [undefined, null, {}, { keys: [null] }, { keys: [{}] }, 'keys']) {
      expect(() => openSnapshot(eol, none as unknown as KeySet)).toThrow(KeyError);
    }
  });

  it('is never opened with any character changed (property)', () => {
    const text = JSON.stringify(eol);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('0', 'a', '"', '}', ' ', 'null'), (at, put) => {
        const changed = text.slice(0, at) + put + text.slice(at + 1);
        fc.pre(!isSame(changed, text));

        expect(['not_json', 'unknown_format', 'unknown_version', 'wrong_key', 'altered']).toContain(faultOf(changed));
      }),
      { numRuns: process.env['CAMPAIGN'] === 'full' ? 600 : 60 },
    );
  }, 600_000);

  it('throws nothing else, whatever it is (property)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string()), fc.boolean(), (value, isInside) => {
        const bytes = isInside ? { data: { manifest: value, snapshot: value } } : (value as object);

        expect(() => openSnapshot(bytes, keys)).toThrow(SnapshotError);
      }),
    );
  });
});

const META = { upstream_schema_version: '1.2.1' };

/** Whether two texts are the same JSON: a blank more or less is no change. */
function isSame(a: string, b: string): boolean {
  try {
    return canonicalJson(JSON.parse(a)) === canonicalJson(JSON.parse(b));
  } catch {
    return false;
  }
}

/** A content that the service signed, whatever it is. */
function signed(snapshot: Record<string, unknown>): Parts {
  const bytes = new TextEncoder().encode(canonicalJson(snapshot));
  const prepared = { bytes, sha256: sha256Hex(bytes), recordCount: 1, scopes: [] };
  const options = { nowMs: 0, previous: undefined, upstreamEtag: null, signer: harness.signer };
  const { manifest } = seal(harness.dataset, prepared, { ...options, starter: false, retrievedFrom: undefined });
  return { manifest, snapshot };
}
