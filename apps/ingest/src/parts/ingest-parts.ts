import type { Clock } from '@stackcheck/contract';
import type { DatasetDescriptor, SnapshotStore } from '@stackcheck/datasets';
import type { AdvisoryBucket, Upstream } from '@stackcheck/datasets/fetch';
import type { Timing } from '@stackcheck/datasets/publish';
import type { AdvisoryFiles } from '@stackcheck/datasets/store';
import type { Logger } from 'pino';
import type { IngestConfig } from '../config/config';
import type { SigningKey } from '../keys/signing-key';
import type { IngestMetrics } from '../operations/ingest-metrics';
import type { Progress } from '../operations/progress';
import type { Reporter } from '../operations/report';

/** Every part of the worker by its name, each made when first asked for. */
export interface IngestParts {
  readonly config: IngestConfig;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly random: () => number;
  readonly owner: string;
  readonly releaseMemory: () => void;
  readonly logger: Logger;
  readonly reporter: Reporter;
  /** Undefined when nobody can scrape them. */
  readonly metrics: IngestMetrics | undefined;
  readonly progress: (label: string) => Progress;
  readonly signingKey: SigningKey;
  readonly store: SnapshotStore & { close(): void };
  readonly upstream: (descriptor: DatasetDescriptor) => Upstream;
  readonly advisoryFiles: AdvisoryFiles;
  readonly advisoryBucket: (url: string, progress?: Progress['received']) => AdvisoryBucket;
}
