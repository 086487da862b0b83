export { INVARIANTS, type InvariantName, type Violation } from './checks/invariants';
export { MUTANTS } from './mutants/all-mutants';
export type { Mutant } from './run/mutant';
export { runBatch, runNamed, type Batch, type Totals } from './run/run-batch';
export { SCENARIOS, type Scenario } from './scenarios/all-scenarios';
export { runScenario, type ScenarioReport } from './scenarios/run-scenarios';
