import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPayments } from './open-payments';

jest.mock('./worker-thread', () => ({
  openAdaptiveLedger: (_file: string, { thread }: { readonly thread: string }) => {
    throw new Error(`adaptive, ${thread}`);
  },
}));

const folder = mkdtempSync(join(tmpdir(), 'open-in-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (thread: 'never' | 'busy' | 'always') =>
  openPayments({ file: join(folder, `${thread}.db`), bootId: 'boot-1', hostId: 'here', thread });

it.each(['busy', 'always'] as const)('a ledger may be written in a thread where that is %s', (thread) =>
  expect(open(thread)).rejects.toThrow(`adaptive, ${thread}`),
);

it('is never written in one where none may be', async () => {
  const store = await open('never');
  await store.close();
});
