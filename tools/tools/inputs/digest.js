'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const { APPS, TOOLS } = require('../../launch/build-workspace');

const root = path.resolve(__dirname, '..', '..', '..');

/**
 * `node digest.js NAME…`: one line for what a test reads and nx does not see, being ignored by git or outside of the checkout. A cached
 * pass counts only where the line is the same.
 */
const DIGESTS = {
  /** The runtime: what passes on one need not on another. */
  node: () => `${process.version} ${process.platform} ${process.arch}`,
  /** What `npm test` compiles, by its content: programs that tests start. What only `npm run check` compiles none of them starts. */
  dist: () => digest(distFolders().flatMap(filesOf), (file) => fs.readFileSync(file)),
  /** Published data to compare with, by names, sizes and times: it is large. */
  corpora: () => digest(dataFolders().flatMap(filesOf), sizeAndTime),
};

/** Of the programs and of all that they refer to. */
function distFolders() {
  const configs = new Set();
  const add = (config) => {
    if (configs.has(config) || !fs.existsSync(config)) return;
    configs.add(config);
    const { references = [] } = JSON.parse(fs.readFileSync(config, 'utf8'));
    for (const reference of references) add(path.resolve(path.dirname(config), reference.path));
  };
  for (const config of [...APPS, ...TOOLS]) add(path.join(root, config));
  return [...configs].map((config) => path.join(path.dirname(config), 'dist')).sort();
}

/** The corpora, and the feeds next to them, as the tests find them. */
function dataFolders() {
  const corpora = path.resolve(root, process.env.CORPORA_DIR ?? '../shared/corpora');
  return [corpora, path.resolve(corpora, '..', 'data')];
}

/** Regular files below a folder, in order; none where there is no folder. */
function filesOf(folder) {
  if (!fs.existsSync(folder)) return [];
  const entries = fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(file);
    return fs.statSync(file).isFile() ? [file] : [];
  });
}

function digest(files, contentOf) {
  const hash = crypto.createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(contentOf(file)).update('\0');
  return `${files.length} files ${hash.digest('hex')}`;
}

function sizeAndTime(file) {
  const { size, mtimeMs } = fs.statSync(file);
  return `${size} ${mtimeMs}`;
}

if (require.main === module) {
  for (const name of process.argv.slice(2)) process.stdout.write(`${name}: ${DIGESTS[name]()}\n`);
}

module.exports = { filesOf, digest, sizeAndTime };
