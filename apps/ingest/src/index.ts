export { ConfigError, readIngestConfig, type IngestConfig } from './config';
export { CONFIG_VARIABLES, type ConfigVariable } from './config-variables';
export { IngestMetrics } from './metrics/ingest-metrics';
export { isGood, type DatasetReport } from './report';
export { runIngestOnce, runStarter, type PreparedOutcome, type RunOptions } from './run';
