/** Parts of the benchmarks that other tools measure with. */
export { endsWithUs } from './measure/own-children';
export { MessageReader } from './measure/message-reader';
export { percentile } from './measure/rounds';
export { askOffer, payAs, type OfferedRequest } from './memory/buyers';
export { toExchange, type RequestParts } from './memory/wire';
export { serveFolder } from './osv/folder-server';
export { type SyntheticRecord } from './osv/synthetic-records';
export { writeBucket } from './osv/write-bucket';
export { machine } from './report/machine';
