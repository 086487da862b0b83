import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { placeOf } from './mutant';
import { spanOf, type Position } from './source-text';

/** Names the file with the places of the mutants that are tried: a JSON list. */
export const CHOSEN_FILE = 'MUTATE_CHOSEN_FILE';
/** The reason in reports of those that are not tried. */
export const NOT_CHOSEN = 'not in the sample';

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
class SampleChecker {
  private readonly chosen = new Set(JSON.parse(readFileSync(process.env[CHOSEN_FILE] ?? '', 'utf8')) as string[]);

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

/** Says what became of each mutant as soon as it is known: a long run that is ended early has said what it found. */
class EachReporter {
  onMutantTested({ status, fileName, location, mutatorName }: StrykerMutant & { readonly status: string }): void {
    if (status === 'CompileError') return;
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
    process.stderr.write(`${status.toLowerCase().padEnd(8)} ${place} ${mutatorName}\n`);
  }
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', injectableClass: SampleChecker },
  { kind: 'Reporter', name: 'each', injectableClass: EachReporter },
];
