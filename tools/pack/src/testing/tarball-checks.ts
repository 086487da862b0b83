import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const HERE = join(__dirname, '..', '..');

/** What is wrong with a tarball, a line each. */
export interface TarballFindings {
  readonly publint: readonly string[];
  /** Of `@arethetypeswrong/core`: how compilers of each kind resolve its types. */
  readonly types: readonly string[];
}

/** Both checkers are ES modules, which jest does not load. A checker that fails on a tarball is a finding about that one. */
const CHECKS = `
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const checks = {
  async publint(tarball) {
    const { buffer, byteOffset, byteLength } = tarball;
    const pack = { tarball: buffer.slice(byteOffset, byteOffset + byteLength) };
    const { messages, pkg } = await publint({ pack, strict: true });
    return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
  },
  async types(tarball) {
    const { types, problems } = await checkPackage(createPackageFromTarballData(tarball));
    if (!types) return ['no types'];
    // TypeScript's resolution of before 2022 reads no sub-paths of exports.
    return problems
      .filter(({ resolutionKind }) => resolutionKind !== 'node10')
      .map(({ kind, entrypoint, resolutionKind }) => [kind, entrypoint, resolutionKind].filter(Boolean).join(' '));
  },
};

const findings = [];
for (const file of process.argv.slice(1)) {
  const found = {};
  for (const [name, check] of Object.entries(checks))
    found[name] = await check(readFileSync(file)).catch((fault) => [String(fault)]);
  findings.push([file, found]);
}
process.stdout.write(JSON.stringify(findings));
`;

/** Checks tarballs as publint and as compilers see them, all in one process: loading the checkers takes longer than a check. */
export async function checkTarballs(tarballs: readonly string[]): Promise<ReadonlyMap<string, TarballFindings>> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', CHECKS, ...tarballs], { cwd: HERE });
  return new Map(JSON.parse(stdout) as readonly (readonly [string, TarballFindings])[]);
}
