import {
  descriptorOf,
  openIndex,
  publishAdvisories,
  publishAdvisoryStarter,
  recordsFault,
  resealAdvisories,
  rollbackAdvisories,
  type AdvisoryDeps,
  type LeaseDeps,
  type LoadReport,
  type PublishOutcome,
  type ResealOutcome,
  type RollbackOutcome,
  type StarterOutcome,
  type StoredSnapshot,
} from '@stackcheck/datasets';
import { addressesOf } from '../config-upstreams';
import { readVerifiers } from '../keys';
import type { Progress } from '../progress';
import type { IngestParts } from '../composition/tokens';

/** The package advisories have walks of their own; these give them the worker's parts. */
function advisoryUses(parts: IngestParts, lease: LeaseDeps): AdvisoryDeps {
  // The key comes first: opening it publishes it, so that it is among the known ones.
  return { ...lease, signer: parts.signingKey.signer, files: parts.advisoryFiles };
}

/** Refreshes the package advisories from their bucket. */
export async function refreshAdvisories(
  parts: IngestParts,
  lease: LeaseDeps,
  progress: Progress,
): Promise<PublishOutcome> {
  const { config, logger } = parts;
  const [bucketUrl] = (config.upstreams.osv ?? addressesOf(descriptorOf('osv'))).urls as readonly [string];
  const bucket = parts.advisoryBucket(bucketUrl, (received, total) => progress.received(received, total));
  try {
    return await publishAdvisories({
      ...advisoryUses(parts, lease),
      bucket,
      bucketUrl,
      acceptSha256: config.acceptSha256,
      loaded: (report) => logger.info(inBrief(report), `osv read (${report.mode})`),
    });
  } finally {
    await bucket.close();
  }
}

/** Publishes the starter's advisories where there is nothing better. */
export function offerAdvisoryStarter(parts: IngestParts, lease: LeaseDeps): Promise<StarterOutcome> {
  return publishAdvisoryStarter(advisoryUses(parts, lease));
}

/** Seals the current advisories anew where this version states something else about them. */
export function resealStoredAdvisories(parts: IngestParts, lease: LeaseDeps): Promise<ResealOutcome> {
  const deps = advisoryUses(parts, lease);
  return resealAdvisories({ ...deps, verifiers: readVerifiers(parts.config.keySetFile) });
}

/** Makes the advisories of an earlier snapshot current again. */
export function rollbackStoredAdvisories(
  parts: IngestParts,
  snapshotId: string,
  lease: LeaseDeps,
): Promise<RollbackOutcome> {
  return rollbackAdvisories(snapshotId, advisoryUses(parts, lease));
}

/** What does not hold about a stored snapshot of advisories and its index, every record read; undefined when all does. */
export async function advisoryFault(parts: IngestParts, stored: StoredSnapshot): Promise<string | undefined> {
  const opened = await openIndex(stored, parts.advisoryFiles, readVerifiers(parts.config.keySetFile));
  if (!opened.ok) return opened.fault;
  try {
    return recordsFault(opened.reader, stored);
  } finally {
    opened.reader.close();
  }
}

const UNREAD_LOGGED = 20;

function inBrief({ files, unread }: LoadReport): object {
  return {
    dataset: 'osv',
    files: Object.values(files).reduce((sum, count) => sum + count, 0),
    ecosystems: Object.keys(files).length,
    unread_count: unread.length,
    unread: unread.slice(0, UNREAD_LOGGED),
  };
}
