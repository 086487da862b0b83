'use strict';
const net = require('node:net');

/** Whether nobody listens there and we may; any other fault is left to the program that listens in the end. */
function isPortFree({ host, port }) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', (error) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** The one sentence on a port that is taken, with what would do. */
function portInUse(port, command) {
  return `port ${port} is in use; try: PORT=${port < 65_535 ? port + 1 : port - 1} ${command}`;
}

module.exports = { isPortFree, portInUse };
