import { join } from 'node:path';
import { errorBody, ServiceError, utcDay } from '@stackcheck/contract';
import { LiveSnapshots, type LiveSnapshot } from '@stackcheck/datasets';
import { descriptorOf } from '@stackcheck/datasets/registry';
import { answerMeta } from '@stackcheck/datasets/serve';
import type { AnyQuery, MetaDeps, QueryDeps } from '@stackcheck/queries';
import type { WatchDeps } from '@stackcheck/queries/stack';
import { verifiersOf } from '@stackcheck/signing';
import { nodeSealing } from '@stackcheck/stack-core/node';
import { openToken } from '@stackcheck/stack-core/token';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import { CATALOGUE } from '../catalogue/catalogue';
import { watchKeys } from '../operations/watch/watch-keys';
import { datasetKeySet } from '../sale/payments/keys';
import { TEST_BASE_URL, type StarterApi } from './starter-api';

/** What a query says of an input: its data, or the error that it throws. */
type Outcome =
  | { readonly kind: 'data'; readonly data: object }
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'error'; readonly error: object };

/** What HTTP says of the same. */
interface Answered {
  readonly status: number;
  readonly text: string;
}

/** The data folder of a running API, read without it: the snapshots are verified and indexed again. */
export class OfflineData {
  private constructor(
    private readonly api: StarterApi,
    private readonly live: LiveSnapshots,
    private readonly closeStore: () => void,
  ) {}

  static async open(api: StarterApi): Promise<OfflineData> {
    const reader = openSnapshotReader(join(api.dataDir, 'snapshots.db'));
    const live = new LiveSnapshots({
      reader,
      verifiers: () => verifiersOf(datasetKeySet(api.dataDir)),
      clock: api.clock,
      advisoryFiles: openAdvisoryFiles(join(api.dataDir, 'osv')),
    });
    await live.refresh();
    return new OfflineData(api, live, () => reader.close());
  }

  /** As of now. */
  get deps(): WatchDeps & MetaDeps {
    const nowMs = this.api.clock.now();
    const keys = watchKeys(this.api.config.watch, this.api.dataDir, nowMs);
    const current = (id: Parameters<QueryDeps['data']>[0]): LiveSnapshot => this.live.current(id)!;
    return {
      nowMs,
      today: utcDay(nowMs),
      baseUrl: TEST_BASE_URL,
      data: (id) => current(id) as never,
      peek: (id) => current(id) as never,
      metaOf: (id, scope) => answerMeta(current(id).manifest, scope ?? null, { nowMs, stale: false }),
      ring: keys.ring,
      sealing: nodeSealing,
      nonce: () => keys.nonce(),
      refreshOf: (id) => ({
        refreshedAtMs: Date.parse(this.live.status(id).refreshedAt!),
        cadenceHours: descriptorOf(id).cadenceHours,
      }),
    };
  }

  /** What a query says of an input of unknown form. */
  outcome(query: AnyQuery, raw: object): Outcome {
    let input: object;
    try {
      input = query.read(raw) as object;
    } catch (error) {
      return { kind: 'unreadable', code: requireServiceError(error).code };
    }
    try {
      return { kind: 'data', data: query.answer(input, this.deps) as object };
    } catch (error) {
      const { code, detail } = requireServiceError(error);
      return { kind: 'error', error: errorBody(TEST_BASE_URL, code, detail).error };
    }
  }

  /** What of an answer over HTTP is not what the query said; undefined where all is. */
  differenceFrom(expected: Outcome, { status, text }: Answered): string | undefined {
    const body = JSON.parse(text) as { readonly data?: object; readonly error?: { readonly code: string } };
    if (expected.kind === 'unreadable') {
      return body.error?.code === expected.code ? undefined : `HTTP says ${text} where the query says ${expected.code}`;
    }
    const [reported, said] =
      expected.kind === 'data'
        ? [body.data && this.withTokenOpened(body.data), this.withTokenOpened(expected.data)]
        : [worded(body.error ?? {}), worded(expected.error)];
    const same = JSON.stringify(reported) === JSON.stringify(said);
    return same ? undefined : `HTTP (${status}) says ${text} where the query says ${JSON.stringify(said)}`;
  }

  /** An answer with what its token holds in the place of the token, which is another one each time. */
  private withTokenOpened(data: object): object {
    const { watch } = data as { readonly watch?: { readonly token: string } };
    if (watch === undefined) return data;
    const { ring, nowMs } = this.deps;
    const opened = openToken(watch.token, ring, nowMs, nodeSealing);
    if (opened.kind !== 'state') throw new Error(`a token of an answer is ${opened.kind}`);
    return { ...data, watch: { ...watch, token: opened.state } };
  }

  close(): void {
    this.closeStore();
  }
}

/** One input, asked of a query and over HTTP at the same instant; work that nobody pays for is forgotten in between. */
export async function ask(
  query: AnyQuery,
  raw: object,
  api: StarterApi,
  offline: OfflineData,
): Promise<{ readonly expected: Outcome; readonly answered: Answered }> {
  api.clock.advance(1_000);
  const expected = offline.outcome(query, raw);
  const { method, path, body, price, operationId } = CATALOGUE.find(
    (route) => route.operationId === `service_${query.id}`,
  )!;
  const target = body ? path : targetOf(path, raw as Readonly<Record<string, string>>);
  const init = body
    ? { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(raw) }
    : { method };
  const response = await (price === 'free' ? fetch(api.url + target, init) : api.buy(operationId, target, init));
  return { expected, answered: { status: response.status, text: await response.text() } };
}

/** Members that the path has a place for go into it, all others into the query. */
function targetOf(path: string, members: Readonly<Record<string, string>>): string {
  const rest = { ...members };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]!;
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(rest).toString();
  return filled + (query && `?${query}`);
}

/** An error without what only HTTP adds to it. */
function worded(error: object): object {
  const { code, message, suggestions } = error as Readonly<Record<string, unknown>>;
  return { code, message, suggestions: suggestions ?? [] };
}

function requireServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}
