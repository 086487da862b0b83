import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { Lane } from './lane';
import { LedgerAwayError } from './statement-fault';

/** A connection that answers each statement after so long. */
function slowClient(ms: number, sent: string[]): Client {
  const query = ({ name }: { readonly name: string }): Promise<object> => {
    sent.push(name);
    return new Promise((resolve) => setTimeout(() => resolve({ rows: [] }), ms));
  };
  return Object.assign(new EventEmitter(), { query, end: async () => undefined }) as unknown as Client;
}

test('a statement whose turn does not come in time is not sent', async () => {
  const sent: string[] = [];
  const lane = new Lane(async () => slowClient(60, sent));
  const run = (name: string, deadlineMs: number) => lane.run({ name, text: '' }, [], deadlineMs);

  const [first, late, patient] = await Promise.allSettled([
    run('first', 5_000),
    run('late', 20),
    run('patient', 5_000),
  ]);

  expect([first.status, late.status, patient.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((late as PromiseRejectedResult).reason).toBeInstanceOf(LedgerAwayError);
  expect(sent).toEqual(['first', 'patient']);
  await lane.close();
});

test('how long a statement waited for its turn is asked of the clock that the lane was given', async () => {
  const sent: string[] = [];
  let nowMs = 0;
  const lane = new Lane(
    async () => slowClient(20, sent),
    () => nowMs,
  );
  const run = (name: string) => lane.run({ name, text: '' }, [], 5_000);

  const answered = run('first');
  await new Promise((resolve) => setImmediate(resolve));
  const asked = run('late');
  nowMs = 5_001;
  const [first, late] = await Promise.allSettled([answered, asked]);

  expect([first.status, late.status]).toEqual(['fulfilled', 'rejected']);
  expect((late as PromiseRejectedResult).reason).toBeInstanceOf(LedgerAwayError);
  expect(sent).toEqual(['first']);
  await lane.close();
});

/** A connection whose statements fail with this; `ended` says that it was given up. */
function failingClient(error: Error, ended: string[], name: string): Client {
  const stream = { destroyed: false, destroy: () => void ended.push(name) };
  const query = async (): Promise<never> => Promise.reject(error);
  return Object.assign(new EventEmitter(), { query, end: async () => undefined, connection: { stream } }) as never;
}

test.each([
  ['23505', ['one']],
  ['40P01', ['one']],
  ['53100', ['one']],
  ['25006', ['one', 'two']],
  ['57P01', ['one', 'two']],
  ['08006', ['one', 'two']],
])('after %s it goes on over the connections %j', async (code, names) => {
  const [connected, ended]: [string[], string[]] = [[], []];
  const error = Object.assign(new Error('said by PostgreSQL'), { code, severity: 'ERROR' });
  const lane = new Lane(async () => {
    const name = connected.length === 0 ? 'one' : 'two';
    connected.push(name);
    return failingClient(error, ended, name);
  });
  const run = () => lane.run({ name: 'x', text: '' }, [], 5_000);

  await expect(run()).rejects.toBe(error);
  await expect(run()).rejects.toBe(error);

  expect([connected, ended]).toEqual([names, names.length === 1 ? [] : names]);
  lane.abandon();
});

test('one that never connected is closed, and says so afterwards', async () => {
  const lane = new Lane(() => Promise.reject(new Error('not asked for')));

  await lane.close();

  await expect(lane.run({ name: 'x', text: '' }, [], 5_000)).rejects.toThrow(
    new LedgerAwayError('it was closed').message,
  );
});
