'use strict';
const path = require('node:path');

/** The repository root. */
const root = path.resolve(__dirname, '..', '..');

/** One line for the person at the terminal. It goes to stderr: stdout belongs to the program that is launched. */
function say(text) {
  // A line of progress may stand there.
  const clear = process.stderr.isTTY ? '\r\x1b[2K' : '';
  process.stderr.write(`${clear}[stackcheck] ${text}\n`);
}

/** The environment of every child: nothing asks, nothing reports home. */
function quietEnvironment() {
  return {
    ...process.env,
    DO_NOT_TRACK: '1',
    NX_DAEMON: 'false',
    // nx keeps its plugins in its own process: starting one for each takes longer than all else that it does.
    NX_ISOLATE_PLUGINS: 'false',
    NX_NO_CLOUD: 'true',
    NX_TUI: 'false',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    SCARF_ANALYTICS: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}

/** `3.2 s` for a span of milliseconds. */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

module.exports = { root, say, quietEnvironment, seconds };
