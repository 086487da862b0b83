'use strict';
const path = require('node:path');
const { formatFiles, readJson, updateJson } = require('@nx/devkit');
const { spellings } = require('./names');
const { insertBefore, writeTemplates } = require('./write-templates');

const TABLE = 'tools/check/lint/projects.mjs';
const PAGE = 'docs/architecture.md';

/** `nx g @stackcheck/tools:library NAME`: a pure library that depends on nothing, in every table that knows of libraries. */
module.exports = async function library(tree, { name }) {
  const root = `libs/${name}`;
  const { version, license } = readJson(tree, 'package.json');
  const { tslib } = readJson(tree, 'libs/contract/package.json').dependencies;
  writeTemplates(tree, path.join(__dirname, 'library'), root, { ...spellings(name), version, license, tslib });
  updateJson(tree, 'tsconfig.json', (config) => ({
    ...config,
    references: [...config.references, { path: `./${root}` }],
  }));
  insertBefore(
    tree,
    TABLE,
    "{ name: 'launch', root: 'tools/launch'",
    `  { name: '${name}', root: '${root}', uses: [], packages: [], domain: true },`,
  );
  insertBefore(
    tree,
    PAGE,
    '| `libs/datasets`',
    `| \`${root}\` | what it answers, in one sentence; pure | SQL, HTTP, clock |`,
  );
  lockWorkspace(tree, root, { name: `@stackcheck/${name}`, version, license, dependencies: { tslib } });
  await formatFiles(tree);
};

/** What npm would write for a workspace without packages of its own, in npm's order, so that nothing has to be fetched. */
function lockWorkspace(tree, root, entry) {
  updateJson(tree, 'package-lock.json', (lock) => {
    const packages = {
      ...lock.packages,
      [root]: entry,
      [`node_modules/${entry.name}`]: { resolved: root, link: true },
    };
    const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
    return { ...lock, packages: Object.fromEntries(sorted) };
  });
}
