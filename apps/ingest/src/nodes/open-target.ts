import type { IngestParts } from '../parts/ingest-parts';
import { Bucket } from '../bucket/bucket';
import { isBucketAddress } from '../config/bucket-settings';
import { bucketTarget } from './bucket-target';
import { folderTarget } from './folder-target';
import type { PublishTarget } from './publish-target';

/** Opens the place that `PUBLISH_TO` names, for one publication. */
export function openPublishTarget({ config, clock, random, timing }: IngestParts, place: string): PublishTarget {
  if (config.bucket === null || !isBucketAddress(place)) return folderTarget(place);
  return bucketTarget(new Bucket(place, config.bucket, { clock, random, sleep: timing.sleep }));
}
