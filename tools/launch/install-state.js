'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { isPackage, levelToInstall, packagesOf } = require('./levels');

/** Written by us after an install: the ABI that native modules were compiled for. */
const ABI_STAMP = path.join('node_modules', '.stackcheck-abi');

/** The one package that is compiled where it is installed, and what shows that it was. */
const NATIVE = 'node_modules/better-sqlite3';
const NATIVE_BINARY = path.join(NATIVE, 'build', 'Release', 'better_sqlite3.node');

/**
 * Why the tree in `node_modules` cannot be used for what a command does, or undefined when it can.
 * The contents of the lockfile and of npm's record of the installed tree are compared, not their times: a checkout
 * touches times without changing anything.
 * - `install`: nothing is there, so npm may begin from an empty folder
 * - `add`: something is there that must stay; packages are missing or have another version
 * - `rebuild`: only the native module is missing or was compiled for another Node
 * @param {string} root the checkout
 * @param {'run' | 'build' | 'demo' | 'development'} level how much is needed
 * @returns {{ action: 'install' | 'add' | 'rebuild', level: string, reason: string } | undefined}
 */
function installNeed(root, level = 'development', abi = process.versions.modules) {
  const locked = readPackages(path.join(root, 'package-lock.json'));
  if (!locked) return undefined;
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return { action: 'install', level, reason: 'nothing is installed yet' };
  const difference = firstDifference(locked, installed, packagesOf(locked, level));
  if (difference) {
    const reason = `${difference} is not what package-lock.json says`;
    return { action: 'add', level: levelToInstall(locked, installed, level), reason };
  }
  const native = nativeFault(root, installed, abi);
  return native && { action: 'rebuild', level, reason: native };
}

/** Remembers for which Node ABI the native modules were compiled. */
function stampInstall(root, abi = process.versions.modules) {
  fs.writeFileSync(path.join(root, ABI_STAMP), abi);
}

/**
 * The first needed package that is missing or has another version. Optional ones may be missing (other platforms), and a
 * workspace needs only its link, which `linkWorkspaces` makes.
 */
function firstDifference(locked, installed, needed) {
  for (const where of needed) {
    if (!isPackage(where)) continue;
    const entry = locked[where];
    const there = installed[where];
    if (!there) {
      if (entry.optional || entry.devOptional || entry.peer) continue;
      return where;
    }
    if (!entry.link && there.version !== entry.version) return where;
  }
  return undefined;
}

function nativeFault(root, installed, abi) {
  if (!installed[NATIVE]) return undefined;
  if (!fs.existsSync(path.join(root, NATIVE_BINARY))) return 'SQLite is not compiled yet';
  const stamp = readText(path.join(root, ABI_STAMP));
  return stamp && stamp !== abi ? 'native modules were compiled for another Node' : undefined;
}

/**
 * Links `node_modules/@stackcheck/<name>` to the projects of this repository where a link is missing, so that a new project
 * needs no installation.
 * @returns {readonly string[]} the links that were made
 */
function linkWorkspaces(root) {
  const locked = readPackages(path.join(root, 'package-lock.json')) ?? {};
  const missing = Object.entries(locked).filter(
    ([where, entry]) =>
      entry.link && !fs.existsSync(path.join(root, where)) && fs.existsSync(path.join(root, entry.resolved)),
  );
  for (const [where, { resolved }] of missing) {
    const link = path.join(root, where);
    fs.rmSync(link, { force: true });
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(path.relative(path.dirname(link), path.join(root, resolved)), link, 'junction');
  }
  return missing.map(([where]) => where);
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

module.exports = { NATIVE, NATIVE_BINARY, installNeed, stampInstall, linkWorkspaces };
