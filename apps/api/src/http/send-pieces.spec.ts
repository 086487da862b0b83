import { createHash } from 'node:crypto';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendPieces, SENDING_LIMITS, type SendingLimits } from './send-pieces';

const PIECE = Buffer.alloc(64 * 1024, 'x');
const PIECES = 800;
const WHOLE = Array.from({ length: PIECES }).reduce<ReturnType<typeof createHash>>(
  (hash) => hash.update(PIECE),
  createHash('sha256'),
);
const SHA256 = WHOLE.digest('hex');

interface Sent {
  made: number;
  /** Pieces that were asked for before others had a turn. */
  atOnce: number;
  closed: number;
  finished: boolean;
  error: unknown;
}

let server: Server;
let sent: Sent;
let ended: Promise<void>;

/** Serves 50 MB that are made while they are sent. */
async function serve(sha256 = SHA256, limits: SendingLimits = SENDING_LIMITS): Promise<number> {
  sent = { made: 0, atOnce: 0, closed: 0, finished: false, error: undefined };
  let end!: () => void;
  ended = new Promise((resolve) => (end = resolve));
  server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': PIECES * PIECE.length });
    response.once('finish', () => (sent.finished = true));
    const reference = {
      dataset: 'osv',
      snapshotId: 'one',
      contentType: 'x',
      length: PIECES * PIECE.length,
      sha256,
    } as const;
    const pieces = function* () {
      for (; sent.made < PIECES; sent.made++) {
        let turned = false;
        setImmediate(() => (turned = true));
        yield PIECE;
        if (!turned) sent.atOnce++;
      }
    };
    sendPieces(response, { reference, pieces, close: () => sent.closed++ }, limits)
      .catch((error: unknown) => (sent.error = error))
      .finally(end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const begun: IncomingMessage[] = [];

afterEach(() => {
  for (const response of begun.splice(0)) response.destroy();
  server.closeAllConnections();
  server.close();
});

const begin = (port: number): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1' }, (response) => {
      begun.push(response);
      resolve(response);
    });
    request.on('error', reject);
  });

async function bytesOf(response: IncomingMessage): Promise<number> {
  let length = 0;
  try {
    for await (const chunk of response) length += (chunk as Buffer).length;
  } catch {
    // Cut: what came is what is asked about.
  }
  return length;
}

const quiet = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a download', () => {
  test('comes as a whole, and is closed', async () => {
    expect(await bytesOf(await begin(await serve()))).toBe(PIECES * PIECE.length);
    await ended;
    expect(sent).toEqual({ made: PIECES, atOnce: 0, closed: 1, finished: true, error: undefined });
  });

  test('is made no faster than it is read', async () => {
    const response = await begin(await serve());
    await quiet(300);
    const { made } = sent;
    await quiet(100);

    // What the kernel holds for a connection, and one piece.
    expect(made).toBeLessThan(PIECES / 2);
    expect(sent.made).toBe(made);
    expect(await bytesOf(response)).toBe(PIECES * PIECE.length);
  });

  test('whose reader leaves is neither finished nor gone on with', async () => {
    const response = await begin(await serve());
    response.destroy();
    await ended;

    expect(sent).toMatchObject({ closed: 1, finished: false, error: undefined });
    expect(sent.made).toBeLessThan(PIECES);
  });

  test('whose reader takes nothing is cut', async () => {
    const response = await begin(await serve(SHA256, { ...SENDING_LIMITS, stallMs: 100 }));
    await ended;

    expect(sent).toMatchObject({ closed: 1, finished: false });
    expect(await bytesOf(response)).toBeLessThan(PIECES * PIECE.length);
  });

  test('that takes too long in all is cut', async () => {
    const response = await begin(await serve(SHA256, { stallMs: 100, bytesPerSecondMin: 1e12 }));
    const timer = setInterval(() => response.read(1_000), 10);
    await ended;
    clearInterval(timer);

    expect(sent).toMatchObject({ closed: 1, finished: false });
  });

  test('that is not what was promised never comes to its end', async () => {
    const length = await bytesOf(await begin(await serve('00'.repeat(32))));
    await ended;

    expect(length).toBeLessThan(PIECES * PIECE.length);
    expect(sent).toMatchObject({ closed: 1, finished: false, error: expect.any(Error) });
  });
});
