import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../doctor-context';
import { findingsOf, type Finding } from '../finding';

const { ok, warning, fault } = findingsOf('disk');

const MIB = 1_048_576;
/** The API warns and pauses at the same (docs/operations.md, "Whether payments are taken"). */
const WARNED_BYTES = 512 * MIB;
const PAUSED_BYTES = 128 * MIB;
/** A payment waits for two syncs. */
const SLOW_SYNC_MS = 20;
const SYNCS = 5;
/** Of statfs(2), those that other machines may write to. */
const NETWORK_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546]);

/** The data folder: room, how long a sync takes, who may enter it. */
export const disk: Check = {
  name: 'disk',
  async run({ config: { dataDir }, clock }) {
    if (!existsSync(dataDir))
      return [
        fault(
          `${dataDir} is not there`,
          'it holds the ledger, the data and the keys',
          'start ingest or the API once, or correct DATA_DIR',
        ),
      ];
    const { bavail, bsize, type } = statfsSync(dataDir);
    const findings: Finding[] = [roomOf(bavail * bsize, dataDir), syncOf(dataDir, () => clock.monotonic())];
    if (NETWORK_FILE_SYSTEMS.has(type))
      findings.push(
        warning(
          `${dataDir} is on a network file system`,
          "SQLite's locks do not reach across machines",
          'move DATA_DIR to a disk of this machine, or keep payments in LEDGER_URL (docs/nodes.md)',
        ),
      );
    if ((statSync(dataDir).mode & 0o077) !== 0)
      findings.push(warning(`other users can enter ${dataDir}`, 'it holds the ledger', `chmod 700 ${dataDir}`));
    return findings;
  },
};

function roomOf(bytes: number, dataDir: string): Finding {
  const room = `${Math.floor(bytes / MIB)} MiB free`;
  const todo = `make room on the disk of ${dataDir}`;
  if (bytes < PAUSED_BYTES) return fault(room, 'below 128 MiB no payment is taken', todo);
  if (bytes < WARNED_BYTES) return warning(room, 'below 128 MiB no payment is taken', todo);
  return ok(room);
}

/** The median of a few syncs of a page, as the ledger makes them. */
function syncOf(dataDir: string, nowMs: () => number): Finding {
  const file = join(dataDir, `doctor-${process.pid}.tmp`);
  const times: number[] = [];
  const handle = openSync(file, 'wx', 0o600);
  try {
    for (let sync = 0; sync < SYNCS; sync++) {
      writeSync(handle, Buffer.alloc(4096, sync), 0, 4096, 0);
      const startedMs = nowMs();
      fsyncSync(handle);
      times.push(nowMs() - startedMs);
    }
  } finally {
    closeSync(handle);
    rmSync(file, { force: true });
  }
  const median = times.sort((left, right) => left - right)[Math.floor(SYNCS / 2)]!;
  const what = `a sync takes ${median.toFixed(1)} ms`;
  if (median <= SLOW_SYNC_MS) return ok(what);
  return warning(what, 'each payment waits for two', 'take a faster disk, or set LEDGER_THREAD=always');
}
