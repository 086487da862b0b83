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
