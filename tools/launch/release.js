'use strict';
const path = require('node:path');
const { helpOrRefuse } = require('./usage');

const USAGE = `npm run release [-- --folder FOLDER]

Packs what runs on a machine of its own, packages of production included, so that its start installs nothing: a tarball for this
platform and this version of Node, its bill of materials (CycloneDX) and SHA256SUMS, in dist/release. Publishes nothing.
Installs the compiler and the packages of production when they are missing.

  --folder FOLDER   lay the files out in that folder, which must be empty or absent, and pack nothing`;

const args = process.argv.slice(2);
const [option, folder] = args;
const isFolder = option === '--folder' && folder !== undefined && args.length === 2;
helpOrRefuse(USAGE, args, { allow: () => isFolder });

const { prepare } = require('./prepare');
const { layOut } = require('./release-tree');
const { pack } = require('./release-pack');

async function main() {
  await prepare({ level: 'build' });
  if (isFolder) return layOut(path.resolve(folder));
  for (const file of pack()) process.stdout.write(`${file}\n`);
}

main().catch((error) => {
  process.stderr.write(`[stackcheck] ${error.message}\n`);
  process.exitCode = 1;
});
