/**
 * What judging packages needs of this library and nothing else: neither the other datasets nor what checks JSON Schemas. For programs
 * that are sent as one file.
 */
export { openManifest } from './open/proven-manifest';
export { SnapshotError, type SnapshotFaultCode } from './open/snapshot-error';
export { compareCodePoints } from './osv/code-points';
export { indexLookup, type OsvIndex } from './osv/lookup';
export { HEAVY_FROM, type PackageTable } from './osv/package-table';
export type {
  AdvisoryHit,
  AdvisoryLookup,
  AdvisoryReader,
  FiledAdvisory,
  IndexFacts,
  KeptPack,
  NamedByCve,
} from './store/advisory-files';
export { filesOf, PACK_SCOPE, packScope } from './osv/document';
export { hasPack, openStoredPack, type PackOpened } from './osv/stored-packs';
export type { Manifest } from './snapshot/snapshot';
export type { UpstreamJson } from './upstream/upstream-json';
