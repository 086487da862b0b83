import type { DatasetId } from '@stackcheck/datasets';
import { UpstreamError } from '@stackcheck/datasets/fetch';
import { LEASE_TTL_MS } from '@stackcheck/datasets/publish';
import { registeredDataset } from '@stackcheck/datasets/registry';
import { IndexFileError } from '@stackcheck/datasets/snapshot';
import { LeaseLostError, StoreError } from '@stackcheck/datasets/store';
import { verifiersOf, type KeySet } from '@stackcheck/signing';
import { KeyError } from '@stackcheck/signing/keys';
import type { IngestParts } from '../parts/ingest-parts';
import { addKeys, readPinnedKeys } from '../keys/followed-keys';
import { openCurrent, type CurrentStatement, type ListedDataset } from './current-statement';
import { stageDataset, type StagedDataset } from './stage-dataset';
import type { FollowDeps } from './follow-deps';

/** How a look at the source ended. `waitMs` is how long until a snapshot that is ready may be served. */
export type FollowOutcome =
  | { readonly kind: 'followed'; readonly swapped: readonly string[]; readonly waitMs: number | null }
  | { readonly kind: 'refused'; readonly reason: string; readonly swapped: readonly string[] };

/**
 * Follows one publisher into the local store, without the private key. Every answer is taken for a stranger's: what a known key did not
 * sign, is older than what was seen, is over, or is not of its digest changes nothing but what `/health` says.
 */
export class Follower {
  private statement: CurrentStatement | undefined;
  /** What was fetched and waits for its time, by dataset: fetched once, however often the source is asked meanwhile. */
  private readonly waiting = new Map<DatasetId, { readonly listed: ListedDataset; readonly staged: StagedDataset }>();
  private readonly swept = new Set<DatasetId>();
  /** What the store has whole: most looks find no other. */
  private readonly done = new Map<DatasetId, ListedDataset>();

  constructor(
    private readonly parts: IngestParts,
    private readonly deps: FollowDeps,
  ) {}

  /** One look at the source, and all that follows of it. Throws only what nobody foresaw. */
  async follow(ids: readonly DatasetId[]): Promise<FollowOutcome> {
    const swapped: string[] = [];
    try {
      const statement = await this.look(this.knownKeys());
      const faults: string[] = [];
      let waitMs: number | null = null;
      for (const id of ids) {
        const listed = statement.datasets.find(({ dataset }) => dataset === id);
        if (listed === undefined) continue;
        const done = await this.followDataset(listed);
        if (done.kind === 'refused') faults.push(`${id}: ${done.reason}`);
        if (done.kind === 'swapped') swapped.push(listed.current);
        if (done.kind === 'ready') waitMs = Math.min(waitMs ?? Infinity, done.waitMs);
      }
      return faults.length > 0 ? refused(faults.join('; '), swapped) : { kind: 'followed', swapped, waitMs };
    } catch (error) {
      const reason = foreseen(error);
      if (reason === undefined) throw error;
      this.deps.source.reset();
      for (const id of ids) this.record(id, `the source of snapshots: ${reason}`);
      return refused(reason, swapped);
    }
  }

  /** What the source states now. @throws UpstreamError where nothing may be taken up from it */
  private async look(known: KeySet): Promise<CurrentStatement> {
    const reply = await this.deps.source.current();
    const statement = reply.kind === 'body' ? this.opened(reply.body, known) : this.statement;
    if (statement === undefined) throw new UpstreamError('it says "not modified" of what was never asked');
    const { clock } = this.parts;
    if (Date.parse(statement.expires_at) <= clock.now()) {
      throw new UpstreamError(`its current.json was good until ${statement.expires_at}`);
    }
    this.statement = statement;
    return statement;
  }

  private opened(body: Uint8Array, known: KeySet): CurrentStatement {
    const { store, config } = this.parts;
    const opened = openCurrent(body, known);
    if (!opened.ok) throw new UpstreamError(opened.fault);
    const { statement } = opened;
    // The very one that is followed already: what waits of it stays.
    if (statement.sequence === this.statement?.sequence) return this.statement;
    const seen = store.followedSequence();
    if (seen !== null && statement.sequence < seen) {
      throw new UpstreamError(`its current.json is number ${statement.sequence}, older than ${seen}, which was seen`);
    }
    if (statement.sequence !== seen) {
      this.before('sequence');
      store.noteFollowed(statement.sequence);
    }
    this.before('keys');
    addKeys(config.keySetFile, statement, known.revoked);
    return statement;
  }

