import { provenBy, unproven, type Claim } from './claim';
import type { ManifestReading } from './manifest-claim';
import { membersOf, textOf, type Members } from './members';
import { digestOf, type Proof } from './proof';

/** A manifest that was handed over, and what came of checking it. */
export interface CheckedManifest {
  readonly manifest: Members;
  readonly reading: ManifestReading;
}

/** Members of `meta`, and those of the manifest that they repeat. */
const REPEATED: readonly (readonly [inMeta: string, inManifest: string])[] = [
  ['as_of', 'fetched_at'],
  ['source', 'source_url'],
  ...['dataset', 'snapshot_id', 'licence', 'attribution', 'sha256', 'key_id'].map((name) => [name, name] as const),
];

/**
 * The claims of an answer's `meta`: one for each snapshot that it is from, which are several for a stack, and where another
 * dataset was joined.
 */
export function* metaClaims(meta: Members, manifests: readonly CheckedManifest[]): Proof<readonly Claim[]> {
  const datasets = membersOf(meta['datasets']);
  if (datasets === undefined) {
    return [meta, ...joinedParts(meta)].map((part) => metaClaim(part, manifests));
  }
  const parts = Object.values(datasets).map((part) => membersOf(part) ?? {});
  const claims = parts.map((part) => metaClaim(part, manifests));
  const fault = yield* joinedFault(meta, parts);
  return fault === undefined ? claims : [...claims, unproven('snapshot', textOf(meta, 'snapshot_id') ?? null, fault)];
}

/** The metadata of joined datasets. What is none, or of another dataset than its name says, proves nothing. */
function joinedParts(meta: Members): readonly Members[] {
  if (!('joined' in meta)) return [];
  const joined = membersOf(meta['joined']);
  if (joined === undefined) return [{}];
  return Object.entries(joined).map(([dataset, part]) => {
    const members = membersOf(part);
    return members?.['dataset'] === dataset ? members : {};
  });
}

function metaClaim(meta: Members, manifests: readonly CheckedManifest[]): Claim {
  const id = textOf(meta, 'snapshot_id') ?? null;
  const no = (fault: string): Claim => unproven('snapshot', id, fault);
  const found = manifests.find(({ manifest }) => textOf(manifest, 'snapshot_id') === id);
  if (id === null || found === undefined) return no('its manifest was not handed over');
  const { manifest, reading } = found;
  if (!reading.ok) return no(reading.fault);
  const other = REPEATED.find(([inMeta, inManifest]) => meta[inMeta] !== manifest[inManifest]);
  if (other !== undefined) return no(`meta.${other[0]} is not that of the manifest`);
  // Answers from before there was this member have none.
  if ('starter' in meta && meta['starter'] !== manifest['starter']) {
    return no('meta.starter is not that of the manifest');
  }
  if (!reading.signatures.includes(textOf(meta, 'signature') ?? '')) {
    return no('meta.signature is none of the manifest');
  }
  return provenBy('snapshot', id, reading.keyId);
}

/** What of a stack's own `meta` does not follow from its parts. */
function* joinedFault(meta: Members, parts: readonly Members[]): Proof<string | undefined> {
  const of = (name: string) => parts.map((part) => textOf(part, name) ?? '');
  const [asOf = ''] = of('as_of').sort();
  const hashes = of('sha256');
  const sha256 = yield* digestOf(
    of('dataset')
      .map((dataset, at) => `${dataset}:${hashes[at]}\n`)
      .join(''),
  );
  const expected: Members = {
    dataset: 'stack',
    as_of: asOf,
    sha256,
    snapshot_id: `stack-${asOf.replace(/[-:]/g, '')}-${sha256.slice(0, SHORT_HASH_CHARS)}`,
    signature: of('signature').join('.'),
    key_id: [...new Set(of('key_id'))].join('.'),
  };
  const other =
    Object.keys(expected).find((name) => meta[name] !== expected[name]) ??
    (repeatsSignatures(meta, parts) ? undefined : 'signatures');
  return other === undefined ? undefined : `meta.${other} does not follow from meta.datasets`;
}

/** As many of a digest's digits as name a snapshot. */
const SHORT_HASH_CHARS = 8;

/** Members of a part that its entry in the list of signatures repeats. */
const OF_A_SIGNATURE = ['dataset', 'snapshot_id', 'key_id', 'signature'];

/** Whether the list of signatures is that of the parts, in their order. Answers from before there was this member have none. */
function repeatsSignatures(meta: Members, parts: readonly Members[]): boolean {
  if (!('signatures' in meta)) return true;
  const entries = meta['signatures'];
  if (!Array.isArray(entries) || entries.length !== parts.length) return false;
  return parts.every((part, at) => {
    const entry = membersOf(entries[at]);
    return entry !== undefined && OF_A_SIGNATURE.every((name) => entry[name] === part[name]);
  });
}
