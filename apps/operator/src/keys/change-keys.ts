import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keyIdInUse, nextFile, readKeySet, revokeKey, rotateKey, type KeyFiles } from '@stackcheck/store-sqlite/keys';
import { SettingsError } from '../settings';

/** What a key is for; each kind is one of an installation's own. */
export const KEY_ROLES = ['dataset', 'receipt', 'watch', 'l402'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** Which key is changed, and where. */
export interface KeyChange {
  readonly role: KeyRole;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: number;
  readonly isDryRun: boolean;
}

/** What came of it: for people, and as JSON. */
export interface KeyOutcome {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** False: nothing was done, as something else must be first. */
  readonly ok: boolean;
}

/**
 * Gives a key a successor that takes over after an overlap; watch and L402 keys take over at once, and those before them go on opening what
 * they sealed.
 * @throws SettingsError where the key comes from elsewhere or is not there
 */
export async function rotate(change: KeyChange, overlapMs: number): Promise<KeyOutcome> {
  const { role, dataDir, nowMs, isDryRun } = change;
  refuseForeign(change);
  if (role === 'watch' || role === 'l402') return rotateSecret(change);
  const files = await existingFiles(change);
  const at = new Date(nowMs + overlapMs).toISOString();
  if (isDryRun) {
    const from = keyIdInUse(files, nowMs);
    const text = `would make a successor of ${from}, publish it now, and have it sign from ${at}; ${from} stays listed`;
    return { ok: true, text, value: { role, changed: false, from, at } };
  }
  const rotated = rotateKey(files, { nowMs, overlapMs });
  if (rotated.kind === 'under_way') {
    const text = `a rotation is under way: ${rotated.to} signs from ${rotated.at}; rotate again after that`;
    return { ok: false, text, value: { role, changed: false, ...rotated } };
  }
  const { from, to, ends } = rotated;
  const who = role === 'dataset' ? 'ingest' : 'the API';
  const text = `${to} is published and signs from ${rotated.at}, without a restart of ${who}; ${from} stays listed, its end is ${ends}`;
  return {
    ok: true,
    text: `${text}\nback up ${join(dataDir, 'keys')} now`,
    value: { changed: true, role, ...rotated },
  };
}

async function rotateSecret({ role, dataDir, nowMs, isDryRun }: KeyChange): Promise<KeyOutcome> {
  const what = role === 'watch' ? 'watch tokens' : 'L402 tokens';
  const known = role === 'watch' ? 'until the last of them has expired' : 'for thirty days';
  if (isDryRun) {
    const text = `would seal ${what} with a new key from now on; the others open theirs ${known}`;
    return { ok: true, text, value: { role, changed: false } };
  }
  const { rotateL402Secret, rotateWatchKeys } = await import('@stackcheck/api');
  const to = role === 'watch' ? rotateWatchKeys(dataDir, nowMs) : null;
  if (role === 'l402') {
    if (!existsSync(join(dataDir, 'keys', 'l402-secret'))) throw new SettingsError(NONE.l402);
    rotateL402Secret(dataDir, nowMs);
  }
  const text = `a new key seals ${what} from now on, without a restart; the others open theirs ${known}`;
  return { ok: true, text, value: { role, changed: true, ...(to !== null && { to }) } };
}

/**
 * Revokes a key: what it signed or sealed is worth nothing any more, whenever it did. One that signs or seals now is replaced at once.
 * @param keyId of a dataset or receipt key; the one that signs where it is absent
 * @throws SettingsError as `rotate` does; KeyError where there is no such key
 */
export async function revoke(change: KeyChange, keyId: string | undefined, reason: string): Promise<KeyOutcome> {
  const { role, dataDir, nowMs, isDryRun } = change;
  refuseForeign(change);
  if (role === 'watch' || role === 'l402') {
    const what = role === 'watch' ? 'watch token' : 'L402 token';
    if (isDryRun) {
      const text = `would forget all keys and make a new one: no ${what} of before could be used any more`;
      return { ok: true, text, value: { role, changed: false } };
    }
    const { revokeL402Secrets, revokeWatchKeys } = await import('@stackcheck/api');
    if (role === 'watch') revokeWatchKeys(dataDir, nowMs);
    else revokeL402Secrets(dataDir);
    return { ok: true, text: `no ${what} of before can be used any more`, value: { role, changed: true } };
  }
  const files = await filesOf(change);
  if (isDryRun) {
    const name = keyId ?? keyIdInUse(files, nowMs);
    const isKnown = readKeySet(files.setFile).keys.some(({ kid }) => kid === name);
    if (!isKnown) throw new SettingsError(`there is no key "${name}" among the published ones`);
    const text = `would revoke ${name}: nothing that it signed would be called proven any more`;
    return { ok: true, text, value: { role, changed: false, revoked: [name] } };
  }
  const outcome = revokeKey(files, { keyId, reason, nowMs });
  const after = role === 'dataset' ? '\nnow publish under the new key: npm run ingest -- --once' : '';
  const next = outcome.to === null ? '' : `; ${outcome.to} signs from now on, and nobody introduces it`;
  const text = `revoked ${outcome.revoked.join(', ')}: nothing that it signed is called proven any more${next}${after}`;
  return { ok: true, text, value: { role, changed: true, ...outcome } };
}

async function filesOf({ role, dataDir, env }: KeyChange): Promise<KeyFiles> {
  if (role === 'receipt') return (await import('@stackcheck/api')).receiptFiles(dataDir);
  const keys = join(dataDir, 'keys');
  const given = env['SIGNING_KEY_FILE']?.trim();
  return { privateFile: given || join(keys, 'dataset-signing.pem'), setFile: join(keys, 'dataset-jwks.json') };
}

async function existingFiles(change: KeyChange): Promise<KeyFiles> {
  const files = await filesOf(change);
  if (existsSync(files.privateFile) || existsSync(nextFile(files.privateFile))) return files;
  throw new SettingsError(change.role === 'dataset' ? NONE.dataset : NONE.receipt);
}

const NONE = {
  dataset: 'there is no dataset key yet: ingest makes it (npm run ingest)',
  receipt: 'there is no receipt key yet: the API makes it when it first starts',
  l402: 'there is no L402 secret yet: the API makes it when it first starts with L402',
} as const;

/** Variables by which a key comes from elsewhere, and what changes it then. */
const GIVEN_BY: Readonly<Record<KeyRole, { readonly name: string; readonly todo: string }>> = {
  dataset: { name: 'SNAPSHOT_SOURCE', todo: 'this node follows a publisher and signs nothing; rotate the key there' },
  receipt: {
    name: 'RECEIPT_KEY',
    todo:
      'the key comes from there, for all instances. Make another (openssl genpkey -algorithm ed25519), stop all instances, put it in the ' +
      'place of the old one, and start them: each lists the key before with its end, so that receipts of before stay proven',
  },
  watch: {
    name: 'WATCH_KEYS',
    todo:
      'the keys come from there, for all instances. Add one before the last of the list (docs/stack.md) and start the instances one by one; then ' +
      'move it to the end, which seals, and start them once more; drop the old one after 181 days',
  },
  l402: {
    name: 'L402_SECRET',
    todo:
      'the secret comes from there, for all instances. Make another (openssl rand -hex 32), stop all instances, put it in the place of the old ' +
      'one, and start them: tokens of before are then refused, so do it when few are under way',
  },
};

function refuseForeign({ role, env }: KeyChange): void {
  const { name, todo } = GIVEN_BY[role];
  const isGiven = [name, `${name}_FILE`].some((each) => env[each]?.trim());
  if (isGiven) throw new SettingsError(`${name} is set: ${todo} (docs/nodes.md)`);
}
