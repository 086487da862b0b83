import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  paymentLedgerContract,
  prepaidLedgerContract,
  type LedgerSubject,
  type PrepaidLedgerSubject,
} from '@stackcheck/payment-x402/testing';
import { SOURCE_THREAD } from '../../testing/source-threads';
import { LedgerThread } from './ledger-thread';

const isAsked = process.env['CAMPAIGN'] === 'full';
const here = isAsked ? describe : describe.skip;

/** The same statements without a thread are held to the contract in each run (payment-ledger.spec.ts, switching-ledger.spec.ts). */
here('a ledger in a thread (needs CAMPAIGN=full, since each of its tests starts threads)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-thread-'));
  const opened: { close(): void }[] = [];
  let files = 0;

  afterEach(() => {
    for (const ledger of opened.splice(0)) ledger.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(bootId: string) {
    const thread = new LedgerThread(join(folder, `payments-${files}.db`), { bootId }, SOURCE_THREAD);
    opened.push(thread);
    while (!thread.isReady()) await new Promise((resolve) => setTimeout(resolve, 2));
    return thread.ledger;
  }

  const subject: LedgerSubject & PrepaidLedgerSubject = {
    create() {
      files++;
      return start('boot-1');
    },
    reopen: (bootId) => start(bootId),
    isOfOneHost: true,
  };

  paymentLedgerContract('SQLite in a thread', subject);
  prepaidLedgerContract('SQLite in a thread', subject);
});
