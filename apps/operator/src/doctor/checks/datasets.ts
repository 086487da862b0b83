import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DESCRIPTORS, type DatasetId } from '@stackcheck/datasets';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import type { Check, DoctorContext } from '../doctor-context';
import { findingsOf, type Finding } from '../finding';

const { ok, skipped, warning, fault } = findingsOf('datasets');

const HOUR_MS = 3_600_000;
/** So many cadences may pass before somebody should look. */
const CADENCES = 4;
/** The API warns at the same. */
const BLOCK_LIST_HOURS = 48;

type Reader = ReturnType<typeof openSnapshotReader>;

/** What ingest has published: how old, whether only a starter, whether every signature verifies; and the block list of payers. */
export const datasets: Check = {
  name: 'datasets',
  async run(context) {
    const file = join(context.config.dataDir, 'snapshots.db');
    if (!existsSync(file)) return [fault('there are none', 'there is nothing to sell', 'npm run ingest -- --once')];
    const reader = openSnapshotReader(file);
    try {
      const ages = DESCRIPTORS.flatMap(({ id, cadenceHours, audience }) =>
        audience === 'callers' ? ageOf(reader, id, cadenceHours, context) : blockList(reader, context),
      );
      return [...ages, await signatures(context)];
    } finally {
      reader.close();
    }
  },
};

function ageOf(reader: Reader, id: DatasetId, cadenceHours: number, { clock }: DoctorContext): readonly Finding[] {
  const { currentSnapshotId, refreshedAt, refusal } = reader.state(id);
  const todo = `npm run ingest -- --once ${id}`;
  if (currentSnapshotId === null) return [warning(`${id} was never published`, 'its routes answer 503', todo)];
  const manifest = reader.list(id).find(({ snapshot_id }) => snapshot_id === currentSnapshotId);
  if (manifest?.starter)
    return [
      warning(
        `${id} is the embedded selection`,
        'what it does not hold is unknown',
        `${todo}, or run ingest as a service`,
      ),
    ];
  const hours = refreshedAt === null ? Infinity : (clock.now() - refreshedAt) / HOUR_MS;
  if (hours <= CADENCES * cadenceHours) return [ok(`${id} was refreshed ${Math.round(hours)} h ago`)];
  const reason = refusal === null ? 'answers age' : `the last refresh was refused: ${refusal}`;
  return [warning(`${id} was refreshed ${Math.round(hours)} h ago`, reason, `${todo}, and look at the log of ingest`)];
}

function blockList(reader: Reader, { config: { screening }, clock }: DoctorContext): readonly Finding[] {
  if (screening.demand === 'off') return [skipped('payers are not screened: SANCTIONS=off')];
  const { refreshedAt } = reader.state('sanctions');
  const todo = 'npm run ingest -- --once sanctions';
  if (refreshedAt === null) {
    if (screening.demand === 'required') return [fault('there is no block list', 'no payment is taken', todo)];
    if (!screening.realMoney) return [skipped('there is no block list; no money moves')];
    return [warning('there is no block list', 'payers are not screened', `${todo}, and set SANCTIONS=required`)];
  }
  const hours = (clock.now() - refreshedAt) / HOUR_MS;
  const what = `the block list was confirmed ${Math.round(hours)} h ago`;
  if (hours > screening.maxAgeHours) return [fault(what, 'no payment is taken', todo)];
  return [hours > BLOCK_LIST_HOURS ? warning(what, 'too old a list stops payments', todo) : ok(what)];
}

async function signatures({ runProgram }: DoctorContext): Promise<Finding> {
  if ((await runProgram('snapshots', ['verify'])) === 0) return ok('every digest, signature and chain verifies');
  return fault(
    'a stored snapshot does not verify',
    'it is not served; callers could not verify it either',
    'npm run snapshots -- verify names it; then docs/runbook.md, "A snapshot does not verify"',
  );
}
