'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { ALSO_READS, TEST_RUNNER, TEST_VARIABLES, WHOLE_TREE } = require('./inputs/table');

/** Folders whose projects are ours, and the root itself for what is in none of them. */
const MANIFESTS = '{package.json,apps/*/package.json,libs/*/package.json,tools/*/package.json}';

/** What each target reads, next to what the namedInputs of nx.json say. */
const LINT_RULES = workspaceFiles(['eslint.config.mjs', 'tools/check/**/*', 'package.json', '*/*/package.json']);
const FORMAT_RULES = workspaceFiles(['.prettierrc.json', '.prettierignore', '.editorconfig']);
const TYPE_RULES = workspaceFiles(['tsconfig.json']);
const REFERENCE_RULES = workspaceFiles(['tools/check/reference.js']);

/**
 * nx's view of the workspace: the targets of each project. Every one is cached, since all that it reads is an input of it; a
 * failure never is.
 */
const createNodesV2 = [
  MANIFESTS,
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const root = path.dirname(file);
      return [file, { projects: { [root]: { root, targets: targetsOf(root, workspaceRoot) } } }];
    }),
];

function targetsOf(root, workspaceRoot) {
  const has = (name) => fs.existsSync(path.join(workspaceRoot, root, name));
  return {
    format: target('format', ['default', ...FORMAT_RULES]),
    lint: target('lint', ['default', '^production', ...LINT_RULES]),
    ...(root !== '.' && has('tsconfig.json')
      ? { typecheck: { ...target('typecheck', ['default', '^production', ...TYPE_RULES]), ...SYNCED } }
      : {}),
    ...(root !== '.' && has('tsconfig.lib.json')
      ? { build: { ...target('build', ['production', '^production']), outputs: ['{projectRoot}/dist'], ...SYNCED } }
      : {}),
    ...(path.dirname(root) === 'libs'
      ? { reference: target('reference', ['production', '^production', ...REFERENCE_RULES]) }
      : {}),
    ...(path.dirname(root) === 'libs' && !isPrivate(path.join(workspaceRoot, root))
      ? { 'nx-release-publish': publishTarget(path.basename(root)) }
      : {}),
    ...(has('jest.config.js') && root !== '.' ? { test: testTarget(path.basename(root)) } : {}),
  };
}

/** Whether a package is for this repository alone. */
function isPrivate(folder) {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).private === true;
}

/** What is published is what `npm run pack` made, not the folder of the sources. */
function publishTarget(name) {
  return { executor: '@nx/js:release-publish', options: { packageRoot: `dist/packages/${name}` } };
}

/** References between projects follow the imports: `nx sync`. */
const SYNCED = { syncGenerators: ['@nx/js:typescript-sync'] };

function target(name, inputs) {
  return { executor: `@stackcheck/tools:${name}`, cache: true, inputs, outputs: [] };
}

function testTarget(name) {
  const whole = WHOLE_TREE.includes(name);
  const reads = whole ? ['whole', { runtime: digestCommand('dist') }] : ['default', '^production'];
  const also = (ALSO_READS[name] ?? []).flatMap((each) => [`{workspaceRoot}/${each}`, `{workspaceRoot}/${each}/**/*`]);
  const inputs = [
    ...reads,
    ...also,
    ...workspaceFiles([...TEST_RUNNER, 'tools/launch/test-*.js']),
    ...TEST_VARIABLES.map((env) => ({ env })),
    { runtime: digestCommand('corpora') },
  ];
  return { ...target('test', inputs), outputs: ['{projectRoot}/out-tsc/test-figures.json'] };
}

function digestCommand(name) {
  return `node tools/tools/inputs/digest.js ${name}`;
}

function workspaceFiles(names) {
  return names.map((name) => `{workspaceRoot}/${name}`);
}

module.exports = { name: '@stackcheck/tools', createNodesV2 };
