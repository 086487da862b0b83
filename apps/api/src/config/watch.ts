import { parseWatchKeys } from './watch-key-ring';
import type { KeyRing } from '@stackcheck/stack-core/token';

/** Where the keys of watch tokens come from; without any, watching is off. */
export type WatchConfig =
  | { readonly mode: 'off' }
  /** A file of this installation, which it makes and renews. */
  | { readonly mode: 'own' }
  /** Keys of the operator, for several instances that open each other's tokens. */
  | { readonly mode: 'given'; readonly ring: KeyRing };

/** Reads STACK_WATCH and WATCH_KEYS; with watching off the keys are not looked at. */
export function readWatch(values: Readonly<Record<string, string | undefined>>, faults: string[]): WatchConfig {
  const mode = values['STACK_WATCH'] ?? 'on';
  if (mode !== 'on' && mode !== 'off') faults.push('STACK_WATCH must be on or off');
  if (mode !== 'on') return { mode: 'off' };
  const keys = values['WATCH_KEYS'];
  if (keys === undefined) return { mode: 'own' };
  try {
    return { mode: 'given', ring: parseWatchKeys(keys) };
  } catch (error) {
    faults.push(`WATCH_KEYS: ${(error as Error).message}`);
    return { mode: 'off' };
  }
}
