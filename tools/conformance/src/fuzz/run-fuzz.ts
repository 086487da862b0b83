import fc from 'fast-check';
import { readServedApi } from '../oracle/served-api';
import { startService } from '../service/start-service';
import { Exercise } from './exercise';
import { describeRequest, type FuzzRequest } from './fuzz-request';
import { memoryNow, type MemorySample } from './memory';
import { requestsTo } from './request-arbitrary';
import type { FuzzStatistics } from './fuzz-statistics';

/** How long a run is and where it begins; equal options make equal requests. */
export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Called from time to time with how many requests have been made. */
  readonly onProgress?: (done: number) => void;
}

/** What a run found. */
export interface FuzzResult {
  readonly options: FuzzOptions;
  /** The smallest request that fails, and why; absent when all is well. */
  readonly failure?: {
    readonly request: string;
    readonly reason: string;
    readonly seed: number;
    readonly path: string;
  };
  readonly statistics: FuzzStatistics;
  readonly operations: number;
  readonly connections: number;
  readonly seconds: number;
  /** After half of the requests and after all of them, when the garbage collector could be asked. */
  readonly memory: { readonly half: MemorySample; readonly end: MemorySample };
}

// Each chunk has a seed of its own, so that a failure is found again without the whole run before it.
const CHUNK = 500;

/** Starts a service, sends it requests made from its own description, and judges every answer. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const service = await startService();
  const api = await readServedApi(service.url);
  const exercise = new Exercise(service, api);
  const arbitrary = requestsTo(api);
  const startedAt = performance.now();
  let failure: FuzzResult['failure'];
  let half: MemorySample | undefined;
  try {
    for (let done = 0; done < options.requests && !failure; done += CHUNK) {
      const numRuns = Math.min(CHUNK, options.requests - done);
      failure = await runChunk(exercise, arbitrary, options.seed + done / CHUNK, numRuns);
      if (!half && done + numRuns >= options.requests / 2) half = memoryNow();
      options.onProgress?.(done + numRuns);
    }
    const end = memoryNow();
    return {
      options,
      ...(failure ? { failure } : {}),
      statistics: exercise.statistics,
      operations: api.operations.length,
      connections: exercise.connections,
      seconds: (performance.now() - startedAt) / 1_000,
      memory: { half: half ?? end, end },
    };
  } finally {
    exercise.close();
    await service.close();
  }
}

async function runChunk(
  exercise: Exercise,
  arbitrary: fc.Arbitrary<FuzzRequest>,
  seed: number,
  numRuns: number,
): Promise<FuzzResult['failure']> {
  const property = fc.asyncProperty(arbitrary, (request) => exercise.run(request));
  const details = await fc.check(property, { seed, numRuns });
  if (!details.failed) return undefined;
  const [request] = details.counterexample ?? [];
  const error: unknown = details.errorInstance;
  return {
    request: request ? describeRequest(request) : 'none',
    reason: error instanceof Error ? error.message : String(error),
    seed,
    path: details.counterexamplePath ?? '',
  };
}
