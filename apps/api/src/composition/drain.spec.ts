import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Pause } from '../operations/pause';
import { announceEnd, drain } from './drain';
import { Connections } from '../operations/connections';

test('a client that connected and says nothing does not hold up the end', async () => {
  const server = createServer((_request, response) => response.end());
  new Connections(server, { max: 10, perClientMax: 10, isProxy: () => false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => server.once('connection', resolve));

  const finished = await drain({ server, payments: () => 0, limitMs: 20_000 });

  expect(finished).toBe(true);
  socket.destroy();
});

test.each([
  ['of a service alone', undefined, 1],
  ['of the last instance', { nodes: () => 1 }, 1],
  ['of all workers of the last instance', { nodes: () => 4 }, 4],
])('an end that nobody takes over from is not announced: %s', async (_of, store, workers) => {
  const pause = new Pause();

  await announceEnd({ server: createServer(), pause, store, workers });

  expect(pause.state()).toEqual({ reasons: [], warnings: [] });
});

test('where others go on, /readyz says so while calls are still taken, and then no connection is', async () => {
  const pause = new Pause();
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const announced = announceEnd({ server, pause, store: { nodes: () => 3 }, workers: 2 });
  const meanwhile = { ...pause.state(), isPaused: pause.isPaused(), listens: server.listening };
  await announced;

  expect(meanwhile).toEqual({ reasons: [], warnings: ['draining'], isPaused: false, listens: true });
  expect(server.listening).toBe(false);
});
