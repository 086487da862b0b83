export { PackError, type PackFaultCode } from './form/pack-error';
export { indexPack } from './read/index-pack';
export { openPack, type AdvisoryPack } from './read/open-pack';
export { openPackSnapshot, type OpenedPack } from './read/open-pack-snapshot';
export { packInFile, packInMemory, type PackBytes } from './read/pack-bytes';
export { packChunks, type PackSource } from './write/pack-chunks';
