import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { MessageReader } from '../measure/message-reader';
import { serve } from './serve';

const NETWORK = 'eip155:84532';
const SUPPORTED = answer({
  kinds: [{ x402Version: 2, scheme: 'exact', network: NETWORK }],
  extensions: [],
  signers: {},
});
/** Both may leave the payer out, and one transaction may move the money of many payments. */
const VERIFIED = answer({ isValid: true });
const SETTLED = answer({ success: true, transaction: `0x${'5e'.repeat(32)}`, network: NETWORK });

/**
 * A facilitator that finds every payment good and settles it at once, with the same bytes for everybody: it shares the
 * machine with the server that is measured, and what it takes is missing there.
 */
serve(async () => {
  const server = createServer({ noDelay: true }, (socket) => {
    const reader = new MessageReader(
      (head) => socket.write(answerTo(head.slice(0, head.indexOf('\r')))),
      (fault) => socket.destroy(fault),
    );
    socket.on('data', (chunk) => reader.take(chunk));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

function answerTo(requestLine: string): Uint8Array {
  if (requestLine.includes('/supported ')) return SUPPORTED;
  return requestLine.includes('/verify ') ? VERIFIED : SETTLED;
}

function answer(body: object): Uint8Array {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
  return Buffer.from(head + text);
}
