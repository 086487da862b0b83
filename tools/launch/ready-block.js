'use strict';

const MODES = {
  sandbox: 'sandbox: any x402 wallet pays with test money, nothing is settled',
  facilitator: 'real money',
  off: 'off: paid routes answer 503',
};

/** What a person reads at the end of `npm start`: where it is, how to try it, where to read on, how to end it. */
function readyBlock({ url, mode, logFile, seconds }) {
  const rows = [
    ['URL', url],
    ['Try', `curl -i ${url}/v1/eol/nodejs`],
    ...(mode === 'sandbox'
      ? [['Demo', 'npm run demo   (in a second terminal: pays for an answer of each family)']]
      : []),
    ['Docs', `${url}/   ${url}/openapi.json   ${url}/llms.txt`],
    ['Payments', MODES[mode] ?? mode],
    ...(logFile ? [['Log', logFile]] : []),
    ['End', 'Ctrl-C'],
  ];
  const lines = rows.map(([name, text]) => `  ${name.padEnd(9)} ${text}`);
  return `\n  stackcheck is ready after ${seconds}\n\n${lines.join('\n')}\n\n`;
}

module.exports = { readyBlock };
