import type { DatasetId } from '@stackcheck/datasets';
import type { LoadReport } from '@stackcheck/datasets/fetch';
import type { Logger } from 'pino';

const UNREAD_LOGGED = 20;

/** One line about how reading upstream record by record went. */
export function logReading(logger: Logger, dataset: DatasetId, { mode, files, unread }: LoadReport): void {
  const fields = {
    dataset,
    files: Object.values(files).reduce((sum, count) => sum + count, 0),
    ecosystems: Object.keys(files).length,
    unread_count: unread.length,
    unread: unread.slice(0, UNREAD_LOGGED),
  };
  logger.info(fields, `${dataset} read (${mode})`);
}
