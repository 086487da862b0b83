import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bill } from './bill-of-materials';

const BYTES_MAX = 64 * 1024 * 1024;
const run = promisify(execFile);

/** Packs folders with one run of npm and returns the paths of their tarballs, in the same order. */
export async function npmPack(folders: readonly string[], target: string): Promise<readonly string[]> {
  const args = ['pack', '--json', '--ignore-scripts', `--pack-destination=${target}`, ...folders];
  const { stdout } = await npm(args, target);
  const packed = JSON.parse(stdout) as readonly { readonly filename: string }[];
  if (packed.length !== folders.length) throw new Error(`npm packed ${packed.length} of ${folders.length} folders`);
  return packed.map(({ filename }) => join(target, filename));
}

/** What npm says that workspaces are made of, all in one, by name and version, as CycloneDX. */
export async function npmBill(root: string, names: readonly string[]): Promise<Bill> {
  const { stdout } = await npm(
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=library', ...names.map((name) => `--workspace=${name}`)],
    root,
  );
  return JSON.parse(stdout) as Bill;
}

function npm(args: readonly string[], cwd: string): Promise<{ stdout: string }> {
  return run('npm', [...args], { cwd, maxBuffer: BYTES_MAX });
}
