import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface Asked {
  readonly help: boolean;
  /** Names of areas; all when empty. */
  readonly areas: readonly string[];
  /** Mutants of each area; 0 for all. */
  readonly sample: number;
  readonly seed: number;
  /** Part of a path. */
  readonly file: string;
  readonly jobs: number;
  readonly list: boolean;
  readonly fresh: boolean;
}

/** Reads the arguments, or says in a sentence what is wrong with them. */
export function readArguments(args: readonly string[], known: readonly string[]): Asked | { readonly fault: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        sample: { type: 'string', default: '25' },
        seed: { type: 'string', default: '1' },
        file: { type: 'string', default: '' },
        jobs: { type: 'string', default: '1' },
        list: { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
      },
    });
    const unknown = positionals.filter((name) => !known.includes(name));
    if (unknown.length > 0) return { fault: `there is no area ${unknown.join(', ')}; there are ${known.join(', ')}` };
    const numbers = { sample: Number(values.sample), seed: Number(values.seed), jobs: Number(values.jobs) };
    for (const [name, least] of [
      ['sample', 0],
      ['seed', 0],
      ['jobs', 1],
    ] as const)
      if (!Number.isSafeInteger(numbers[name]) || numbers[name] < least)
        return { fault: `--${name} takes a whole number from ${least} on` };
    const { help, file, list, fresh } = values;
    return { help, areas: positionals, ...numbers, file, list, fresh };
  } catch (fault) {
    return { fault: (fault as Error).message };
  }
}
