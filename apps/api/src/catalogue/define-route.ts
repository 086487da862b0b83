import type { ErrorCode } from '@stackcheck/contract';
import type { Manifest } from '@stackcheck/datasets';
import type { CallerDatasetId, DatasetIndexes } from '@stackcheck/datasets/registry';
import type { DeltaDownload } from '@stackcheck/datasets/serve';
import type { CooperativeTask } from '@stackcheck/datasets/tasks';
import type { AnyQuery, MetaDeps, QueryDataset } from '@stackcheck/queries';
import type { PricedTool } from '@stackcheck/payment-x402/offer';
import type { Refresh } from '@stackcheck/stack-core/watch';
import type { InputClass } from '../input/input-class';
import type { WatchKeys } from '../operations/watch/watch-keys';
import type { Texts } from '../input/texts/text-reader';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import type { CodedForms } from './coded-forms';

/** Datasets that routes answer from. */
export type RouteDataset = CallerDatasetId;

/** Those of which a snapshot can be asked. */
export type AskableDataset = QueryDataset;

/** Tags of the published description. */
export type RouteTag = 'eol' | 'kev' | 'epss' | 'models' | 'stack' | 'osv' | 'service' | 'paid' | 'free';

/** What a route's `answer` may use: all that a query may, and the service. Everything is fixed for the request. */
export interface RouteDeps extends MetaDeps {
  readonly service: ServiceView;
  /** The pinned snapshot of the route's own dataset, whichever that is. */
  readonly own: SnapshotView<unknown>;
  data<Id extends AskableDataset>(id: Id): SnapshotView<DatasetIndexes[Id]>;
  peek<Id extends AskableDataset>(id: Id): SnapshotView<DatasetIndexes[Id]> | undefined;
  /**
   * Runs a computation to its end: at once where it is short, and turn by turn, others going on in between, where it is long.
   * @param costMs about how many milliseconds it takes
   */
  runSliced<Result>(steps: CooperativeTask<Result>, costMs: number): Promise<Result>;
  /** Value of a request header that may change a free answer, e.g. `accept`. */
  header(name: 'accept'): string | undefined;
}

/** One loaded snapshot as routes see it. Made once per snapshot, so it can be the key of what is made from it. */
export interface SnapshotView<Index> {
  readonly manifest: Manifest;
  /** `{data: {manifest}}`. */
  readonly manifestDocument: Published;
  /** The look-ups of its dataset's folder. */
  readonly index: Index;
  /**
   * `{data: {manifest, snapshot}}` as JSON bytes, the snapshot in the bytes that its hash is of; undefined where that is too
   * large to be held.
   */
  readonly download: Uint8Array | undefined;
  /**
   * For a client that has an earlier snapshot: `{data: {manifest, delta}}` as JSON bytes, or why there is none.
   * @throws ServiceError `dataset_unavailable` when the store cannot be read
   */
  deltaSince(snapshotId: string): DeltaDownload;
}

/** The end-of-life snapshot. */
export type EolView = SnapshotView<DatasetIndexes['eol']>;

/** State of the service that free routes publish. */
export interface ServiceView {
  health(): {
    readonly ready: boolean;
    readonly reason: ErrorCode | null;
    /** What the reason is about, where the table's words say too little. */
    readonly detail: string | null;
    readonly body: object;
  };
  /** JWKS of the dataset keys and the API's receipt key. */
  jwks(): object;
  /** A document made from a snapshot: made when first asked for, and kept as long as the snapshot is. */
  once(view: SnapshotView<unknown>, name: string, make: () => Published): Published;
  /** The same of a document that also depends on the UTC day; it is made again on the next one. */
  onceADay(view: SnapshotView<unknown>, day: string, name: string, make: () => Published): Published;
  readonly routes: readonly AnyRoute[];
  /** Products shown in full on the free pages. */
  previews(product: string): boolean;
  /** The snapshots being served, in the registry's order. */
  manifests(): readonly Manifest[];
  readonly paymentNotice: string;
  readonly watchKeys: WatchKeys;
  /** What an unpaid call is answered with, for pages that explain it; undefined while payments are off. */
  readonly sampleOffer: SampleOffer | undefined;
  /** When a dataset was refreshed, and how often it is. */
  refreshOf(id: RouteDataset): Refresh;
  /** Price of a route in US dollars, overrides included. */
  priceUsd(route: AnyRoute): string;
  readonly published: PublishedDocuments;
  readonly scripts: PageScripts;
  /** Reads texts that forms send. */
  readonly texts: Texts;
}

