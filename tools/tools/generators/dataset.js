'use strict';
const path = require('node:path');
const { formatFiles, logger } = require('@nx/devkit');
const { spellings } = require('./names');
const { writeTemplates } = require('./write-templates');

const FOLDERS = 'libs/datasets/src';
const TABLE = 'tools/check/lint/projects.mjs';

/**
 * `nx g @stackcheck/tools:dataset ID`: the folder of a dataset of documents, and its place in the order of folders. It is not
 * registered: nothing is ingested or sold before its descriptor names a real source.
 */
module.exports = async function dataset(tree, { name }) {
  writeTemplates(tree, path.join(__dirname, 'dataset'), `${FOLDERS}/${name}`, spellings(name));
  replaceOnce(tree, TABLE, /(\['eol',[^\]]*'kev'[^\]]*)\]/, `$1, '${name}']`);
  await formatFiles(tree);
  return () =>
    logger.info(
      `${FOLDERS}/${name} is there. Put its source into descriptor.ts and upstream.ts, then register it: its id in DatasetId, its line ` +
        `in ${FOLDERS}/registry/registry.ts: docs/adding-a-dataset.md`,
    );
};

/** @throws Error when the file has changed so that there is nothing to replace */
function replaceOnce(tree, file, pattern, text) {
  const before = tree.read(file, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} has nothing that matches ${pattern}`);
  tree.write(file, before.replace(pattern, text));
}
