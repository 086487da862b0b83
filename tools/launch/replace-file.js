'use strict';
const fs = require('node:fs');

/** Writes a file whole or not at all, for who reads meanwhile; one that holds the same stays as it is. */
function replaceFile(file, contents) {
  if (fs.existsSync(file) && fs.readFileSync(file).equals(Buffer.from(contents))) return;
  const next = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(next, contents);
  fs.renameSync(next, file);
}

module.exports = { replaceFile };
