import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { portInUse } from './port-in-use';

describe('a port that somebody else listens on', () => {
  let other: Server;
  let port = 0;
  beforeEach(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    ({ port } = other.address() as AddressInfo);
  });
  afterEach(() => new Promise((resolve) => other.close(resolve)));

  it('is named with the variable that moves it', async () => {
    const [api, metrics] = [
      await portInUse('127.0.0.1', [{ variable: 'PORT', port }]),
      await portInUse('127.0.0.1', [
        { variable: 'PORT', port: 0 },
        { variable: 'METRICS_PORT', port },
      ]),
    ];

    expect(api).toBe(`port ${port} is in use; try PORT=${port + 1}`);
    expect(metrics).toBe(`port ${port} is in use; try METRICS_PORT=${port + 1}`);
  });

  it('is not named once it is free, and free it stays', async () => {
    await new Promise((resolve) => other.close(resolve));

    expect(await portInUse('127.0.0.1', [{ variable: 'PORT', port }])).toBeUndefined();

    await new Promise<void>((resolve, reject) => other.once('error', reject).listen(port, '127.0.0.1', resolve));
  });

  it('leaves an address that is none of ours to the server', async () => {
    expect(await portInUse('192.0.2.1', [{ variable: 'PORT', port: 8402 }])).toBeUndefined();
  });
});
