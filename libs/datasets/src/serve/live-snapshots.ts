import type { Clock } from '@stackcheck/contract';
import { BackOff, type BackOffLimits } from './back-off';
import { chainFault } from './chain';
import type { Dataset } from '../life/dataset';
import { deltaDownload, type DeltaDownload } from './delta-download';
import { freshnessOf, type Freshness } from './freshness';
import type { LiveSnapshot } from '../snapshot/live-snapshot';
import type { AdvisoryFiles } from '../store/advisory-files';
import type { DatasetState, SnapshotReader } from '../store/snapshot-store';
import { DATASETS, descriptorOf, type DatasetIndexes, type LoadableId } from '../registry/registry';
import type { DatasetId } from '../snapshot/snapshot';
import { AT_ONCE, runSliced, type YieldPolicy } from '../tasks/cooperative-task';
import type { VerifierMap } from '../sealing/verify-manifest';

/** What serving snapshots needs. */
export interface LiveSnapshotsDeps {
  readonly reader: SnapshotReader;
  /** The known verifying keys as of now: a new key may come with a new snapshot. */
  readonly verifiers: () => VerifierMap;
  readonly clock: Clock;
  readonly datasets?: readonly Dataset[];
  /** Where index files lie; without it datasets that have one are not loaded. */
  readonly advisoryFiles?: AdvisoryFiles;
  /** When requests are to be answered between two steps of a load; without it a load is one long step. */
  readonly yieldPolicy?: YieldPolicy;
}

/** One dataset as `/health` shows it. */
export interface DatasetStatus {
  readonly dataset: DatasetId;
  readonly loaded: boolean;
  readonly snapshotId: string | null;
  readonly asOf: string | null;
  readonly recordCount: number | null;
  /** ISO 8601 UTC of the last check of upstream that confirmed the served snapshot. */
  readonly refreshedAt: string | null;
  readonly freshness: Freshness | null;
  /** True unless fresh: data that is not loaded is not fresh either. */
  readonly stale: boolean;
  readonly starter: boolean;
  readonly cadenceHours: number;
  /** Why ingest published nothing at its last try, if so. */
  readonly refusal: string | null;
  /** Why the store's current snapshot is not the one served, if so. */
  readonly loadFault: string | null;
}

/** What a refresh did to a dataset; nothing is reported while nothing changes. */
export type RefreshEvent =
  | { readonly kind: 'swapped'; readonly dataset: DatasetId; readonly from: string | null; readonly to: string }
  | { readonly kind: 'kept'; readonly dataset: DatasetId; readonly fault: string };

interface Served {
  readonly live: LiveSnapshot | undefined;
  readonly refreshedAt: number | null;
  readonly refusal: string | null;
  readonly loadFault: string | null;
}

const NOTHING_SERVED: Served = { live: undefined, refreshedAt: null, refusal: null, loadFault: null };

/** A passing fault of reading is soon over; a file that is bad for good is looked at each ten minutes. */
const RETRY: BackOffLimits = { firstMs: 2_000, maxMs: 600_000 };

/**
 * The snapshots being served. `refresh` looks for new ones, verifies each completely before it swaps one reference, and
 * keeps the old one when the new one does not verify. Anyone who took a snapshot from `current` goes on with it unharmed.
 */
export class LiveSnapshots {
  private readonly served = new Map<DatasetId, Served>();
  private seen: string | undefined;
  private latestNowMs = -Infinity;
  private readonly datasets: readonly Dataset[];
  /** What was served before what is served now: requests may still be at it. */
  private readonly retired = new Map<DatasetId, LiveSnapshot>();
  private readonly yieldPolicy: YieldPolicy;
  private readonly backOff: BackOff;
  private refreshing: Promise<readonly RefreshEvent[]> | undefined;

  constructor(private readonly deps: LiveSnapshotsDeps) {
    const { datasets = DATASETS, advisoryFiles, yieldPolicy = AT_ONCE } = deps;
    this.yieldPolicy = yieldPolicy;
    this.backOff = new BackOff(deps.clock, RETRY);
    this.datasets = datasets.filter(({ kind }) => kind === 'document' || advisoryFiles !== undefined);
  }

