import { EventEmitter } from 'node:events';
import { checkFile } from './check-file';

let thread: EventEmitter;
jest.mock('node:worker_threads', () => ({
  Worker: function Worker() {
    return (thread = Object.assign(new EventEmitter(), { unref: () => undefined }));
  },
}));

test.each<[string, () => void, string]>([
  ['cannot start', () => thread.emit('error', new Error('no memory')), 'no memory'],
  ['ends by itself', () => thread.emit('exit'), 'the thread ended without an answer'],
])('a file whose thread %s is not checked, which is no damage', async (_what, happen, reason) => {
  const checked = checkFile('payments.db');
  happen();

  expect(await checked).toEqual({ kind: 'unchecked', reason });
});
