'use strict';
const fs = require('node:fs');
const path = require('node:path');

/** Folders of installed, built and run-time files: nobody judges them. */
const NOT_OURS = new Set(['node_modules', '.git', '.nx', 'dist', 'out-tsc', 'coverage', 'data', 'tmp']);

/**
 * The paths of a project without those of the projects inside it, as the root has them: its folder, or else what is in it.
 * @param {string} folder from the root
 * @param {readonly string[]} roots of all projects
 * @returns {readonly string[]}
 */
function ownPaths(root, folder, roots) {
  const below = folder === '.' ? '' : `${folder}/`;
  if (!roots.some((other) => other !== folder && other.startsWith(below))) return [folder];
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const own = `${below}${entry.name}`;
    if (NOT_OURS.has(entry.name) || roots.includes(own)) return [];
    if (entry.isDirectory()) return ownPaths(root, own, roots);
    return entry.isFile() ? [own] : [];
  });
}

module.exports = { ownPaths };
