import { relative } from 'node:path';
import { placeOf } from './mutant';
import { readPlan } from './plan';
import { spanOf, type Position } from './source-text';

/** The reason in reports of those that are not tried. */
const NOT_CHOSEN = 'not in the sample';

interface StrykerMutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

type Verdict = { readonly status: 'passed' } | { readonly status: 'compileError'; readonly reason: string };

/**
 * Stryker's options choose files and lines, not single mutants. It asks its checkers about each mutant before tests run, so this
 * checker passes only the chosen ones.
 */
export class SampleChecker {
  private readonly chosen = new Set(readPlan().mutants.map(placeOf));

  async init(): Promise<void> {
    // Nothing to prepare.
  }

  async group(mutants: readonly StrykerMutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: readonly StrykerMutant[]): Promise<Record<string, Verdict>> {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.verdictOf(mutant)]));
  }

  private verdictOf({ fileName, location, mutatorName, replacement }: StrykerMutant): Verdict {
    const place = { file: relative(process.cwd(), fileName), at: spanOf(location), mutator: mutatorName, replacement };
    return this.chosen.has(placeOf(place)) ? { status: 'passed' } : { status: 'compileError', reason: NOT_CHOSEN };
  }
}
