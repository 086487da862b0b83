import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { connectToPrimary } from './connect';
import { hostsOf } from './ledger-hosts';
import { LedgerAwayError } from './statement-fault';

/** `ErrorResponse` of the protocol (postgresql.org/docs/current/protocol-message-formats.html). */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mwhat was sent: secret\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe('why no server can be used', () => {
  const open = new Set<Socket>();
  let server: Server;
  let code: string;
  let host: string;

  beforeAll(async () => {
    server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(refusal(code)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const connect = (hosts: string) =>
    connectToPrimary({
      hosts: hostsOf(`postgres://owner:secret@${hosts}/ledger`),
      standby: 'none',
      connectMs: 2_000,
      name: 'test',
    });

  it.each([
    ['28P01', 'the password of LEDGER_URL is wrong (28P01)'],
    ['28000', 'there is no such role, or pg_hba.conf does not let it in from here (28000)'],
    ['3D000', 'there is no such database (3D000)'],
    ['53300', 'it has no connections left (53300)'],
    ['57P03', '57P03'],
  ])('is said where it answers %s, without what it quotes', async (sqlState, why) => {
    code = sqlState;

    await expect(connect(host)).rejects.toThrow(new LedgerAwayError(`${host}: ${why}`));
  });

  it('is said of each', async () => {
    code = '3D000';
    const nobody = '127.0.0.1:1';

    await expect(connect(`${nobody},${host}`)).rejects.toThrow(
      new LedgerAwayError(`${nobody}: ECONNREFUSED, ${host}: there is no such database (3D000)`),
    );
  });
});