  private knownKeys(): KeySet {
    const { snapshotKeysFile, keySetFile } = this.parts.config;
    return readPinnedKeys(snapshotKeysFile, keySetFile);
  }

  private async followDataset(listed: ListedDataset): Promise<DatasetFollowed> {
    const { store, clock, owner, timing } = this.parts;
    const id = listed.dataset;
    if (this.isDone(listed)) return { kind: 'same' };
    const lease = store.acquireLease(id, owner, clock.now(), LEASE_TTL_MS);
    if (lease === undefined) return { kind: 'refused', reason: 'another worker writes to this store' };
    const stop = timing.every(LEASE_TTL_MS / 3, () => void store.renewLease(lease, clock.now(), LEASE_TTL_MS));
    try {
      const known = this.waiting.get(id);
      const staged = known?.listed === listed ? known.staged : await this.stage(listed);
      this.waiting.delete(id);
      if (staged.isNothingNew) {
        // A process before this one may have died with a download half done, or before it removed what it replaced.
        if (!this.swept.has(id)) this.sweep(id);
        this.done.set(id, listed);
        return { kind: 'same' };
      }
      const waitMs = staged.swaps ? Date.parse(listed.serve_from) - clock.now() : 0;
      if (waitMs > 0) {
        this.waiting.set(id, { listed, staged });
        return { kind: 'ready', waitMs };
      }
      const adoption = await staged.adoption();
      this.before(`adoption of ${listed.current}`);
      store.adopt(lease, adoption);
      this.sweep(id);
      this.done.set(id, listed);
      return { kind: staged.swaps ? 'swapped' : 'same' };
    } catch (error) {
      const reason = foreseen(error);
      if (reason === undefined) throw error;
      this.record(id, `the source of snapshots: ${reason}`);
      return { kind: 'refused', reason };
    } finally {
      stop();
      store.releaseLease(lease);
    }
  }

  private stage(listed: ListedDataset): Promise<StagedDataset> {
    return stageDataset(this.parts, listed, verifiersOf(this.knownKeys()), this.deps);
  }

  private isDone(listed: ListedDataset): boolean {
    if (this.done.get(listed.dataset) !== listed) return false;
    const { currentSnapshotId, refusal } = this.parts.store.state(listed.dataset);
    return currentSnapshotId === listed.current && refusal === null;
  }

  /** Under the dataset's lease. */
  private sweep(id: DatasetId): void {
    const { store, advisoryFiles, clock } = this.parts;
    this.before('sweep');
    registeredDataset(id).sweep?.(store, { advisoryFiles }, clock.now());
    this.swept.add(id);
  }

  /** For `/health`. Only what is news is written. */
  private record(id: DatasetId, reason: string): void {
    const { store, owner, clock } = this.parts;
    if (store.state(id).refusal === reason) return;
    try {
      const lease = store.acquireLease(id, owner, clock.now(), LEASE_TTL_MS);
      if (lease === undefined) return;
      store.refuse(lease, reason, clock.now());
      store.releaseLease(lease);
    } catch (error) {
      if (!(error instanceof StoreError || error instanceof LeaseLostError)) throw error;
    }
  }

  private before(what: string): void {
    this.deps.beforeWrite?.(what);
  }
}

type DatasetFollowed =
  | { readonly kind: 'same' | 'swapped' }
  | { readonly kind: 'ready'; readonly waitMs: number }
  | { readonly kind: 'refused'; readonly reason: string };

function refused(reason: string, swapped: readonly string[]): FollowOutcome {
  return { kind: 'refused', reason, swapped };
}

function foreseen(error: unknown): string | undefined {
  const types = [UpstreamError, IndexFileError, StoreError, LeaseLostError, KeyError];
  return types.some((type) => error instanceof type) ? (error as Error).message : undefined;
}
