export type { AdvisoryBucket, DumpReading, FileContent } from './advisory-bucket';
export type { CompanionBodies, UpstreamAddresses } from './fetch-upstream';
export type { LoadReport, UnreadRecord } from './load-report';
export { NO_VALIDATORS, type Upstream, UpstreamError, type UpstreamReply, type Validators } from './upstream';
export { UpstreamShapeError } from './upstream-shape-error';