/** The scripts of pages, by name of the page. */
export interface PageScripts {
  /** Undefined where the page has none, or none was built. */
  of(page: string): PageScript | undefined;
  /** A file below `/assets`, by its name. */
  file(name: string): Published | undefined;
}

/** What a page loads. */
export interface PageScript {
  /** Of its module, below the base URL. */
  readonly path: string;
  /** Of the modules that this one imports, so that all are asked for at once. */
  readonly loads: readonly string[];
}

/** The offer of one route. */
export interface SampleOffer {
  /** The address that was called. */
  readonly resource: string;
  /** PAYMENT-REQUIRED: the x402 v2 offer as base64 JSON. */
  readonly paymentRequired: string;
  /** The body: the x402 v1 offer. */
  readonly body: Uint8Array;
}

/** Documents generated at start from the catalogue, the error table and the registry. */
export interface PublishedDocuments {
  readonly openapi: Published;
  readonly llmsTxt: Published;
  readonly llmsFull: Published;
  readonly skill: Published;
  readonly errorsHtml: Published;
  readonly errorsJson: Published;
  readonly wellKnownX402: Published;
  readonly apiCatalog: Published;
  readonly mcpServerCard: Published;
  readonly mcpServerJson: Published;
  readonly robots: Published;
  readonly sitemap: Published;
  readonly faviconSvg: Published;
  readonly faviconIco: Published;
  /** As of a UTC day, since it names its expiry; undefined while no contact is configured. */
  security(today: string): Published | undefined;
}

/** Bytes that never change while the process runs. */
export interface Published {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Strong ETag with its quotes. */
  readonly etag: string;
  /** The same in content codings; absent where it is too small for one. */
  readonly coded?: CodedForms;
}

/** What a route answers. */
export type RouteAnswer = HeldAnswer | LargeAnswer;

/** Names a whole snapshot. */
export interface SnapshotName {
  readonly dataset: RouteDataset;
  readonly snapshotId: string;
}

/** Names what a buyer is sent of a snapshot that is too large to be held: its JSON, or with `form` its pack. */
export interface DownloadName extends SnapshotName {
  readonly form?: 'pack';
}

/** The download of a whole snapshot that is too large to be held; for paid routes only. */
export interface LargeAnswer {
  readonly download: DownloadName;
}

/** The EOL snapshot and the UTC day that a document was made from. */
export interface KeptWith {
  readonly view: object;
  readonly day: string;
}

/** An answer that is made as a whole; the status is 200 unless said. */
export type HeldAnswer =
  | { readonly json: unknown; readonly etag?: string; readonly maxAgeSeconds?: number; readonly status?: number }
  | {
      readonly bytes: Uint8Array;
      /** The whole download of this snapshot, which the ledger refers to. */
      readonly snapshot?: SnapshotName;
      /** The same as gzip, where it is there already. */
      readonly gzipped?: Uint8Array;
      readonly contentType: string;
      readonly etag?: string;
      readonly maxAgeSeconds?: number;
      /** What it was made from: as long as that stands, the same bytes may be sent again without asking the route. */
      readonly kept?: KeptWith;
      /** The address names these very bytes, so that no client has to ask whether they changed. */
      readonly immutable?: true;
      /** The request header that chose among several forms, so that a shared cache keeps them apart. */
      readonly vary?: 'Accept';
      /** The same in content codings, for callers that accept one. */
      readonly coded?: CodedForms;
      /** Value of the Link header (RFC 8288). */
      readonly link?: string;
      /** How long its making waited for others, which is no work of it. */
      readonly elsewhereMs?: number;
    };

