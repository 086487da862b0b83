import type { DatasetId, PublishOutcome, StarterOutcome } from '@stackcheck/datasets';
import type { GarbageOutcome, RemakeOutcome, ResealOutcome } from '@stackcheck/datasets/publish';
import type { Logger } from 'pino';

/** How the refresh of one dataset ended, and what it cost. */
export interface DatasetReport {
  readonly dataset: DatasetId;
  readonly outcome: PublishOutcome;
  readonly durationMs: number;
  /** Largest memory of the process so far. */
  readonly peakRssMb: number;
}

/** Reports to the operator how things ended. */
export interface Reporter {
  refreshed(report: DatasetReport): void;
  starter(dataset: DatasetId, outcome: StarterOutcome): void;
  resealed(dataset: DatasetId, outcome: ResealOutcome): void;
  deltasMade(dataset: DatasetId, outcome: RemakeOutcome): void;
  removed(dataset: DatasetId, outcome: GarbageOutcome): void;
}

/** One JSON line per outcome. */
export function logReporter(logger: Logger): Reporter {
  return {
    refreshed: ({ dataset, outcome, durationMs, peakRssMb }) => {
      const level = isGood(outcome) ? 'info' : 'warn';
      logger[level](
        { dataset, ...fieldsOf(outcome), duration_ms: durationMs, peak_rss_mb: peakRssMb },
        `${dataset} ${outcome.kind}`,
      );
    },
    starter: (dataset, outcome) => {
      const level = outcome.kind === 'refused' || outcome.kind === 'busy' ? 'warn' : 'info';
      logger[level]({ dataset, ...starterFields(outcome) }, `${dataset} starter ${outcome.kind}`);
    },
    resealed: (dataset, outcome) => {
      if (outcome.kind === 'none' || outcome.kind === 'kept') return;
      const level = outcome.kind === 'published' ? 'info' : 'warn';
      logger[level]({ dataset, ...starterFields(outcome) }, `${dataset} sealed again: ${outcome.kind}`);
    },
    deltasMade: (dataset, outcome) => {
      const { count, reason } = workDone(outcome);
      if (reason) logger.warn({ dataset, reason }, `${dataset} missing deltas were not made`);
      else if (count > 0) logger.info({ dataset, count }, `${dataset} missing deltas made`);
    },
    removed: (dataset, outcome) => {
      const { count, reason } = workDone(outcome);
      if (reason) logger.warn({ dataset, reason }, `${dataset} old snapshots were not removed`);
      else if (count > 0) logger.info({ dataset, count }, `${dataset} old snapshots removed`);
    },
  };
}

/** Sentences for a person at a terminal. */
export function terminalReporter(print: (line: string) => void): Reporter {
  return {
    refreshed: ({ dataset, outcome, durationMs, peakRssMb }) =>
      print(`${dataset}: ${sentenceOf(outcome)} (${(durationMs / 1000).toFixed(1)} s, ${peakRssMb} MB)`),
    starter: (dataset, outcome) => {
      if (outcome.kind === 'published') print(`${dataset}: starter data published as ${outcome.manifest.snapshot_id}`);
      if ('reason' in outcome) print(`${dataset}: the starter was not published: ${outcome.reason}`);
    },
    resealed: (dataset, outcome) => {
      if (outcome.kind === 'published')
        print(`${dataset}: sealed again by this version as ${outcome.manifest.snapshot_id}`);
      if ('reason' in outcome) print(`${dataset}: not sealed again: ${outcome.reason}`);
    },
    deltasMade: (dataset, outcome) => {
      const { count, reason } = workDone(outcome);
      if (reason) print(`${dataset}: missing deltas were not made: ${reason}`);
      else if (count > 0) print(`${dataset}: ${count} missing delta(s) made`);
    },
    removed: (dataset, outcome) => {
      const { count, reason } = workDone(outcome);
      if (reason) print(`${dataset}: old snapshots were not removed: ${reason}`);
      else if (count > 0) print(`${dataset}: ${count} old snapshot(s) removed`);
    },
  };
}

/** Whether a refresh left the data fresh. */
export function isGood(outcome: PublishOutcome): boolean {
  return outcome.kind === 'published' || outcome.kind === 'unchanged';
}

function sentenceOf(outcome: PublishOutcome): string {
  switch (outcome.kind) {
    case 'published':
      return `published ${outcome.manifest.snapshot_id}, ${outcome.manifest.record_count} records`;
    case 'unchanged':
      return `unchanged, ${outcome.snapshotId} stays current`;
    case 'refused':
      return `refused, the last good snapshot stays: ${outcome.reason}`;
    case 'failed':
      return `failed, the last good snapshot stays: ${outcome.reason}`;
    case 'busy':
      return `not refreshed: ${outcome.reason}`;
  }
}

/** How many were made or removed, or why none. */
function workDone(outcome: RemakeOutcome | GarbageOutcome): { readonly count: number; readonly reason?: string } {
  switch (outcome.kind) {
    case 'made':
      return { count: outcome.from.length };
    case 'removed':
      return { count: outcome.snapshotIds.length };
    case 'busy':
      return { count: 0, reason: outcome.reason };
  }
}

function fieldsOf(outcome: PublishOutcome): object {
  switch (outcome.kind) {
    case 'published': {
      const { snapshot_id, prev_snapshot_id, sha256, record_count } = outcome.manifest;
      return { outcome: 'published', snapshot_id, prev_snapshot_id, sha256, record_count };
    }
    case 'unchanged':
      return { outcome: 'unchanged', snapshot_id: outcome.snapshotId, how: outcome.how };
    case 'refused':
      return { outcome: 'refused', rules: outcome.rules, reason: outcome.reason, sha256: outcome.sha256 };
    case 'failed':
    case 'busy':
      return { outcome: outcome.kind, reason: outcome.reason };
  }
}

function starterFields(outcome: StarterOutcome | ResealOutcome): object {
  switch (outcome.kind) {
    case 'published':
      return { outcome: 'published', snapshot_id: outcome.manifest.snapshot_id };
    case 'kept':
      return { outcome: 'kept', snapshot_id: outcome.snapshotId };
    case 'none':
      return { outcome: 'none' };
    case 'refused':
    case 'busy':
      return { outcome: outcome.kind, reason: outcome.reason };
  }
}
