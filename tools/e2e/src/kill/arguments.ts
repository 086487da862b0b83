import { parseArgs } from 'node:util';
import type { PayMode } from './kill-harness';

/** What `npm run kill` is asked for. */
export type Asked =
  | {
      readonly kind: 'servers';
      readonly by: 'kill' | 'io';
      readonly kills: number;
      readonly seed: number;
      readonly lanes: number;
      readonly workers: number;
      readonly mode: PayMode;
      readonly impatient: boolean;
      /** In mode self: time between two reorganisations of the chain, at least; at most it is twice that. */
      readonly reorganiseMs: number;
      /** In mode self: blocks that must stand on a transfer. */
      readonly confirmations: number;
    }
  | {
      readonly kind: 'nodes';
      readonly nodes: number;
      readonly kills: number;
      readonly freezes: number;
      readonly freezeMs: number;
      readonly databaseKills: number;
      readonly cuts: number;
      readonly seed: number;
    }
  | { readonly kind: 'failovers'; readonly nodes: number; readonly failovers: number; readonly seed: number }
  | { readonly kind: 'fault'; readonly text: string };

const NUMBERS = [
  'kills',
  'io',
  'seed',
  'lanes',
  'workers',
  'reorganise-seconds',
  'confirmations',
  'nodes',
  'freezes',
  'freeze-seconds',
  'database-kills',
  'cuts',
  'failover',
] as const;
type NumberName = (typeof NUMBERS)[number];

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  ...(Object.fromEntries(NUMBERS.map((name) => [name, TEXT])) as Record<NumberName, typeof TEXT>),
  mode: TEXT,
  impatient: { type: 'boolean' },
} as const;

const OF_KILLED_NODES = ['kills', 'freezes', 'freeze-seconds', 'database-kills', 'cuts'] as const;
const OF_NODES = ['freezes', 'freeze-seconds', 'database-kills', 'cuts'] as const;
const OF_SERVERS = ['io', 'lanes', 'workers', 'mode', 'reorganise-seconds', 'confirmations', 'impatient'] as const;
const NODES = 3;
const NODES_MAX = 9;
const WORKERS_MAX = 9;
const CONFIRMATIONS_MAX = 4;
/** Windows of a minute outlive reorganisations of this pace: what a block lost is in another one before the next is lost. */
const REORGANISE_SECONDS = 10;

/** Reads the command line; its options are in `tools/e2e/usage.txt`. */
export function readArguments(args: readonly string[]): Asked {
  try {
    return read(args);
  } catch (error) {
    return { kind: 'fault', text: (error as Error).message };
  }
}

function read(args: readonly string[]): Asked {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const number = (name: NumberName, absent: number): number => {
    const text = values[name];
    if (text === undefined) return absent;
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0)
      throw new Error(`--${name} must be a whole number`);
    return value;
  };
  const refuse = (names: readonly (keyof typeof OPTIONS)[], why: string): void => {
    const found = names.find((name) => values[name] !== undefined);
    if (found) throw new Error(`--${found} ${why}`);
  };
  const seed = number('seed', 1);
  const nodes = number('nodes', NODES);
  if (nodes < 1 || nodes > NODES_MAX) throw new Error(`--nodes must be 1 to ${NODES_MAX}`);
  if (values.failover !== undefined) {
    refuse([...OF_SERVERS, ...OF_KILLED_NODES], 'does not go with --failover');
    return { kind: 'failovers', nodes, failovers: number('failover', 0), seed };
  }
  if (values.nodes !== undefined) {
    refuse(OF_SERVERS, 'does not go with --nodes');
    return {
      kind: 'nodes',
      nodes,
      kills: number('kills', 100),
      freezes: number('freezes', 10),
      freezeMs: number('freeze-seconds', 30) * 1_000,
      databaseKills: number('database-kills', 20),
      cuts: number('cuts', 40),
      seed,
    };
  }
  refuse(OF_NODES, 'goes with --nodes');
  const { mode = 'facilitator', impatient = false } = values;
  if (mode !== 'facilitator' && mode !== 'self') throw new Error('--mode must be facilitator or self');
  if (mode !== 'self') refuse(['reorganise-seconds', 'confirmations'], 'goes with --mode self');
  const reorganiseMs = number('reorganise-seconds', REORGANISE_SECONDS) * 1_000;
  if (reorganiseMs === 0) throw new Error('--reorganise-seconds must be 1 or more');
  const confirmations = number('confirmations', 1);
  if (confirmations < 1 || confirmations > CONFIRMATIONS_MAX)
    throw new Error(`--confirmations must be 1 to ${CONFIRMATIONS_MAX}`);
  const workers = number('workers', 1);
  if (workers < 1 || workers > WORKERS_MAX) throw new Error(`--workers must be 1 to ${WORKERS_MAX}`);
  if (workers > 1) refuse(['io'], 'does not go with --workers');
  const by = values.io === undefined ? 'kill' : 'io';
  const kills = number(by === 'io' ? 'io' : 'kills', 100);
  return {
    kind: 'servers',
    by,
    kills,
    seed,
    lanes: number('lanes', 2),
    workers,
    mode,
    impatient,
    reorganiseMs,
    confirmations,
  };
}
