import type { Companion } from '../snapshot/descriptor';
import { NO_VALIDATORS, UpstreamError, type Upstream, type UpstreamReply, type Validators } from './upstream';

/** The documents of a dataset's companions by name; one that could not be fetched is absent. */
export type CompanionBodies = ReadonlyMap<string, Uint8Array>;

/** Where a dataset is fetched. */
export interface UpstreamAddresses {
  /** The same document at several places, the preferred one first; at least one. */
  readonly urls: readonly string[];
  readonly companions: readonly CompanionAddress[];
}

/** Where a companion is fetched. */
export type CompanionAddress = Pick<Companion, 'name' | 'url'>;

/** What fetching needs. */
export interface FetchDeps {
  readonly upstream: Upstream;
  readonly progress?: Progress;
}

/** Called with how much of a reply was received; null where its length is not known. */
export type Progress = (receivedBytes: number, totalBytes: number | null) => void;

/** Upstream's document with those of its companions that came. */
export type FetchedUpstream =
  | Extract<UpstreamReply, { readonly kind: 'unchanged' }>
  | (Extract<UpstreamReply, { readonly kind: 'body' }> & {
      /** The address that gave it. */
      readonly address: string;
      readonly companions: CompanionBodies;
    });

/**
 * Fetches a document from the first address that gives it, and its companions with it. A dataset with companions is
 * never asked for "not modified": one of them may have changed although the document did not.
 * @throws UpstreamError when no address gives the document, naming what each said
 */
export async function fetchUpstream(
  deps: FetchDeps,
  { urls, companions }: UpstreamAddresses,
  known: Validators,
): Promise<FetchedUpstream> {
  const { address, reply } = await fetchFirst(deps, urls, companions.length === 0 ? known : NO_VALIDATORS);
  if (reply.kind === 'unchanged') return reply;
  return { ...reply, address, companions: await fetchCompanions(deps, companions) };
}

async function fetchFirst(
  { upstream, progress }: FetchDeps,
  urls: readonly string[],
  known: Validators,
): Promise<{ readonly address: string; readonly reply: UpstreamReply }> {
  const failures: UpstreamError[] = [];
  for (const url of urls) {
    try {
      return { address: url, reply: await upstream.fetch(url, known, progress) };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0]!;
  throw new UpstreamError(failures.map(({ message }) => message).join('; its mirror: '), { cause: failures[0] });
}

async function fetchCompanions(
  { upstream }: FetchDeps,
  companions: readonly CompanionAddress[],
): Promise<CompanionBodies> {
  const bodies = new Map<string, Uint8Array>();
  for (const { name, url } of companions) {
    try {
      const reply = await upstream.fetch(url, NO_VALIDATORS);
      if (reply.kind === 'body') bodies.set(name, reply.body);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
  }
  return bodies;
}
