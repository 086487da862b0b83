'use strict';
const { spawnSync } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { packagesOf } = require('./levels');
const { layOut } = require('./release-tree');
const { root } = require('./workspace');

/**
 * Packs the tree of a release. The same sources, packages and Node give the same tarball, byte by byte: names in order, no times, no
 * owners (GNU tar).
 * @returns {readonly string[]} the tarball, its bill of materials and SHA256SUMS
 */
function pack() {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const name = `stackcheck-${version}-${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`;
  const out = path.join(root, 'dist', 'release');
  const stage = fs.mkdtempSync(path.join(os.tmpdir(), 'stackcheck-release-'));
  process.once('exit', () => fs.rmSync(stage, { recursive: true, force: true }));
  layOut(path.join(stage, name));

  fs.mkdirSync(out, { recursive: true });
  const tarball = path.join(out, `${name}.tar.gz`);
  const bill = path.join(out, `${name}.cdx.json`);
  const sums = path.join(out, 'SHA256SUMS');
  fs.writeFileSync(bill, billOfMaterials(path.join(stage, name)));
  run(
    'tar',
    ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '-I', 'gzip -n', '-cf', tarball, name],
    stage,
  );
  fs.writeFileSync(sums, [tarball, bill].map((file) => `${sha256(file)}  ${path.basename(file)}\n`).join(''));
  return [tarball, bill, sums];
}

/** What the tree holds, by npm's own record; without the time and the random number that npm adds. */
function billOfMaterials(folder) {
  const bill = JSON.parse(
    run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], folder),
  );
  delete bill.serialNumber;
  const { component, tools } = bill.metadata;
  const there = shippedNames(folder);
  const components = bill.components.filter((part) => there.has(part['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => there.has(ref) || ref === component['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => there.has(each)) }));
  const named = { tools, component: { ...component, type: 'application', name: 'stackcheck' } };
  return `${JSON.stringify({ ...bill, metadata: named, components, dependencies }, null, 2)}\n`;
}

/** `name@version` of every package and workspace that runs. */
function shippedNames(folder) {
  const locked = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;
  const there = [...packagesOf(locked, 'run')].filter((where) =>
    fs.existsSync(path.join(folder, where, 'package.json')),
  );
  return new Set(
    there.map((where) => {
      const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, where, 'package.json'), 'utf8'));
      return `${name}@${version}`;
    }),
  );
}

function sha256(file) {
  return crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${error?.message ?? stderr}`);
  return stdout;
}

module.exports = { pack };
