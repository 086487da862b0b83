import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface Asked {
  readonly help: boolean;
  /** Attacks to make, at least one. */
  readonly names: readonly string[];
  /** How long each attack takes. */
  readonly seconds: number;
  /** Where the figures go as JSON. */
  readonly jsonFile: string | undefined;
}

const SECONDS_DEFAULT = 5;
const SECONDS_MAX = 60;

/** Reads the arguments, or says in a sentence what is wrong with them. */
export function readArguments(args: readonly string[], known: readonly string[]): Asked | { readonly fault: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        attack: { type: 'string', multiple: true, default: [] },
        part: { type: 'string', default: '1/1' },
        seconds: { type: 'string', default: String(SECONDS_DEFAULT) },
        json: { type: 'string' },
      },
    });
    const asked = values.attack.flatMap((list) => list.split(','));
    const unknown = asked.filter((name) => !known.includes(name));
    if (unknown.length > 0) return { fault: `there is no attack ${unknown.join(', ')}; there are ${known.join(', ')}` };
    const names = partOf(asked.length === 0 ? known : known.filter((name) => asked.includes(name)), values.part);
    if (names === undefined)
      return { fault: '--part takes which part and of how many, as 1/2, and each has an attack' };
    const seconds = Number(values.seconds);
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > SECONDS_MAX)
      return { fault: `--seconds takes a whole number from 1 to ${SECONDS_MAX}` };
    return { help: values.help, names, seconds, jsonFile: values.json };
  } catch (fault) {
    return { fault: (fault as Error).message };
  }
}

/** The K-th of some names and every N-th after it; undefined where `K/N` is none, or leaves no name. */
function partOf(names: readonly string[], part: string): readonly string[] | undefined {
  const [, which, of] = /^(\d+)\/(\d+)$/.exec(part)?.map(Number) ?? [];
  if (which === undefined || of === undefined || which < 1 || which > of || which > names.length) return undefined;
  return names.filter((_, at) => at % of === which - 1);
}
