'use strict';
const fs = require('node:fs');
const path = require('node:path');

/** Written by us after an install: the ABI that native modules were compiled for. */
const ABI_STAMP = path.join('node_modules', '.stackcheck-abi');

/**
 * Why the tree in `node_modules` cannot be used, or undefined when it can.
 * The contents of the lockfile and of npm's record of the installed tree are compared, not their times: a checkout
 * touches times without changing anything.
 * @returns {{ action: 'install' | 'rebuild', reason: string } | undefined}
 */
function installNeed(root, abi = process.versions.modules) {
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return { action: 'install', reason: 'nothing is installed yet' };
  const locked = readPackages(path.join(root, 'package-lock.json'));
  if (!locked) return undefined;
  const difference = firstDifference(locked, installed);
  if (difference) return { action: 'install', reason: `${difference} is not what package-lock.json says` };
  const stamp = readText(path.join(root, ABI_STAMP));
  if (stamp && stamp !== abi) return { action: 'rebuild', reason: 'native modules were compiled for another Node' };
  return undefined;
}

/** Remembers for which Node ABI the native modules were compiled. */
function stampInstall(root, abi = process.versions.modules) {
  fs.writeFileSync(path.join(root, ABI_STAMP), abi);
}

/** The first locked package that is missing or has another version; optional ones may be missing (other platforms). */
function firstDifference(locked, installed) {
  for (const [where, entry] of Object.entries(locked)) {
    if (!where.includes('node_modules/')) continue;
    const there = installed[where];
    if (!there) {
      // A workspace that was added since is no package to be fetched.
      if (entry.link || entry.optional || entry.devOptional || (entry.peer && entry.optional)) continue;
      return where;
    }
    if (!entry.link && there.version !== entry.version) return where;
  }
  return undefined;
}

function readPackages(file) {
  const text = readText(file);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

module.exports = { installNeed, stampInstall };
