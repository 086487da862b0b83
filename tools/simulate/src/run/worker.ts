import { parentPort, workerData } from 'node:worker_threads';
import { MUTANTS } from '../mutants/all-mutants';
import { SCENARIOS } from '../scenarios/all-scenarios';
import { runScenario, type ScenarioOptions, type ScenarioReport } from '../scenarios/run-scenarios';
import { runBatch, type Batch, type Totals } from './run-batch';

/** Work that another thread can do. */
export type Job =
  | { readonly kind: 'batch'; readonly batch: Omit<Batch, 'mutant'>; readonly mutant: string | null }
  | { readonly kind: 'scenario'; readonly name: string; readonly options: ScenarioOptions };

/** What it came to. */
export type JobResult =
  | { readonly kind: 'batch'; readonly totals: Totals; readonly mutant: string | null }
  | { readonly kind: 'scenario'; readonly report: ScenarioReport };

async function perform(job: Job): Promise<JobResult> {
  if (job.kind === 'batch') {
    const mutant = MUTANTS.find(({ name }) => name === job.mutant);
    const totals = await runBatch({ ...job.batch, ...(mutant ? { mutant } : {}) });
    return { kind: 'batch', totals, mutant: job.mutant };
  }
  const scenario = SCENARIOS.find(({ name }) => name === job.name)!;
  return { kind: 'scenario', report: await runScenario(scenario, job.options) };
}

if (parentPort && workerData === 'simulate') {
  const port = parentPort;
  port.on('message', (job: Job) => {
    void perform(job).then(
      (result) => port.postMessage(result),
      (error: unknown) => {
        throw error;
      },
    );
  });
}
