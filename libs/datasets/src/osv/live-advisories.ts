import type { Ecosystem } from '@stackcheck/osv-core/records';
import { manifestDocument, type Loaded } from '../snapshot/live-snapshot';
import type { StoredSnapshot } from '../snapshot/snapshot';
import { AT_ONCE, finish, runSliced, type YieldPolicy, type CooperativeTask } from '../tasks/cooperative-task';
import { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
import { OSV_DESCRIPTOR } from './descriptor';
import { fileOf, indexScope, INDEX_SCOPE } from './document';
import { contentSha256 } from './content';
import { indexOsv, readPackage, type OsvIndex } from './lookup';
import { tabulate } from './package-table';
import { IndexFileError, type IndexFile } from '../snapshot/index-file';
import type { AdvisoryFiles, AdvisoryReader } from '../store/advisory-files';

/** A verified index, or one sentence saying what does not hold. */
export type OpenedIndex =
  | { readonly ok: true; readonly file: IndexFile; readonly reader: AdvisoryReader }
  | { readonly ok: false; readonly fault: string };

/**
 * Opens the index of a stored snapshot as if a stranger had handed both over: key, every signature, id, the statement that
 * names the file, its digest, and the count of its records. That these records give the manifest's digest is what ingest
 * signed with that statement; `verifyRecords` computes it again.
 */
export async function openIndex(
  stored: StoredSnapshot,
  files: Pick<AdvisoryFiles, 'open'>,
  verifiers: VerifierMap,
): Promise<OpenedIndex> {
  const { manifest, content } = stored;
  const signatureFault = manifestFault(manifest, verifiers);
  if (signatureFault !== undefined) return { ok: false, fault: signatureFault };
  if (manifest.dataset !== OSV_DESCRIPTOR.id) return { ok: false, fault: `it is of dataset "${manifest.dataset}"` };
  const file = fileOf(content);
  if (file === undefined)
    return { ok: false, fault: 'it was made by another version of this program; run ingest once' };
  const named = manifest.scopes.find(({ name }) => name === INDEX_SCOPE);
  if (named?.scope !== indexScope(file))
    return { ok: false, fault: 'it names an index file that its signature does not' };
  try {
    const reader = await files.open(file);
    if (reader.facts.records === manifest.record_count) return { ok: true, file, reader };
    reader.close();
    const { records } = reader.facts;
    return { ok: false, fault: `its index has ${records} records, its manifest says ${manifest.record_count}` };
  } catch (error) {
    if (error instanceof IndexFileError) return { ok: false, fault: error.message };
    throw error;
  }
}

/** Reads every record of an index and compares their digest with the manifest's; what does not hold, or undefined. */
export function recordsFault(reader: AdvisoryReader, { manifest }: StoredSnapshot): string | undefined {
  return contentSha256(reader) === manifest.sha256 ? undefined : 'its records have another SHA-256';
}

/** Asks the index about advisories spread over all of it; what it answers wrongly, or undefined. */
export function indexFault(index: OsvIndex): string | undefined {
  return finish(indexFaultSteps(index));
}

function* indexFaultSteps(index: OsvIndex): CooperativeTask<string | undefined> {
  const { reader } = index;
  const { records } = reader.facts;
  if (records === 0) return 'it is empty';
  const asked = new Map<string, ReadonlySet<string>>();
  for (const advisory of sampleOf(reader)) {
    for (const { ecosystem, name } of advisory.packages.slice(0, PACKAGES_ASKED)) {
      const key = `${ecosystem} ${name}`;
      const found = asked.get(key) ?? (yield* idsUnder(index, ecosystem, name));
      asked.set(key, found);
      if (!found.has(advisory.id)) return `"${advisory.id}" is not found under ${ecosystem} "${name}"`;
      yield;
    }
  }
  return undefined;
}

const PACKAGES_ASKED = 3;

/** As requests read a package, apart from what they keep of it. */
function* idsUnder({ reader }: OsvIndex, ecosystem: Ecosystem, name: string): CooperativeTask<ReadonlySet<string>> {
  const { advisories } = yield* readPackage(reader, ecosystem, name);
  return new Set(advisories.map(({ advisory }) => advisory.id));
}

/** The first advisories of each first character of an id: a few of every database. */
function* sampleOf(reader: AdvisoryReader) {
  for (const start of ['', 'A', 'C', 'G', 'GO', 'M', 'O', 'P', 'R']) yield* reader.after(start, 3);
}

/** Verifies a stored snapshot and its index, tabulates its packages and asks it about a sample of itself. */
export async function loadIndex(
  stored: StoredSnapshot,
  files: Pick<AdvisoryFiles, 'open'>,
  verifiers: VerifierMap,
  yieldPolicy: YieldPolicy = AT_ONCE,
): Promise<Loaded<OsvIndex>> {
  const opened = await openIndex(stored, files, verifiers);
  if (!opened.ok) return opened;
  const { manifest } = stored;
  const { reader } = opened;
  try {
    await yieldPolicy.pause();
    const index = indexOsv(reader, !manifest.starter, await runSliced(tabulate(reader), yieldPolicy));
    await yieldPolicy.pause();
    const wrong = await runSliced(indexFaultSteps(index), yieldPolicy);
    if (wrong === undefined) {
      const live = { manifest, index, manifestDocument: manifestDocument(manifest), content: undefined };
      return { ok: true, live: { ...live, close: () => reader.close() } };
    }
    reader.close();
    return { ok: false, fault: `its index answers wrongly: ${wrong}` };
  } catch (error) {
    reader.close();
    throw error;
  }
}
