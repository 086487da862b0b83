import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bill } from './bill-of-materials';

const BYTES_MAX = 64 * 1024 * 1024;
const run = promisify(execFile);

/** Packs a folder with npm and returns the path of the tarball. */
export async function npmPack(folder: string, target: string): Promise<string> {
  const { stdout } = await npm(['pack', '--json', '--ignore-scripts', `--pack-destination=${target}`], folder);
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  if (packed === undefined) throw new Error(`npm packed nothing in ${folder}`);
  return join(target, packed.filename);
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