/** One route: all that is published, priced, checked and answered about it. */
export interface Route<Params extends object = object, Body extends object = object> {
  readonly method: 'GET' | 'POST';
  /** Template, e.g. `/v1/eol/{product}`. */
  readonly path: string;
  readonly operationId: string;
  /** The question that the route is a view of. */
  readonly query?: AnyQuery;
  readonly tags: readonly RouteTag[];
  readonly summary: string;
  readonly description: string;
  /** Dollars per call; `free` routes have none. */
  readonly price: string | 'free';
  /** The route's own dataset: it must be loaded (and, when paid, fresh). */
  readonly dataset?: RouteDataset;
  /**
   * Further datasets that an answer may use. A paid route without a dataset of its own makes an offer when at least one of
   * these can be sold; which of them a request needs is known once its input is read.
   */
  readonly joins?: readonly RouteDataset[];
  /** Without keys of watch tokens the route answers 503 `watch_unavailable`, never an offer. */
  readonly requires?: 'watch_keys';
  /** False: answers 501 `not_implemented`, never an offer. */
  readonly implemented?: false;
  /** Path and query parameters. */
  readonly params?: InputClass<Params>;
  /** JSON body. */
  readonly body?: InputClass<Body>;
  /** Query parameters that the route does not know are ignored instead of refused (free documents). */
  readonly anyQuery?: true;
  /** Requests of one client are limited as dry runs are. */
  readonly isDryRun?: true;
  /** The body comes as a form of a page sends it, and what it takes counts against its client's budget of unpaid work. */
  readonly isForm?: true;
  /** False: a file of the web's conventions, e.g. an icon, that description and route lists do not name. */
  readonly listed?: false;
  readonly output: RouteOutput;
  /** Codes of its own besides those every route or every paid route may answer. */
  readonly errors: readonly ErrorCode[];
  readonly example: RouteExample;
  /** Of the view of a route as a tool of the Model Context Protocol: how offers name it. */
  readonly tool?: PricedTool;
  /**
   * About how many milliseconds of processor time `answer` will take of this input, found in a small part of a millisecond
   * and without computing any of it. Absent where every input takes less than a millisecond.
   */
  cost?(input: { readonly params: Params; readonly body: Body }, deps: RouteDeps): number;
  /**
   * For a dry run: throws what `answer` would throw because of the input, where its classes cannot say it. Looks at nothing that is
   * sold, so that whether it throws says no more than the free check of an id does.
   */
  inspect?(input: { readonly params: Params; readonly body: Body }, deps: RouteDeps): void;
  answer(input: { readonly params: Params; readonly body: Body }, deps: RouteDeps): RouteAnswer | Promise<RouteAnswer>;
}

/** How a 200 looks. */
export interface RouteOutput {
  readonly contentType: string;
  readonly schema: JsonSchema;
  /** Other media types that the Accept header, or a parameter, may ask for, with their schemas. */
  readonly alternatives?: Readonly<Record<string, JsonSchema>>;
  readonly example?: unknown;
}

/** A small input that answers 200 on the starter dataset. */
export interface RouteExample {
  readonly pathParams?: Readonly<Record<string, string>>;
  readonly queryParams?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A route whose input types are not of interest. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- input types vary per route and are checked by its classes
export type AnyRoute = Route<any, any>;

/** Names the route's types for the compiler; returns it unchanged. */
export function defineRoute<Params extends object = object, Body extends object = object>(
  route: Route<Params, Body>,
): Route<Params, Body> {
  return route;
}

/** Where the published description has a route, below the base URL (RFC 6901 section 6); undefined for one that it does not name. */
export function descriptionOf({ method, path, listed }: AnyRoute): string | undefined {
  if (listed === false) return undefined;
  return `/openapi.json#/paths/${encodeURI(path.replaceAll('~', '~0').replaceAll('/', '~1'))}/${method.toLowerCase()}`;
}

/** Names of the path parameters of a template, in order. */
export function pathParamsOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}
