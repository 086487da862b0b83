'use strict';
const { readFileSync, statSync } = require('node:fs');
const { javascriptOf } = require('./jest.javascript');

/** Test files are loaded once; all others again by most test files that follow in the same process. */
const LOADED_ONCE = /\.spec\.ts$/;
const kept = new Map();

/**
 * jest reads each source again for each test file, and transforms and keeps it for each project by itself, although its meaning is the
 * same in all of them (jest.preset.js). Here it is transformed once, and read again by a process when it changed.
 * @param transformCache that of jest's runtime
 */
function transformOnce(transformCache) {
  transformCache.transform = (filename, options) => {
    if (options?.isInternalModule || options?.supportsStaticESM || !filename.endsWith('.ts'))
      return Object.getPrototypeOf(transformCache).transform.call(transformCache, filename, options);
    const transformed = transformedFile(filename);
    transformCache.transforms.set(filename, transformed);
    if (transformed.sourceMapPath) transformCache.sourceMaps.set(filename, transformed.sourceMapPath);
    return transformed.code;
  };
}

function transformedFile(filename) {
  const { mtimeMs, size } = statSync(filename);
  const known = kept.get(filename);
  if (known?.mtimeMs === mtimeMs && known.size === size) return known.transformed;
  const originalCode = readFileSync(filename, 'utf8').replace(/^#!.*/, '');
  const { code, map } = javascriptOf(originalCode, filename);
  const transformed = { code, originalCode, sourceMapPath: map };
  if (!LOADED_ONCE.test(filename)) kept.set(filename, { mtimeMs, size, transformed });
  return transformed;
}

module.exports = { transformOnce, transformedFile };
