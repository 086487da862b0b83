import type { Cursor } from './cursor';
import type { LoadReport } from '../upstream/load-report';
import { changesIn, Intake } from './intake';
import { inheritSeverity } from './inherited-severity';
import type { AdvisoryBucket } from '../upstream/advisory-bucket';
import type { AdvisoryBuilder, AdvisoryFiles, AdvisoryReader } from '../store/advisory-files';
import type { IndexFile } from '../snapshot/index-file';
import { isLater, readEcosystems } from './upstream-lists';

/** Everything is read again after this long, since changes do not tell what was deleted. A little less than a day, so that it falls on a day's first refresh. */
const FULL_EVERY_MS = 23 * 3_600_000;

/** An ecosystem with more changes than this is read from its archive. */
const CHANGES_MAX = 2_000;

/** The index to go on from. */
export interface Base {
  readonly file: IndexFile;
  readonly reader: AdvisoryReader;
  /** How far the bucket had been read for it; undefined to read everything again. */
  readonly cursor: Cursor | undefined;
}

/** What loading needs. */
export interface LoadDeps {
  readonly bucket: AdvisoryBucket;
  readonly files: AdvisoryFiles;
  readonly nowMs: number;
  readonly base: Base | undefined;
}

/** What loading gave: nothing new since the base, or a new index. */
export type Loaded =
  | { readonly kind: 'unchanged'; readonly cursor: Cursor }
  | { readonly kind: 'built'; readonly file: IndexFile; readonly cursor: Cursor; readonly report: LoadReport };

/**
 * Brings the advisories of the bucket into an index: everything the first time and once a day, otherwise what has changed
 * since. No archive and no set of records is ever held in memory.
 */
export async function loadAdvisories(deps: LoadDeps): Promise<Loaded> {
  const ecosystems = readEcosystems(await deps.bucket.ecosystems());
  const { base, nowMs } = deps;
  const { cursor } = base ?? {};
  if (base === undefined || cursor === undefined || isFullDue(cursor, ecosystems, nowMs)) {
    return loadAll(ecosystems, deps);
  }
  return loadChanges(ecosystems, deps, base, cursor);
}

function isFullDue({ fullAtMs, seen }: Cursor, ecosystems: readonly string[], nowMs: number): boolean {
  const ageMs = nowMs - fullAtMs;
  if (ageMs < 0 || ageMs >= FULL_EVERY_MS) return true;
  // An ecosystem that is not listed any more may be gone, which only reading everything shows.
  return Object.keys(seen).some((ecosystem) => !ecosystems.includes(ecosystem));
}

function loadAll(ecosystems: readonly string[], { bucket, files, nowMs, base }: LoadDeps): Promise<Loaded> {
  return building(files.create(), async (builder) => {
    const intake = new Intake({ bucket, builder, previous: base?.reader });
    const seen: Record<string, string> = {};
    for (const ecosystem of ecosystems) {
      const newest = await intake.takeAll(ecosystem);
      if (newest !== undefined) seen[ecosystem] = notAhead(newest, nowMs);
    }
    return { cursor: { fullAtMs: nowMs, seen }, report: intake.report('full') };
  });
}

async function loadChanges(
  ecosystems: readonly string[],
  { bucket, files, nowMs }: LoadDeps,
  base: Base,
  cursor: Cursor,
): Promise<Loaded> {
  const plans: Plan[] = [];
  for (const ecosystem of ecosystems) plans.push(await planFor(ecosystem, cursor.seen[ecosystem], bucket, base.reader));
  const seen = Object.fromEntries(
    plans.flatMap(({ ecosystem, newest }) => (newest ? [[ecosystem, notAhead(newest, nowMs)]] : [])),
  );
  const next: Cursor = { ...cursor, seen };
  if (plans.every(({ ids }) => ids !== 'all' && ids.length === 0)) return { kind: 'unchanged', cursor: next };

  return building(files.create(base.file), async (builder) => {
    const intake = new Intake({ bucket, builder, previous: base.reader });
    for (const { ecosystem, ids } of plans) {
      if (ids === 'all') await intake.takeAll(ecosystem);
      else await intake.takeEach(ecosystem, ids);
    }
    return { cursor: next, report: intake.report('changes') };
  });
}

/** A change that is dated ahead would hide every later one until its day has come. */
function notAhead(instant: string, nowMs: number): string {
  return Date.parse(instant) > nowMs ? new Date(nowMs).toISOString() : instant;
}

/** What is to be fetched of an ecosystem. */
interface Plan {
  readonly ecosystem: string;
  readonly ids: readonly string[] | 'all';
  readonly newest: string | undefined;
}

async function planFor(
  ecosystem: string,
  seen: string | undefined,
  bucket: AdvisoryBucket,
  known: AdvisoryReader,
): Promise<Plan> {
  const ids: string[] = [];
  let newest = seen;
  for await (const changes of changesIn(bucket, ecosystem)) {
    for (const { id, modified } of changes) {
      if (isLater(modified, newest)) newest = modified;
      // Changes of the very instant that was seen last may have been listed since.
      if (seen !== undefined && isLater(seen, modified)) return { ecosystem, ids, newest };
      if (isLater(modified, known.find(id)?.modified)) ids.push(id);
      if (seen === undefined || ids.length > CHANGES_MAX) return { ecosystem, ids: 'all', newest };
    }
  }
  return { ecosystem, ids, newest };
}

async function building(
  builder: AdvisoryBuilder,
  fill: (builder: AdvisoryBuilder) => Promise<Pick<Loaded & { kind: 'built' }, 'cursor' | 'report'>>,
): Promise<Loaded> {
  try {
    const { cursor, report } = await fill(builder);
    inheritSeverity(builder);
    return { kind: 'built', file: builder.finish(), cursor, report };
  } catch (error) {
    builder.discard();
    throw error;
  }
}
