'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { isPackage, packagesOf } = require('./levels');
const { root } = require('./workspace');

const FILES = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'CHANGELOG.md',
  'deploy',
  'docs',
  'tools/launch',
];
/** What compiling leaves that no program reads. */
const NOT_RUN = /\.(d\.ts|map|tsbuildinfo)$/;
/** Sources and objects of the one package that is compiled; its binary and the record of its headers stay. */
const NOT_LOADED = /^node_modules\/better-sqlite3\/(deps|src|build\/(deps|Release\/(?!better_sqlite3\.node$).+))(\/|$)/;
const INSTALLED = path.join('node_modules', '.package-lock.json');

/**
 * Lays out what runs in production, packages included, as copies of what is installed and compiled here. Nothing is fetched.
 * @param {string} folder empty or absent
 * @throws Error when the folder holds something
 */
function layOut(folder) {
  fs.mkdirSync(folder, { recursive: true });
  if (fs.readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  for (const file of FILES) copy(file, folder);
  for (const workspace of workspaces()) {
    copy(path.join(workspace, 'package.json'), folder);
    if (!workspace.startsWith('tools')) copy(path.join(workspace, 'dist'), folder);
  }
  layOutPackages(folder);
}

/** The packages of production, their links to workspaces, and npm's record of them, which a start compares with the lockfile. */
function layOutPackages(folder) {
  const locked = readJson('package-lock.json').packages;
  const record = readJson(INSTALLED);
  const needed = [...packagesOf(locked, 'run')];
  for (const where of needed.filter(isPackage)) if (record.packages[where]) copy(where, folder);
  for (const where of needed.filter((each) => locked[each].link)) {
    const link = path.join(folder, where);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, locked[where].resolved)), link);
  }
  const packages = Object.fromEntries(
    needed.filter((each) => record.packages[each]).map((each) => [each, record.packages[each]]),
  );
  fs.writeFileSync(path.join(folder, INSTALLED), `${JSON.stringify({ ...record, packages }, null, 2)}\n`);
}

/** The folders that package.json of the repository names: its lockfile does, too. */
function workspaces() {
  return ['apps', 'libs', 'tools'].flatMap((parent) =>
    fs
      .readdirSync(path.join(root, parent))
      .map((name) => path.join(parent, name))
      .filter((each) => fs.existsSync(path.join(root, each, 'package.json'))),
  );
}

function copy(file, folder) {
  const from = path.join(root, file);
  if (!fs.existsSync(from)) return;
  fs.cpSync(from, path.join(folder, file), { recursive: true, filter: isShipped });
}

function isShipped(file) {
  const inRoot = path.relative(root, file).split(path.sep).join('/');
  return !NOT_LOADED.test(inRoot) && (inRoot.startsWith('node_modules/') || !NOT_RUN.test(inRoot));
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
}

module.exports = { layOut };
