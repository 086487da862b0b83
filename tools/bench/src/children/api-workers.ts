import cluster from 'node:cluster';
import { readConfig, runApi } from '@stackcheck/api';
import { serve } from './serve';

// The API in as many processes as `WORKERS` says; each of them runs this file, and only the first one speaks to the benchmark.
const start = (): Promise<string> => runApi(readConfig(process.env));
if (cluster.isPrimary) serve(start);
else void start();
