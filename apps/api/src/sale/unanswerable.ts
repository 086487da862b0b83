import { ServiceError } from '@stackcheck/contract';
import type { RouteDeps } from '../catalogue/define-route';
import type { Call } from './call';
import type { SnapshotDownloads } from './downloads/snapshot-downloads';
import type { MeteredWork } from './metered-work';
import { readInput } from './read-input';

/** An answer that takes longer is not made for a client who has not paid yet; then a checked input has to do. */
const FREE_MS_MAX = 5;

/**
 * Why a request could not be answered if it were paid, in a sentence for its caller; null when it could. Looks at the whole input
 * and, where that is cheap enough, makes the answer.
 * @param work what it takes counts as work that was not paid for
 */
export async function unanswerable(
  { route, input: raw }: Pick<Call, 'route' | 'input'>,
  deps: RouteDeps,
  work: MeteredWork,
  downloads: Pick<SnapshotDownloads, 'prepare'>,
): Promise<string | null> {
  try {
    const input = await work.reading(raw, () => readInput(route, raw));
    if (route.cost && work.run(() => route.cost!(input, deps)) > FREE_MS_MAX) return null;
    const answer = await work.run(() => route.answer(input, deps));
    if ('download' in answer) (await downloads.prepare(answer.download)).close();
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}, ${error.message}`;
    throw error;
  }
}
