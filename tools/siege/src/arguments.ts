import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface Asked {
  readonly help: boolean;
  /** Attacks to make; all when empty. */
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
        seconds: { type: 'string', default: String(SECONDS_DEFAULT) },
        json: { type: 'string' },
      },
    });
    const names = values.attack.flatMap((list) => list.split(','));
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) return { fault: `there is no attack ${unknown.join(', ')}; there are ${known.join(', ')}` };
    const seconds = Number(values.seconds);
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > SECONDS_MAX)
      return { fault: `--seconds takes a whole number from 1 to ${SECONDS_MAX}` };
    return { help: values.help, names, seconds, jsonFile: values.json };
  } catch (fault) {
    return { fault: (fault as Error).message };
  }
}
