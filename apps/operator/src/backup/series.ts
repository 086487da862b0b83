import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '@stackcheck/contract';
import type { Before } from './backup';
import type { Manifest } from './contents';
import { readSealed, SealError } from './sealed-file';
import { ManifestReading } from './unpacking';

/** After so many that go on from another, one is whole again: all of them are needed to restore the last. */
const DEPTH_MAX = 30;

const NAME = /^backup-\d{4}-\d\d-\d\dT[\d-]+Z\.sealed$/;

/** Whether a path is a folder of backups, each of which goes on from the one before. */
export function isSeries(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** The file of the next backup of a series. */
export function nextInSeries(folder: string, clock: Clock): string {
  return join(folder, `backup-${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}.sealed`);
}

/** The newest backup of a series; undefined where there is none. */
export function newestInSeries(folder: string): string | undefined {
  const newest = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);
  return newest === undefined ? undefined : join(folder, newest);
}

/**
 * The backup that the next one of a series goes on from; undefined where that one is to be whole.
 * @throws SealError where the newest cannot be read with this key
 */
export function beforeInSeries(folder: string, key: Buffer): Before | undefined {
  const newest = newestInSeries(folder);
  if (newest === undefined) return undefined;
  const manifest = manifestOf(newest, key);
  const isUsable = manifest.id !== undefined && (manifest.depth ?? 0) < DEPTH_MAX;
  return isUsable ? { file: newest.slice(dirname(newest).length + 1), manifest } : undefined;
}

/**
 * A backup and those that it goes on from, the whole one first.
 * @throws SealError where one of them is missing, cannot be read with this key, or is another one than is named
 */
export function chainOf(file: string, key: Buffer): readonly string[] {
  const chain = [file];
  let manifest = manifestOf(file, key);
  while (manifest.base !== undefined) {
    const { file: name, id } = manifest.base;
    const path = join(dirname(file), name);
    if (!NAME.test(name) || !existsSync(path) || chain.length > DEPTH_MAX)
      throw new SealError(`${chain[0]} goes on from ${name}, which is not in its folder`);
    manifest = manifestOf(path, key);
    if (manifest.id !== id) throw new SealError(`${path} is not the backup that ${chain[0]} goes on from`);
    chain.unshift(path);
  }
  return chain;
}

function manifestOf(file: string, key: Buffer): Manifest {
  const reading = new ManifestReading();
  readSealed(file, key, (piece) => reading.take(piece));
  return reading.end();
}
