import type { Manifest } from '@stackcheck/datasets';
import type { AnswerMeta } from '@stackcheck/datasets/serve';
import { join, pack, wrap, type GzipMembers } from './gzip-members';

interface KnownMeta {
  readonly before: string;
  readonly after: string;
  readonly gzipped: { readonly before: GzipMembers; readonly after: GzipMembers };
}

const metas = new WeakMap<Manifest, KnownMeta>();
const TIME = '"retrieved_at":"';

/**
 * An answer's bytes: `data`, which ends where `meta` follows, and the metadata of this moment. From one answer of a snapshot to
 * the next only the time differs, so all else is compressed once: for a short answer compressing takes longer than computing.
 */
export function withMeta(data: GzipMembers, manifest: Manifest, meta: AnswerMeta): GzipMembers {
  const text = JSON.stringify(meta);
  const at = text.indexOf(TIME) + TIME.length;
  const before = text.slice(0, at);
  const after = `${text.slice(at + meta.retrieved_at.length)}}`;
  let known = metas.get(manifest);
  if (known?.before !== before || known.after !== after) {
    known = { before, after, gzipped: { before: pack(before), after: pack(after) } };
    metas.set(manifest, known);
  }
  return join([data, known.gzipped.before, wrap(meta.retrieved_at), known.gzipped.after]);
}
