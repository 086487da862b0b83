import { relative } from 'node:path';
import { keep } from './kept-results';
import { placeOf } from './mutant';
import { readPlan } from './plan';
import { lineOf } from './report';
import { spanOf, type Position } from './source-text';
import type { Outcome } from './tried';

/** What Stryker reports of a mutant; lines and columns counted from 1. */
export interface StrykerResult {
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly status: string;
  readonly statusReason?: string;
  readonly testsCompleted?: number;
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  Killed: 'killed',
  Survived: 'survived',
  Timeout: 'timeout',
};

/** Says what became of each mutant as soon as it is known, and keeps it. */
export class EachReporter {
  private readonly plan = readPlan();
  private readonly byPlace = new Map(this.plan.mutants.map((mutant) => [placeOf(mutant), mutant]));

  onMutantTested(result: StrykerResult): void {
    const mutant = this.byPlace.get(this.placeOf(result));
    if (mutant === undefined) return;
    const tried = { mutant, outcome: outcomeOf(result) };
    keep(this.plan.kept, tried);
    process.stderr.write(`${lineOf(tried, result.statusReason)}\n`);
  }

  private placeOf({ fileName, location, mutatorName, replacement }: StrykerResult): string {
    const at = spanOf({ start: fromOne(location.start), end: fromOne(location.end) });
    return placeOf({ file: relative(this.plan.folder, fileName), at, mutator: mutatorName, replacement });
  }
}

function outcomeOf({ status, testsCompleted }: StrykerResult): Outcome {
  const outcome = OUTCOMES[status] ?? 'lost';
  return outcome === 'survived' && testsCompleted === 0 ? 'uncovered' : outcome;
}

function fromOne({ line, column }: Position): Position {
  return { line: line - 1, column: column - 1 };
}
