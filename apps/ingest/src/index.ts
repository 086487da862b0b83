export { ConfigError, readIngestConfig, type IngestConfig } from './config';
export type { ConfigVariable } from './config-variable';
export { CONFIG_VARIABLES } from './config-variables';
export { IngestMetrics } from './metrics/ingest-metrics';
export { isGood, type DatasetReport } from './report';
export { runIngestOnce, runStarter, type PreparedOutcome, type RunOptions } from './run';
