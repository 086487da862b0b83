import { flatSchemaFault } from './flat-schema';

const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const SIGNATURE = { type: 'string', pattern: '^[A-Za-z0-9_-]{86}$' } as const;
const SNAPSHOT_ID = { type: 'string', pattern: '^[a-z]+-\\d{8}T\\d{6}Z-[0-9a-f]{8}$' } as const;
const TEXT = { type: 'string', minLength: 1 } as const;

/** JSON Schema of a manifest (with `scopes`, `starter` and the optional `retrieved_from`). Knows no further members. */
export const MANIFEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: [
    'dataset',
    'version',
    'snapshot_id',
    'fetched_at',
    'source_url',
    'licence',
    'attribution',
    'upstream_etag',
    'record_count',
    'sha256',
    'prev_snapshot_id',
    'key_id',
    'signature',
    'scopes',
    'starter',
  ],
  properties: {
    dataset: { type: 'string', pattern: '^[a-z]+$' },
    version: { const: 1 },
    snapshot_id: SNAPSHOT_ID,
    fetched_at: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' },
    source_url: TEXT,
    licence: TEXT,
    attribution: TEXT,
    upstream_etag: { type: ['string', 'null'] },
    record_count: { type: 'integer', minimum: 1 },
    sha256: HASH,
    prev_snapshot_id: { anyOf: [SNAPSHOT_ID, { type: 'null' }] },
    key_id: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
    signature: SIGNATURE,
    scopes: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'scope', 'signature'],
        properties: { name: { type: 'string', pattern: '^[a-z]+$' }, scope: TEXT, signature: SIGNATURE },
      },
    },
    starter: { type: 'boolean' },
    retrieved_from: TEXT,
  },
} as const;

/** Where and how a value differs from a manifest's shape, or undefined. */
export function manifestShapeFault(value: unknown): string | undefined {
  return flatSchemaFault(value, MANIFEST_SCHEMA);
}
