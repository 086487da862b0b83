import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@stackcheck/contract';
import type { SnapshotDownloads } from './downloads/snapshot-downloads';
import type { MeteredWork } from './metered-work';
import { readInput, type RawInput } from './read-input';
import { RequestDeps, type AnsweredRequest, type SharedDeps } from './route-uses';

/** An answer that takes longer is not made for somebody who has not paid yet; then a checked input has to do. */
const FREE_MS_MAX = 5;

/**
 * Why a request could not be answered if it were paid, in a sentence for its caller; null when it could. Looks at the whole input
 * and, where that is cheap enough, makes the answer.
 * @param work what it takes counts as work that nobody paid for
 */
export async function unanswerable(
  parts: SharedDeps & { readonly downloads: Pick<SnapshotDownloads, 'prepare'> },
  answered: AnsweredRequest,
  raw: RawInput,
  request: IncomingMessage,
  work: MeteredWork,
): Promise<string | null> {
  const { route } = answered;
  try {
    const input = await work.reading(raw, () => readInput(route, raw));
    const deps = new RequestDeps(parts, answered, request);
    if (route.cost && work.run(() => route.cost!(input, deps)) > FREE_MS_MAX) return null;
    const answer = await work.run(() => route.answer(input, deps));
    if ('download' in answer) (await parts.downloads.prepare(answer.download)).close();
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}, ${error.message}`;
    throw error;
  }
}
