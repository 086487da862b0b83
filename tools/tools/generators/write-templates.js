'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { filled } = require('./names');

/** Writes every template of a folder, its name less `.template`, into a folder of the tree. */
function writeTemplates(tree, templates, target, values) {
  if (tree.exists(target)) throw new Error(`${target} is there already`);
  for (const file of fs.readdirSync(templates, { recursive: true })) {
    const from = path.join(templates, file);
    if (!fs.statSync(from).isFile()) continue;
    const to = path.posix.join(target, filled(file.split(path.sep).join('/'), values).replace(/\.template$/, ''));
    tree.write(to, filled(fs.readFileSync(from, 'utf8'), values));
  }
}

/**
 * Writes a line into a file before the first line that holds a text.
 * @throws Error when the file has changed so that there is none
 */
function insertBefore(tree, file, mark, line) {
  const lines = tree.read(file, 'utf8').split('\n');
  const at = lines.findIndex((each) => each.includes(mark));
  if (at === -1) throw new Error(`${file} has no line with ${JSON.stringify(mark)}`);
  tree.write(file, lines.toSpliced(at, 0, line).join('\n'));
}

module.exports = { writeTemplates, insertBefore };
