export { contentChunks, contentSha256, recordText } from './content';
export { osvDataset } from './dataset';
export { indexFault, type OpenedIndex, openIndex, recordsFault } from './live-advisories';
export { indexOsv, type OsvIndex } from './lookup';
export { readRecordFile, RECORD_BYTES_MAX, type RecordFileReading } from './read-record';
export { osvStarter, type OsvStarter } from './starter';
export {
  type AdvisoriesOpened,
  openStoredAdvisories,
  type StoredAdvisories,
  type StoredAdvisoriesDeps,
} from './stored-advisories';
