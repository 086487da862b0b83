import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface Asked {
  readonly help: boolean;
  /** Attacks to make; all when empty. */
  readonly names: readonly string[];
  /** How long each attack takes. */
  readonly seconds: number;
  /** Which of how many parts of them, counted from 1. */
  readonly part: readonly [which: number, of: number];
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
    const names = values.attack.flatMap((list) => list.split(','));
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) return { fault: `there is no attack ${unknown.join(', ')}; there are ${known.join(', ')}` };
    const [which = 0, of = 0] = values.part.split('/').map(Number);
    if (!/^\d+\/\d+$/.test(values.part) || which < 1 || which > of)
      return { fault: '--part takes which part and of how many, as 1/2' };
    const seconds = Number(values.seconds);
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > SECONDS_MAX)
      return { fault: `--seconds takes a whole number from 1 to ${SECONDS_MAX}` };
    return { help: values.help, names, part: [which, of], seconds, jsonFile: values.json };
  } catch (fault) {
    return { fault: (fault as Error).message };
  }
}
