import { sha256Hex } from '@stackcheck/signing';
import { CanonicalJsonError } from '@stackcheck/signing/bytes';
import { deltasTo, startsOf, type Recorded } from '../delta/deltas-to';
import { deltaFault } from '../delta/signed-delta';
import type { PreparedContent } from '../sealing/seal';
import { manifestFault } from '../sealing/verify-manifest';
import type { SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import { runSliced } from '../tasks/cooperative-task';
import { decode } from '../upstream/decode';
import { fetchUpstream } from '../upstream/fetch-upstream';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import type { DocumentDataset, Fetched, FetchRequest, MissingDeltas, Opened, Resealed } from './dataset';
import type { DocumentDefinition } from './document-definition';
import { loadSteps } from './load-document';
import { describeContent, prepareContent } from './prepare-content';
import { hasOlderRecords, newerRecordsFault } from './records-version';
import { verifySnapshot } from './verify-snapshot';

/** The life of a dataset whose snapshots are documents that are held as a whole. */
export function documentDataset<Content extends SnapshotContent, Index>(
  definition: DocumentDefinition<Content, Index>,
): DocumentDataset<Content, Index> {
  const { descriptor } = definition;
  const open = remembering((stored) => parse(definition, stored));
  return {
    ...definition,
    kind: 'document',
    hasDeltas: definition.records !== undefined,
    fetch: (request) => fetchDocument(definition, request),
    seal: (content) => prepare(definition, content),
    reseal: (stored) => reseal(definition, stored, open(stored)),
    open: async (stored) => open(stored),
    hasOlderRecords: (content) => hasOlderRecords(definition, content),
    close: () => undefined,
    deltas: ({ snapshot }, _previous, deps) => deltasTo(definition, snapshot, deps),
    missingDeltas: (current, deps) => missingDeltas(definition, current, deps),
    load: (stored, verifiers, { yieldPolicy }) => runSliced(loadSteps(definition, stored, verifiers), yieldPolicy),
    verify: async (stored, verifiers, { isCurrent }) => {
      if (isCurrent) {
        const verdict = verifySnapshot(definition, stored, verifiers);
        return verdict.ok ? undefined : verdict.fault;
      }
      if (sha256Hex(stored.content) !== stored.manifest.sha256) return 'its content has another SHA-256';
      return manifestFault(stored.manifest, verifiers);
    },
    // Named again, so that the type says what a document's verbs give.
    read: (body, companions) => definition.read(body, companions),
    descriptor,
  };
}

async function fetchDocument<Content extends SnapshotContent>(
  { descriptor }: DocumentDefinition<Content>,
  { upstream, addresses, known, progress }: FetchRequest<Content>,
): Promise<Fetched<Uint8Array>> {
  const reply = await fetchUpstream({ upstream, ...(progress && { progress }) }, addresses, known);
  if (reply.kind === 'unchanged') return reply;
  const { validators, companions, address } = reply;
  const body = decode(reply.body, descriptor.decode);
  return { kind: 'fetched', body, companions, validators, upstreamEtag: validators.etag, address };
}

/** What has no canonical form, e.g. half a character, was no text upstream either. */
function prepare<Content extends SnapshotContent>(
  definition: DocumentDefinition<Content>,
  content: Content,
): PreparedContent {
  try {
    return prepareContent(definition, content);
  } catch (cause) {
    if (!(cause instanceof CanonicalJsonError)) throw cause;
    throw new UpstreamShapeError(`its records cannot be put into canonical form: ${cause.message}`, { cause });
  }
}

/** A content that cannot be worked with was made by a version that kept other records. */
function reseal<Content extends SnapshotContent>(
  definition: DocumentDefinition<Content>,
  { content: bytes }: StoredSnapshot,
  opened: Opened<Content>,
): Resealed {
  if (!opened.ok) return opened;
  try {
    return { ok: true, prepared: describeContent(definition, opened.content, bytes) };
  } catch {
    return { ok: false, fault: UNKNOWN_FORM };
  }
}

const UNKNOWN_FORM = 'another version of this program wrote it in a form that is not known';

function parse<Content extends SnapshotContent>(
  definition: DocumentDefinition<Content>,
  { manifest, content: bytes }: StoredSnapshot,
): Opened<Content> {
  if (sha256Hex(bytes) !== manifest.sha256) return { ok: false, fault: 'its stored content is damaged' };
  try {
    const content = JSON.parse(new TextDecoder().decode(bytes)) as Content;
    const fault = newerRecordsFault(definition, content);
    return fault === undefined ? { ok: true, content } : { ok: false, fault };
  } catch {
    return { ok: false, fault: UNKNOWN_FORM };
  }
}

/** A walk both opens a snapshot and asks what it states: megabytes that need be parsed only once. */
function remembering<Result>(read: (stored: StoredSnapshot) => Result): (stored: StoredSnapshot) => Result {
  const known = new WeakMap<StoredSnapshot, Result>();
  return (stored) => {
    const before = known.get(stored);
    if (before !== undefined) return before;
    const result = read(stored);
    known.set(stored, result);
    return result;
  };
}

function missingDeltas(
  definition: Recorded,
  current: StoredSnapshot,
  { store, signer, verifiers }: Parameters<DocumentDataset['missingDeltas']>[1],
): MissingDeltas {
  const { descriptor, records } = definition;
  // What this version would not serve it does not vouch for either.
  const canMake = records !== undefined && manifestFault(current.manifest, verifiers) === undefined;
  const to = current.manifest.snapshot_id;
  const from = (canMake ? startsOf(current, store) : []).filter((start) => {
    const stored = store.delta(descriptor.id, start, to);
    return stored === undefined || deltaFault(stored, verifiers) !== undefined;
  });
  return { from, make: () => deltasTo(definition, current, { store, signer }, from) };
}
