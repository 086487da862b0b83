import type { DatasetId } from './snapshot';

/** What is fixed about a dataset, apart from its data. */
export interface DatasetDescriptor {
  readonly id: DatasetId;
  /** `callers`: it is answered from and sold. `service`: the service consults it for itself. */
  readonly audience: 'callers' | 'service';
  /** How often callers may expect upstream to be checked; freshness is judged by it. */
  readonly cadenceHours: number;
  /** How often upstream is really checked, where that is more often. */
  readonly pollHours?: number;
  /** How late a refresh may be before answers say `stale`. */
  readonly graceHours: number;
  /** Where the data is fetched unless the variable `<ID>_UPSTREAM_URL` says otherwise. */
  readonly upstreamUrl: string;
  /** What that variable means, for operators. */
  readonly upstreamMeaning: string;
  /** Copies of the same document elsewhere, asked in this order when the first address fails. */
  readonly mirrorUrls?: readonly string[];
  /** Further documents that are joined into the content. */
  readonly companions?: readonly Companion[];
  /** Origin of the data as published in `meta.source`. */
  readonly sourceUrl: string;
  readonly licence: string;
  /** Text to be shown with the data. */
  readonly attribution: string;
  /** Disclaimer of every answer. */
  readonly notice: string;
  /** Disclaimer of answers from the embedded starter. */
  readonly starterNotice: string;
  /** A larger reply of upstream is not read to its end. */
  readonly bodyBytesMax: number;
  /** What a whole snapshot costs callers, in US dollars; absent where none is sold. */
  readonly snapshotPriceUsd?: string;
  /** How upstream's bytes become the document, or the documents, that are read. */
  readonly decode: Decoding;
}

/** How a reply is unpacked: not at all, as one gzip file, or as an archive of one file for each record. */
export interface Decoding {
  readonly form: 'identity' | 'gunzip' | 'unzip';
  /** A document, or a record's file, that would be larger when unpacked is refused. */
  readonly bytesMax: number;
}

/** A second source that enriches a dataset and without which it is published all the same. */
export interface Companion {
  /** Short name, e.g. `litellm`. */
  readonly name: string;
  /** Unless the variable `<ID>_<NAME>_URL` says otherwise. */
  readonly url: string;
  /** What that variable means, for operators. */
  readonly meaning: string;
}
