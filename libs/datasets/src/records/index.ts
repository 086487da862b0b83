// What reading the files of a dump needs and nothing else: a thread that does only this starts in a tenth of the time.
export { UpstreamShapeError } from '../upstream/upstream-shape-error';
export { readDumpFile, RECORD_BYTES_MAX } from '../osv/read-record';
export type { DumpReading, FileContent } from '../upstream/advisory-bucket';
