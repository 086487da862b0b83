import type { AdvisoriesOpened, StoredAdvisories } from '@stackcheck/datasets/osv';
import type { PackOpened } from '@stackcheck/datasets/advisories';
import { canonicalBytes } from '@stackcheck/signing';
import type { DownloadName } from '../../catalogue/define-route';
import { PACK_TYPE, WITHOUT_PACK } from '../../catalogue/dataset/pack-form';
import { JSON_TYPE } from '../render-answer';
import type { AnswerReference } from './answer-reference';

/** An open snapshot in the form in which it is sent. */
export interface DownloadSource {
  /** From the first byte on, in pieces of at most 64 KiB. @param content given the pieces that `contentSha256` is of */
  pieces(content?: (piece: Uint8Array) => void): Iterable<Uint8Array>;
  /** What the manifest says of the snapshot's own bytes. */
  readonly contentSha256: string;
  /** Where length and digest of all that is sent are known without reading it again. */
  readonly measured?: Pick<AnswerReference, 'length' | 'sha256'>;
  close(): void;
}

/** `forgotten`: no such snapshot is stored any more; `missing`: it is, but not what is sent of it. */
export type SourceOpened =
  | { readonly kind: 'open'; readonly source: DownloadSource }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'fault'; readonly fault: string };

/** Where snapshots are opened, each verified. */
export interface SourceDeps {
  open(snapshotId: string): Promise<AdvisoriesOpened>;
  openPack(snapshotId: string): Promise<PackOpened>;
}

/** Opens a snapshot to be sent. @throws when it cannot be read now */
export async function openSource({ snapshotId, form }: DownloadName, deps: SourceDeps): Promise<SourceOpened> {
  if (form === 'pack') return packSource(await deps.openPack(snapshotId));
  const opened = await deps.open(snapshotId);
  return opened.kind === 'open' ? { kind: 'open', source: jsonSource(opened.advisories) } : opened;
}

/** Media type of a download. */
export function contentTypeOf({ form }: DownloadName): string {
  return form === 'pack' ? PACK_TYPE : JSON_TYPE;
}

function packSource(opened: PackOpened): SourceOpened {
  if (opened.kind === 'none') return { kind: 'fault', fault: WITHOUT_PACK };
  if (opened.kind !== 'open') return opened;
  const { pack } = opened;
  const { sha256, bytes: length } = pack.file;
  const source = { contentSha256: sha256, measured: { length, sha256 } };
  return { kind: 'open', source: { ...source, pieces: () => pack.pieces(), close: () => pack.close() } };
}

function jsonSource(advisories: StoredAdvisories): DownloadSource {
  return {
    contentSha256: advisories.manifest.sha256,
    pieces: (content) => jsonPieces(advisories, content),
    close: () => advisories.close(),
  };
}

/** `{"data":{"manifest":…,"snapshot":…}}` as JSON. */
function* jsonPieces(
  advisories: StoredAdvisories,
  content?: (piece: Uint8Array) => void,
): Generator<Uint8Array, void, undefined> {
  const manifest = canonicalBytes(advisories.manifest);
  yield Buffer.concat([Buffer.from('{"data":{"manifest":'), manifest, Buffer.from(',"snapshot":')]);
  for (const piece of advisories.pieces()) {
    content?.(piece);
    yield piece;
  }
  yield Buffer.from('}}');
}
