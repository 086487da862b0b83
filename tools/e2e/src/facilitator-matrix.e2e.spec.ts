import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPaymentLedger } from '@stackcheck/store-sqlite/testing';
import { FAULT_MODES, FaultyFacilitator } from './matrix/faulty-facilitator';
import { matrixTable } from './matrix/matrix-table';
import { DURABLE_STATES, runCell, type CellOutcome } from './matrix/run-cell';

const DOCUMENT = join(__dirname, '../../../docs/reliability.md');
const FULL = process.env['CAMPAIGN'] === 'full';
/** Every fifth cell meets each fault and each state. */
const CELLS_EVERY = FULL ? 1 : 5;
const CELLS = FULL ? 'every facilitator fault in every durable state' : 'a fifth of the cells (all with CAMPAIGN=full)';

const folder = mkdtempSync(join(tmpdir(), 'stackcheck-matrix-'));
/** Cells wait more than they work. Each lane has a facilitator of its own, because its fault is that of one cell. */
const LANES = Array.from({ length: 4 }, () => new FaultyFacilitator());
const opened: { close(): void }[] = [];
let files = 0;

afterAll(async () => {
  opened.forEach((ledger) => ledger.close());
  await Promise.all(LANES.map((facilitator) => facilitator.deafen()));
  rmSync(folder, { recursive: true });
});

/** A real ledger file per cell, reopened at each boot. */
function subject(): Parameters<typeof runCell>[2] {
  const file = join(folder, `${++files}.db`);
  const open = async (bootId: string) => {
    const ledger = openPaymentLedger(file, { bootId });
    opened.push(ledger);
    return ledger;
  };
  return { create: () => open('boot-1'), reopen: open } as Parameters<typeof runCell>[2];
}

test(`${CELLS} charges at most once and loses no paid answer`, async () => {
  const cells = FAULT_MODES.flatMap((mode) =>
    DURABLE_STATES.flatMap((state) => [false, true].map((identifier) => ({ mode, state, identifier }))),
  ).filter((_, at) => at % CELLS_EVERY === 0);
  const outcomes: CellOutcome[] = [];
  const next = cells.entries();
  await Promise.all(
    LANES.map(async (facilitator) => {
      for (const [at, cell] of next) outcomes[at] = await runCell(cell, facilitator, subject());
    }),
  );

  const faults = outcomes.flatMap(({ mode, state, identifier, faults: found }) =>
    found.map((fault) => `${mode} × ${state} × ${identifier ? 'with' : 'without'} identifier: ${fault}`),
  );
  expect(outcomes).toHaveLength(Math.ceil((16 * 7 * 2) / CELLS_EVERY));
  expect(faults).toEqual([]);

  // The document shows all of them.
  if (!FULL) return;
  const table = matrixTable(outcomes);
  const text = readFileSync(DOCUMENT, 'utf8');
  const [, before, shown, after] = /^([\s\S]*<!-- matrix -->\n)([\s\S]*?)(\n<!-- \/matrix -->[\s\S]*)$/.exec(text)!;
  if (process.env['UPDATE_GOLDENS']) writeFileSync(DOCUMENT, before + table + after);
  else
    expect(shown!.replace(/ +/g, ' ').replace(/-+/g, '-').trim()).toBe(
      table.replace(/ +/g, ' ').replace(/-+/g, '-').trim(),
    );
}, 240_000);
