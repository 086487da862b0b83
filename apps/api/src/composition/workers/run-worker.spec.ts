import type { ApiConfig } from '../../config/config';
import { startApi, type RunningApi } from '../start-api';
import type { FromWorker } from './messages';
import { runWorker } from './run-worker';

jest.mock('../start-api');
jest.mock('../banner', () => ({ banner: () => '' }));
jest.mock('../../operations/process-guards');

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const connected = Object.getOwnPropertyDescriptor(process, 'connected');
const [{ send }, EVENTS] = [process, ['message', 'disconnect', 'SIGTERM', 'SIGINT'] as const];
type Listener = () => void;
let said: FromWorker[];
let heardBefore: ReadonlyMap<string, readonly Listener[]>;

beforeEach(() => {
  // Who runs this test listens, too, to what is not meant for it.
  heardBefore = new Map(EVENTS.map((event) => [event, process.rawListeners(event) as Listener[]]));
  for (const event of EVENTS) process.removeAllListeners(event);
  said = [];
  Object.defineProperty(process, 'connected', { value: true, configurable: true });
  process.send = (message: FromWorker) => said.push(message) > 0;
});
afterEach(() => {
  for (const event of EVENTS) {
    process.removeAllListeners(event);
    for (const listener of heardBefore.get(event)!) process.on(event as 'disconnect', listener);
  }
  if (send) process.send = send;
  else delete process.send;
  if (connected) Object.defineProperty(process, 'connected', connected);
});

it('lives on when its metrics cannot be collected, and answers without them', async () => {
  const api: Partial<RunningApi> = {
    url: 'http://127.0.0.1:1',
    health: () => ({}),
    failed: new Promise<string>(() => undefined),
    metrics: () => Promise.reject(new Error('the ledger cannot be read')),
    operatorFacts: () => Promise.reject(new Error('the ledger cannot be read')),
  };
  jest.mocked(startApi).mockResolvedValue(api as RunningApi);
  await runWorker({} as ApiConfig, 0);
  process.emit('message', { kind: 'scrape', number: 7 }, undefined);
  process.emit('message', { kind: 'show', number: 8 }, undefined);
  await soon();

  expect(said).toEqual([
    { kind: 'ready', url: api.url, banner: '' },
    { kind: 'metrics', number: 7, metrics: [] },
    { kind: 'facts', number: 8, facts: null },
  ]);
});
