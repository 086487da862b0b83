import { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
import { IndexFileError, MISSING_INDEX, type IndexFile } from '../snapshot/index-file';
import type { Manifest, StoredSnapshot } from '../snapshot/snapshot';
import type { AdvisoryFiles, KeptPack } from '../store/advisory-files';
import { OSV_DESCRIPTOR } from './descriptor';
import { filesOf, PACK_SCOPE, packScope } from './document';
import { notStored } from './not-stored';
import type { StoredAdvisoriesDeps } from './stored-advisories';

/** The pack of a stored snapshot, opened by itself: a sweep meanwhile does not touch it. */
export interface StoredPack extends KeptPack {
  readonly manifest: Manifest;
  readonly file: IndexFile;
}

/** `forgotten`: no such snapshot is stored; `missing`: it is, but its pack is not kept any more; `none`: it was made without one. */
export type PackOpened =
  | { readonly kind: 'open'; readonly pack: StoredPack }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'none' }
  | { readonly kind: 'fault'; readonly fault: string };

/**
 * Opens the pack of any stored snapshot, verified as a buyer does it: its manifest is signed, one of the statements names the digest
 * of the pack, and the file has it.
 * @throws when the store or the folder cannot be read
 */
export async function openStoredPack(
  snapshotId: string,
  {
    reader,
    files,
    verifiers,
  }: Omit<StoredAdvisoriesDeps, 'files'> & { readonly files: Pick<AdvisoryFiles, 'openPack'> },
): Promise<PackOpened> {
  const stored = reader.find(OSV_DESCRIPTOR.id, snapshotId);
  if (stored === undefined) return notStored(reader, snapshotId);
  const file = filesOf(stored.content)?.pack;
  if (file === undefined) return { kind: 'none' };
  const fault = statementFault(stored.manifest, file, verifiers);
  if (fault !== undefined) return { kind: 'fault', fault };
  const opened = await openFile(file, files);
  if ('pack' in opened) return { kind: 'open', pack: { ...opened.pack, manifest: stored.manifest, file } };
  return opened.fault === MISSING_INDEX && reader.isForgotten(OSV_DESCRIPTOR.id, snapshotId)
    ? { kind: 'missing' }
    : { kind: 'fault', fault: opened.fault };
}

/** Whether a snapshot was made with a pack. */
export function hasPack({ scopes }: Pick<Manifest, 'scopes'>): boolean {
  return scopes.some(({ name }) => name === PACK_SCOPE);
}

/** What does not hold about the pack of a stored snapshot, where it names one; undefined when all does. */
export async function packFault(
  { manifest, content }: StoredSnapshot,
  files: Pick<AdvisoryFiles, 'openPack'>,
  verifiers: VerifierMap,
): Promise<string | undefined> {
  const file = filesOf(content)?.pack;
  if (file === undefined) return hasPack(manifest) ? 'its signature names a pack that it does not' : undefined;
  return statementFault(manifest, file, verifiers) ?? (await packFileFault(file, files));
}

/** Why a pack cannot be opened; undefined when it can, and where there is none. */
export async function packFileFault(
  file: IndexFile | undefined,
  files: Pick<AdvisoryFiles, 'openPack'>,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const opened = await openFile(file, files);
  if (!('pack' in opened)) return opened.fault === MISSING_INDEX ? 'its pack is missing' : opened.fault;
  opened.pack.close();
  return undefined;
}

function statementFault(manifest: Manifest, file: IndexFile, verifiers: VerifierMap): string | undefined {
  const named = manifest.scopes.find(({ name }) => name === PACK_SCOPE);
  if (named?.scope !== packScope(file)) return 'it names a pack that its signature does not';
  return manifestFault(manifest, verifiers);
}

async function openFile(
  file: IndexFile,
  files: Pick<AdvisoryFiles, 'openPack'>,
): Promise<{ readonly pack: KeptPack } | { readonly fault: string }> {
  try {
    return { pack: await files.openPack(file) };
  } catch (error) {
    if (error instanceof IndexFileError) return { fault: error.message };
    throw error;
  }
}
