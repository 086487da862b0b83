'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { ALSO_READS, SHARED, TEST_RUNNER, WHOLE_TREE } = require('./table');

/** The lock file stands for what is installed, here or in a project; what npm and nx write is no source. */
const NO_SOURCE = /^(((libs|apps|tools)\/[^/]+\/)?node_modules|\.nx)(\/|$)/;
const COMPILED = /(^|\/)dist(\/|$)/;

/**
 * Reports which files are inputs of a project's test target: its own, those of what it depends on, and what the table names.
 * @param {string} root the checkout
 * @param {string} project its folder from the root
 * @returns {(file: string) => boolean} of a path from the root, with `/`
 */
function inputsOf(root, project) {
  const name = path.basename(project);
  if (WHOLE_TREE.includes(name)) return () => true;
  const known = [...dependenciesOf(root, project), ...SHARED, ...TEST_RUNNER, ...(ALSO_READS[name] ?? [])];
  return (file) =>
    NO_SOURCE.test(file) ||
    (!COMPILED.test(file) && known.some((folder) => file === folder || file.startsWith(`${folder}/`)));
}

/** What the compiler makes of a project that another refers to: what is served, and fakes for tests. */
const REFERRED_TO = ['tsconfig.lib.json', 'tsconfig.testing.json'];

/** The folders of a project and of all that it depends on, by the references of the compiler. */
function dependenciesOf(root, project) {
  const found = new Set([project]);
  for (const folder of found)
    for (const config of folder === project ? [...REFERRED_TO, 'tsconfig.spec.json'] : REFERRED_TO) {
      const file = path.join(root, folder, config);
      if (!fs.existsSync(file)) continue;
      for (const reference of JSON.parse(fs.readFileSync(file, 'utf8')).references ?? [])
        found.add(path.posix.dirname(path.posix.join(folder, reference.path)));
    }
  return found;
}

module.exports = { inputsOf };
