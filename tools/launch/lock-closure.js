'use strict';

/**
 * The locked packages that some workspaces need, as keys of the lockfile (`node_modules/express`, `libs/contract`): what they
 * depend on, what that depends on, and so on, each found as Node would find it. Development packages count for the workspaces
 * named in `withDev` alone. Optional packages are followed where the lockfile has them; nothing says that they are installed.
 * @param {Record<string, object>} locked `packages` of package-lock.json
 * @param {readonly string[]} workspaces folders such as `apps/api`
 * @param {readonly string[]} withDev those of them whose development packages are needed, too
 * @returns {ReadonlySet<string>}
 */
function neededPackages(locked, workspaces, withDev = []) {
  const found = new Set();
  const open = workspaces.filter((folder) => locked[folder]);
  for (const folder of open) found.add(folder);
  for (let where = open.pop(); where !== undefined; where = open.pop()) {
    for (const name of dependenciesOf(locked[where], withDev.includes(where))) {
      const place = placeOf(locked, where, name);
      if (place === undefined) continue;
      for (const each of [place, targetOf(locked[place])]) {
        if (each === undefined || found.has(each) || !locked[each]) continue;
        found.add(each);
        open.push(each);
      }
    }
  }
  return found;
}

function dependenciesOf(entry, withDev) {
  const { dependencies, optionalDependencies, peerDependencies, devDependencies } = entry;
  return Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
    ...(withDev && devDependencies),
  });
}

/** The nearest `node_modules/<name>` from a folder upwards. */
function placeOf(locked, from, name) {
  for (let folder = from; ; folder = parentOf(folder)) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (locked[place]) return place;
    if (folder === '') return undefined;
  }
}

function parentOf(folder) {
  const cut = folder.lastIndexOf('/');
  return cut === -1 ? '' : folder.slice(0, cut);
}

/** A workspace is locked twice: as a link, and as the folder that it leads to. */
function targetOf(entry) {
  return entry.link ? entry.resolved : undefined;
}

module.exports = { neededPackages };
