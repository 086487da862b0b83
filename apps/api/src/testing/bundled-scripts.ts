import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const BUNDLER = join(__dirname, '..', '..', '..', '..', 'tools', 'launch', 'bundle-site.js');

/** Bundles the scripts of the pages into a folder, from the sources as they are now; a second. */
export async function bundleScripts(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [BUNDLER, folder]);
}
