import Ajv from 'ajv';
import * as fc from 'fast-check';
import { MANIFEST_SCHEMA, manifestShapeFault } from './manifest-schema';

const ajv = new Ajv({ allowUnionTypes: true }).compile(MANIFEST_SCHEMA);

const MANIFEST: Readonly<Record<string, unknown>> = {
  dataset: 'kev',
  version: 1,
  snapshot_id: 'kev-20261122T092947Z-0123abcd',
  fetched_at: '2026-11-22T09:29:47Z',
  source_url: 'https://example.org/kev.json',
  licence: 'CC0-1.0',
  attribution: 'CISA',
  upstream_etag: null,
  record_count: 1,
  sha256: '0'.repeat(64),
  prev_snapshot_id: null,
  key_id: 'k'.repeat(43),
  signature: 's'.repeat(86),
  scopes: [{ name: 'image', scope: 'dataset+image-map:0', signature: 's'.repeat(86) }],
  starter: false,
};

/** What stands in the place of a member: of its own form, near it, or of any other. */
const replacement = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, 0, 1, 1.5, -1, '', 'kev', true, [], {}, [{}], ['x'], '0'.repeat(64)),
  fc.constantFrom<unknown>([{ ...(MANIFEST['scopes'] as object[])[0], more: 1 }], [{ name: 'image', scope: '' }]),
  fc.anything(),
);

test('a manifest has its shape exactly where ajv says so', () => {
  expect(manifestShapeFault(MANIFEST)).toBeUndefined();
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(MANIFEST), 'retrieved_from', 'more'), replacement, (name, value) => {
      const { [name]: _before, ...rest } = MANIFEST;
      const changed = value === undefined ? rest : { ...MANIFEST, [name]: value };

      expect(manifestShapeFault(changed) === undefined).toBe(ajv(changed));
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(manifestShapeFault(value) === undefined).toBe(ajv(value));
    }),
  );
});

test.each([
  ['/sha256', { ...MANIFEST, sha256: 'x' }],
  ['/scopes/0', { ...MANIFEST, scopes: [{}] }],
  ['/record_count', { ...MANIFEST, record_count: 0 }],
])('a fault names its place: %s', (place, value) => {
  expect(manifestShapeFault(value)).toMatch(new RegExp(`^${place} must `));
});
