import { array, flag, object, ref, text, type JsonSchema } from '../query/json-schema';

const INSTANT: JsonSchema = { type: 'string', format: 'date-time' };
const SHA256: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{64}$' };

/** Component schemas of the metadata of a combined answer. */
export const STACK_META_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  StackSignature: object({
    dataset: text('The part.'),
    snapshot_id: text('Its snapshot.'),
    key_id: text('RFC 7638 thumbprint of the signing key.'),
    signature: { type: 'string', pattern: '^[A-Za-z0-9_-]{86}$', description: 'Ed25519, base64url.' },
    manifest_url: { type: 'string', format: 'uri', description: 'The manifest that the signature is of, free.' },
  }),
  StackMeta: object(
    {
      dataset: { type: 'string', const: 'stack' },
      snapshot_id: text('`stack-<UTC timestamp compact>-<short hash>`, of the parts.'),
      as_of: { ...INSTANT, description: 'Time of the oldest part.' },
      retrieved_at: { ...INSTANT, description: 'Time the answer was produced.' },
      source: {
        type: 'string',
        format: 'uri',
        description: 'State of the datasets; the origin of each is in `datasets`.',
      },
      licence: text('Licences of the parts.'),
      attribution: text('Attributions to be shown with the data.'),
      sha256: { ...SHA256, description: 'SHA-256 of the lines `<dataset>:<sha256>` of the parts.' },
      signature: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]{86}(\\.[A-Za-z0-9_-]{86}){0,3}$',
        description: 'Those of `signatures`, joined by points.',
      },
      key_id: text('RFC 7638 thumbprints of the signing keys, each once, joined by points.'),
      manifest_url: text('Path of the state of the datasets; the manifest of each part is in `signatures`.'),
      stale: flag('True when any part is older than its expected refresh.'),
      starter: flag('True when any part is from a starter selection.'),
      notice: text('Disclaimers, each sentence once.'),
      signatures: array(ref('StackSignature'), 'What proves each part, in the order of `datasets`.'),
      datasets: object(
        { eol: ref('Meta'), kev: ref('Meta'), osv: ref('Meta'), epss: ref('Meta') },
        { optional: ['eol', 'kev', 'osv', 'epss'], description: 'The snapshots that the answer came from.' },
      ),
    },
    { description: 'The dataset snapshots that a combined answer came from.' },
  ),
};
