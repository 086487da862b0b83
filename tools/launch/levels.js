'use strict';
const { neededPackages } = require('./lock-closure');

const APPS = ['apps/api', 'apps/ingest', 'apps/operator', 'apps/stackcheck'];

/** What apps are built with and from, and do not load. */
const BUILT = ['apps/site', 'tools/launch'];

/**
 * How much of package-lock.json is installed, from little to all. `run` is what `npm ci --omit=dev` leaves to run the apps;
 * `build` adds compiler, bundler, their types and the browser scripts' packages; `demo` adds an official x402 client; `development` is everything.
 */
const LEVELS = {
  run: { workspaces: APPS, withDev: [] },
  build: { workspaces: [...APPS, ...BUILT], withDev: ['tools/launch'] },
  demo: { workspaces: [...APPS, ...BUILT, 'tools/demo'], withDev: ['tools/launch', 'tools/demo'] },
  development: undefined,
};
const NAMES = Object.keys(LEVELS);

/**
 * The locked packages of a level, as keys of the lockfile. Links to tools are left out of `development`: nobody imports them,
 * or the launcher makes them (`linkWorkspaces`).
 */
function packagesOf(locked, level) {
  const parts = LEVELS[level];
  if (parts) return neededPackages(locked, parts.workspaces, parts.withDev);
  return new Set(Object.keys(locked));
}

/** The level that a command has to install: what it asks for, and never less than what is there already. */
function levelToInstall(locked, installed, asked) {
  const there = NAMES.findLast((level, at) => {
    if (at === 0) return true;
    const below = packagesOf(locked, NAMES[at - 1]);
    return [...packagesOf(locked, level)].some((where) => isPackage(where) && !below.has(where) && installed[where]);
  });
  return NAMES.indexOf(there) > NAMES.indexOf(asked) ? there : asked;
}

/** npm's arguments for a level; without any, npm takes all workspaces. */
function npmFilter(level) {
  const parts = LEVELS[level];
  return ['--include=dev', ...(parts ? parts.workspaces.flatMap((folder) => ['-w', folder]) : [])];
}

/** A package from the registry, as against a folder of this repository or a link to one. */
function isPackage(where) {
  return where.includes('node_modules/') && !where.includes('node_modules/@stackcheck/');
}

module.exports = { packagesOf, levelToInstall, npmFilter, isPackage };
