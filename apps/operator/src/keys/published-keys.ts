import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KeySet } from '@stackcheck/signing';
import { readKeySet } from '@stackcheck/store-sqlite/keys';

/** A key of the published sets, as of now. Times are RFC 3339. */
export interface PublishedState {
  readonly key_id: string;
  readonly of: 'datasets' | 'receipts';
  readonly state: 'valid' | 'coming' | 'retired' | 'revoked';
  readonly from: string | null;
  readonly end: string | null;
  readonly reason: string | null;
}

/** The keys that buyers verify with, oldest first. A set that cannot be read is left to the fault of its file. */
export function publishedKeys(folder: string, nowMs: number): readonly PublishedState[] {
  const sets = [
    ['datasets', 'dataset-jwks.json'],
    ['receipts', 'receipt-jwks.json'],
  ] as const;
  return sets.flatMap(([of, file]) => {
    if (!existsSync(join(folder, file))) return [];
    try {
      return statesOf(readKeySet(join(folder, file)), nowMs).map((state) => ({ ...state, of }));
    } catch {
      return [];
    }
  });
}

function statesOf({ keys, revoked = [] }: KeySet, nowMs: number): readonly Omit<PublishedState, 'of'>[] {
  return [
    ...keys.map(({ kid, nbf, exp }) => {
      const isComing = nbf !== undefined && nbf * 1000 > nowMs;
      const isRetired = exp !== undefined && exp * 1000 <= nowMs;
      const state = isComing ? 'coming' : isRetired ? 'retired' : 'valid';
      return { key_id: kid, state, from: instant(nbf), end: instant(exp), reason: null } as const;
    }),
    ...revoked.map(
      ({ kid, revoked_at, reason }) =>
        ({ key_id: kid, state: 'revoked', from: null, end: instant(revoked_at), reason }) as const,
    ),
  ];
}

function instant(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
