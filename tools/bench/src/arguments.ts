/** What was asked for on the command line. */
export interface Asked {
  /** Benchmarks to run; all when empty. */
  readonly names: readonly string[];
  /** Results as one JSON document on standard output, and nothing else there. */
  readonly json: boolean;
  /** Rounds of each comparison; each benchmark's own number when absent. */
  readonly rounds: number | undefined;
}

/** Reads `[name…] [--only name[,name]] [--rounds N] [--json]`, or says in a sentence what is wrong. */
export function readArguments(args: readonly string[], known: readonly string[]): Asked | { readonly fault: string } {
  const names: string[] = [];
  let json = false;
  let rounds: number | undefined;
  const left = [...args];
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === '--json') json = true;
    else if (arg === '--only') names.push(...(left.shift() ?? '').split(','));
    else if (arg === '--rounds') {
      rounds = Number(left.shift());
      if (!Number.isInteger(rounds) || rounds < 1) return { fault: '--rounds takes a whole number from 1' };
    } else if (arg.startsWith('-')) return { fault: `there is no option ${arg}` };
    else names.push(arg);
  }
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) return { fault: `unknown benchmark ${unknown.join(', ')}; there are ${known.join(', ')}` };
  return { names, json, rounds };
}
