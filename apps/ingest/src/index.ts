export { ConfigError, readIngestConfig, type IngestConfig } from './config/config';
export type { ConfigVariable } from './config/config-variable';
export { CONFIG_VARIABLES } from './config/config-variables';
export { IngestMetrics } from './operations/ingest-metrics';
export { isGood, type DatasetReport } from './operations/report';
export { runIngestOnce, runStarter, type PreparedOutcome, type RunOptions } from './worker/run';
