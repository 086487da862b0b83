import type { DatasetId, Manifest } from '@stackcheck/datasets';
import { parseKeySet, type KeySet } from '@stackcheck/signing';
import { followKeys } from '@stackcheck/signing/keys';
import { CliError, EXIT } from '../program/exit-code';
import { usdText } from '../terminal/usd-text';
import type { DataFolder } from './data-folder';
import { importSnapshot } from './import-snapshot';
import { packDigest, trustedManifest } from './trusted-manifest';

/** What is asked of a service to fetch from it. */
export interface PullService {
  readonly url: string;
  get(path: string): Promise<unknown>;
  price(request: { readonly path: string }): Promise<bigint>;
  requireRoom(wanted: readonly { readonly request: { readonly path: string }; readonly price: bigint }[]): Promise<void>;
  buy(request: { readonly path: string }): Promise<Uint8Array>;
}

/** What a pull reports to. */
export interface PullDeps {
  readonly folder: DataFolder;
  readonly service: PullService;
  readonly now: () => number;
  readonly note: (line: string) => void;
  readonly progress: (line: string) => void;
  /** Trusts the keys that the service publishes now in place of those that are pinned. */
  readonly repin: boolean;
  /** Only says what it would cost. */
  readonly dryRun: boolean;
}

/** A dataset of which there is something newer. */
interface Newer {
  readonly manifest: Manifest;
  readonly path: string;
  readonly price: bigint;
}

/**
 * Buys the newest snapshots of these datasets, what is there already excepted, once the whole sum was said and the caps carry it. The keys of the first
 * service that is asked are trusted from then on.
 * @throws CliError `data` or `network`
 */
export async function pull(ids: readonly DatasetId[], deps: PullDeps): Promise<void> {
  const { folder, service, note, progress, now } = deps;
  const keys = await keysOf(deps);
  const newer: Newer[] = [];
  for (const id of ids) {
    progress(`asking for the newest ${id} snapshot`);
    const manifest = await newestManifest(service, id, keys);
    const current = folder.current().datasets[id];
    if (current?.manifest.snapshot_id === manifest.snapshot_id && folder.hasBlob(current.blob)) {
      folder.setCurrent(id, { ...current, confirmed_at: new Date(now()).toISOString() });
      note(`${id}: ${manifest.snapshot_id} is still the newest`);
      continue;
    }
    const path = `/v1/${id}/snapshot${packDigest(manifest) === undefined ? '' : '?form=pack'}`;
    newer.push({ manifest, path, price: await service.price({ path }) });
  }
  progress('');
  if (newer.length === 0) return;
  const sum = newer.reduce((total, { price }) => total + price, 0n);
  const parts = newer.map(({ manifest: { dataset }, price }) => `${dataset} ${usdText(price)}`);
  note(`${parts.join(' + ')} = ${usdText(sum)} USD`);
  if (deps.dryRun) return;
  await service.requireRoom(newer.map(({ path, price }) => ({ request: { path }, price })));
  for (const each of newer) await fetchOne(each, keys, deps);
}

async function fetchOne({ manifest, path }: Newer, keys: KeySet, deps: PullDeps): Promise<void> {
  const { folder, service, now, note, progress } = deps;
  progress(`fetching ${path}`);
  const bytes = await service.buy({ path });
  progress('');
  const download = { name: `${service.url}${path}`, bytes, confirmedAt: new Date(now()).toISOString() };
  // A newer one may have been published since the manifest was read.
  const latest = packDigest(manifest) === undefined ? manifest : await newestManifest(service, manifest.dataset, keys);
  const { manifest: stored } = importSnapshot(folder, { ...download, manifest: latest }, keys);
  note(`${stored.dataset}: ${stored.snapshot_id}, ${(bytes.length / 1_000_000).toFixed(1)} MB, signature good`);
}

async function newestManifest({ url, get }: PullService, id: DatasetId, keys: KeySet): Promise<Manifest> {
  const path = `/v1/${id}/manifest`;
  const answer = (await get(path)) as { readonly data?: { readonly manifest?: unknown } };
  return trustedManifest(answer.data?.manifest, keys, `the answer of ${url}${path}`);
}

/**
 * The pinned keys, with those that one of them introduced and without those that the service revoked; those that it publishes where there are
 * none yet.
 */
async function keysOf(deps: PullDeps): Promise<KeySet> {
  const { folder, service, note } = deps;
  const pinned = deps.repin ? undefined : folder.keys();
  const path = '/.well-known/jwks.json';
  let keys: KeySet;
  try {
    keys = parseKeySet(JSON.stringify(await service.get(path)));
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(EXIT.data, `${service.url}${path} holds no published keys; is it this service?`, { cause });
  }
  if (pinned !== undefined) return followed(pinned, keys, deps);
  folder.pinKeys(keys);
  note(`trusted from now on: ${keys.keys.map(({ kid }) => kid).join(', ')} of ${service.url}`);
  return keys;
}

function followed(pinned: KeySet, published: KeySet, { folder, service: { url }, note }: PullDeps): KeySet {
  const { set, added, dropped } = followKeys(pinned, published);
  if (set.keys.length === 0) {
    throw new CliError(
      EXIT.data,
      `${url} has revoked every key that was trusted; make sure that it says so itself, then trust its new ones with \`stackcheck data pull --repin\``,
    );
  }
  folder.pinKeys(set);
  if (added.length > 0) note(`trusted, too, since a trusted key introduced it: ${added.join(', ')}`);
  if (dropped.length > 0) note(`trusted no more, since ${url} revoked it: ${dropped.join(', ')}`);
  return set;
}
