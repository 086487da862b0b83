import { ERROR_CODES } from '@stackcheck/contract';
import { ANSWER_SCHEMAS } from '@stackcheck/queries/schemas';
import { array, flag, integer, nullable, object, ref, text, type JsonSchema } from '@stackcheck/queries/json-schema';

const INSTANT: JsonSchema = { type: 'string', format: 'date-time' };
const SHA256: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const SIGNATURE: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{86}$',
  description: 'Ed25519, base64url without padding.',
};

const META_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  dataset: text('Dataset name.'),
  snapshot_id: text('`<dataset>-<UTC timestamp compact>-<short hash>`.'),
  as_of: { ...INSTANT, description: 'Time of the snapshot.' },
  retrieved_at: { ...INSTANT, description: 'Time the answer was produced.' },
  source: { type: 'string', format: 'uri', description: 'Origin of the data.' },
  licence: text('Licence of the data.'),
  attribution: text('Attribution to be shown with the data.'),
  sha256: { ...SHA256, description: 'Hash of the snapshot.' },
  signature: {
    ...SIGNATURE,
    description:
      "Signature over the statement of the snapshot's identity; the same on every answer of one snapshot, another on the image route.",
  },
  key_id: text('RFC 7638 thumbprint of the signing key; see /.well-known/jwks.json.'),
  manifest_url: text('Path of the dataset manifest.'),
  stale: flag('True when the data is older than its expected refresh.'),
  starter: flag('True for the embedded starter selection: what it does not hold is not known.'),
  notice: text('Disclaimer.'),
};

const META = object(META_MEMBERS, { description: 'The dataset snapshot an answer came from.' });

const JOINED_META = object(
  {
    ...META_MEMBERS,
    joined: object(
      { epss: ref('Meta'), osv: ref('Meta'), eol: ref('Meta') },
      {
        optional: ['epss', 'osv', 'eol'],
        description: 'The snapshots of other datasets that were joined; absent when none was at hand.',
      },
    ),
  },
  { optional: ['joined'], description: 'The dataset snapshot an answer came from, and what was joined to it.' },
);

const MANIFEST = object(
  {
    dataset: text('Dataset name.'),
    version: { type: 'integer', const: 1 },
    snapshot_id: text('Identifier of the snapshot.'),
    fetched_at: { ...INSTANT, description: 'Time of the snapshot.' },
    source_url: { type: 'string', format: 'uri', description: 'Whose data it is.' },
    licence: text('Licence of the data.'),
    attribution: text('Attribution to be shown with the data.'),
    upstream_etag: nullable(text('Validator of the upstream reply.')),
    record_count: integer('Records of the snapshot.', 0),
    sha256: { ...SHA256, description: 'SHA-256 of the snapshot in RFC 8785 form.' },
    prev_snapshot_id: nullable(text('The snapshot before.')),
    key_id: text('RFC 7638 thumbprint of the signing key.'),
    signature: SIGNATURE,
    scopes: array(
      object({ name: text('Short name.'), scope: text('Scope of the statement.'), signature: SIGNATURE }),
      'Further signed statements over the same snapshot.',
    ),
    starter: flag('True for the embedded starter selection.'),
    retrieved_from: text(
      'Address that this document was fetched from, a mirror perhaps; `embedded` for the starter selection.',
    ),
  },
  { optional: ['retrieved_from'] },
);

const WHOLE_RECORD: JsonSchema = { type: 'object', description: 'A record as it stands in the newer snapshot.' };

const DELTA = object(
  {
    from: text('Snapshot that the delta is applied to.'),
    to: text('Snapshot that it leads to: `manifest.snapshot_id`.'),
    list: object({
      part: text('Member of the snapshot that holds its records.'),
      key: text('Member of a record that is its id.'),
    }),
    added: array(WHOLE_RECORD, 'Records of new ids, in ascending order of id.'),
    changed: array(WHOLE_RECORD, 'Records that differ, in ascending order of id.'),
    removed: array(text('Id.'), 'Ids that are gone.'),
    rest: { type: 'object', description: 'All other members of the newer snapshot.' },
    sha256: { ...SHA256, description: 'SHA-256 of this delta without its last three members, in RFC 8785 form.' },
    key_id: text('RFC 7638 thumbprint of the signing key.'),
    signature: { ...SIGNATURE, description: "Ed25519 over the statement of the delta's ends and hash." },
  },
  { description: 'What turns an earlier snapshot into the current one; how to apply and verify it: docs/signing.md.' },
);

const ERROR_OBJECT = object(
  {
    code: { type: 'string', enum: ERROR_CODES },
    message: text('What was wrong, naming the field.'),
    next: text('What to do next.'),
    docs: { type: 'string', format: 'uri' },
    suggestions: array(text('A close id.'), 'Only on unknown_id; at most five.'),
  },
  { optional: ['suggestions'] },
);

const V1_REQUIREMENT = object({
  scheme: { type: 'string', const: 'exact' },
  network: text('v1 network name.'),
  maxAmountRequired: text('Atomic USDC.'),
  asset: text('Token address.'),
  payTo: text('Recipient.'),
  resource: { type: 'string', format: 'uri' },
  description: text('What is sold.'),
  mimeType: text('Type of the answer.'),
  maxTimeoutSeconds: integer('Signing window.'),
  outputSchema: { type: 'object' },
  extra: object({ name: text('EIP-712 domain name.'), version: text('EIP-712 domain version.') }),
});

/** Component schemas that do not come from input classes. */
export const SHARED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: object({ error: ERROR_OBJECT }),
  PaymentRequired: object({
    x402Version: { type: 'integer', const: 1 },
    accepts: { type: 'array', minItems: 1, items: V1_REQUIREMENT },
    error: ERROR_OBJECT,
  }),
  Meta: META,
  JoinedMeta: JOINED_META,
  Manifest: MANIFEST,
  Delta: DELTA,
  Snapshot: {
    type: 'object',
    description: 'The content that `sha256` covers.',
    properties: {
      dataset: text('Dataset name.'),
      meta: {
        type: 'object',
        properties: { upstream_schema_version: text('Version of the upstream schema.') },
        required: ['upstream_schema_version'],
        additionalProperties: true,
      },
    },
    required: ['dataset', 'meta'],
    additionalProperties: true,
  },
  ...ANSWER_SCHEMAS,
};
