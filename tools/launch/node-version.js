// Plain old syntax: this file must be understood by the Node versions that it refuses.
'use strict';

var MINIMUM = [20, 19];

/** Whether a Node version such as `20.19.4` can run this project. */
function isSupported(version) {
  var parts = version.split('.').map(Number);
  return parts[0] > MINIMUM[0] || (parts[0] === MINIMUM[0] && parts[1] >= MINIMUM[1]);
}

/** Ends the process with one clear sentence when this Node is too old. */
function requireSupportedNode() {
  if (isSupported(process.versions.node)) return;
  process.stderr.write(
    'stackcheck needs Node ' +
      MINIMUM.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      ' (' +
      process.execPath +
      ').\nInstall Node 22 or 24 (https://nodejs.org) and run the same command again.\n',
  );
  process.exit(1);
}

module.exports = { isSupported: isSupported, requireSupportedNode: requireSupportedNode };