  /**
   * Cheap when nothing changed: compares the store's version and the known keys. What could not be read or did not verify is tried
   * again, at longer and longer intervals, since the fault may have passed. Never throws. Anyone who asks while a refresh is under way waits
   * for that one.
   */
  refresh(): Promise<readonly RefreshEvent[]> {
    this.refreshing ??= this.refreshAll().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async refreshAll(): Promise<readonly RefreshEvent[]> {
    const seen = this.look();
    const isNew = seen !== undefined && seen !== this.seen;
    if (isNew) this.backOff.reset();
    if (!this.backOff.isDue()) return [];
    const failing = this.datasets.filter(({ descriptor }) => this.isFailing(descriptor.id));
    const due = isNew || seen === undefined ? this.datasets : failing;
    if (due.length === 0) return [];
    await this.yieldPolicy.pause();
    const events: RefreshEvent[] = [];
    for (const dataset of due) events.push(...(await this.refreshOne(dataset)));
    this.seen = seen;
    if (seen === undefined || this.datasets.some(({ descriptor }) => this.isFailing(descriptor.id)))
      this.backOff.failed();
    else this.backOff.reset();
    return events;
  }

  private isFailing(id: DatasetId): boolean {
    return (this.served.get(id) ?? NOTHING_SERVED).loadFault !== null;
  }

  /** The snapshot being served, or undefined when none was ever loaded. */
  current<Id extends LoadableId>(id: Id): LiveSnapshot<DatasetIndexes[Id]> | undefined {
    return this.served.get(id)?.live as LiveSnapshot<DatasetIndexes[Id]> | undefined;
  }

  /**
   * What somebody who has an earlier snapshot needs to have this one.
   * @param to a snapshot that `current` gave out
   * @throws when the store cannot be read
   */
  deltaSince(to: LiveSnapshot, from: string): DeltaDownload {
    return deltaDownload(to, from, this.deps.reader, this.deps.verifiers());
  }

  /** How old the served data is now; undefined when none is loaded. */
  freshness(id: DatasetId): Freshness | undefined {
    const { live, refreshedAt } = this.served.get(id) ?? NOTHING_SERVED;
    if (live === undefined) return undefined;
    this.latestNowMs = Math.max(this.latestNowMs, this.deps.clock.now());
    return freshnessOf(descriptorOf(id), {
      refreshedAt,
      starter: live.manifest.starter,
      nowMs: this.latestNowMs,
    });
  }

  /** The dataset as `/health` shows it. */
  status(id: DatasetId): DatasetStatus {
    const { live, refreshedAt, refusal, loadFault } = this.served.get(id) ?? NOTHING_SERVED;
    const freshness = this.freshness(id) ?? null;
    return {
      dataset: id,
      loaded: live !== undefined,
      snapshotId: live?.manifest.snapshot_id ?? null,
      asOf: live?.manifest.fetched_at ?? null,
      recordCount: live?.manifest.record_count ?? null,
      refreshedAt: refreshedAt === null ? null : new Date(refreshedAt).toISOString(),
      freshness,
      stale: freshness !== 'fresh',
      starter: live?.manifest.starter ?? false,
      cadenceHours: descriptorOf(id).cadenceHours,
      refusal,
      loadFault,
    };
  }

  /** Everything a refresh depends on, or undefined when the store cannot be asked. */
  private look(): string | undefined {
    try {
      return `${this.deps.reader.dataVersion()} ${[...this.deps.verifiers().keys()].join()}`;
    } catch {
      return undefined;
    }
  }

  private async refreshOne(dataset: Dataset): Promise<readonly RefreshEvent[]> {
    const { id } = dataset.descriptor;
    const before = this.served.get(id) ?? NOTHING_SERVED;
    const after = await this.load(dataset, before);
    this.served.set(id, after);
    if (after.live !== undefined && after.live !== before.live) {
      this.retire(id, before.live);
      const from = before.live?.manifest.snapshot_id ?? null;
      return [{ kind: 'swapped', dataset: id, from, to: after.live.manifest.snapshot_id }];
    }
    if (after.loadFault === null || after.loadFault === before.loadFault) return [];
    return [{ kind: 'kept', dataset: id, fault: after.loadFault }];
  }

  /** Requests go on with the snapshot that they began with; hours later, when the next one comes, they are done with it. */
  private retire(id: DatasetId, live: LiveSnapshot | undefined): void {
    this.retired.get(id)?.close?.();
    if (live !== undefined) this.retired.set(id, live);
  }

  private async load(dataset: Dataset, before: Served): Promise<Served> {
    try {
      const state = this.deps.reader.state(dataset.descriptor.id);
      // A removed store says nothing against what was verified before.
      if (state.currentSnapshotId === null) return before;
      if (state.currentSnapshotId === before.live?.manifest.snapshot_id) return served(before.live, state);
      const loaded = await this.loadNew(dataset, state.currentSnapshotId, before.live);
      if (typeof loaded !== 'string') return served(loaded, state);
      // The time of refresh belongs to the snapshot that is not served, so the old one goes on ageing from its own.
      return { ...before, refusal: state.refusal, loadFault: `snapshot ${state.currentSnapshotId}: ${loaded}` };
    } catch (error) {
      return { ...before, loadFault: `the store or its keys cannot be read: ${messageOf(error)}` };
    }
  }

  private async loadNew(
    dataset: Dataset,
    snapshotId: string,
    old: LiveSnapshot | undefined,
  ): Promise<LiveSnapshot | string> {
    const { reader, verifiers, clock, advisoryFiles } = this.deps;
    const { yieldPolicy } = this;
    const { id } = dataset.descriptor;
    const keys = verifiers();
    await yieldPolicy.pause();
    const stored = await runSliced(reader.findSteps(id, snapshotId), yieldPolicy);
    if (stored === undefined) return 'it is named as current but not stored';
    await yieldPolicy.pause();
    const fault = chainFault(stored.manifest, old?.manifest, reader.list(id), clock.now());
    if (fault !== undefined) return fault;
    await yieldPolicy.pause();
    const loaded = await dataset.load(stored, keys, { yieldPolicy, ...(advisoryFiles && { advisoryFiles }) });
    return loaded.ok ? loaded.live : loaded.fault;
  }
}

function served(live: LiveSnapshot, state: DatasetState): Served {
  return { live, refreshedAt: state.refreshedAt, refusal: state.refusal, loadFault: null };
}

function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : String(error);
}
