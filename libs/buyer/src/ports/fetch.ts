/** A request as it is sent. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Redirections are answered and never followed: a payment goes to the address that was asked for. */
  readonly redirect: 'manual';
  /** The platform's AbortSignal. Its type is not named, so that these declarations stand without those of a platform. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the platform calls it fits
  readonly signal: any;
}

/** What is used of a response; that of `fetch` fits. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: { getReader(): BodyReader } | null;
}

/** Header fields by name, without regard to case. */
export interface AnswerHeaders {
  get(name: string): string | null;
}

/** Pieces of a body in order. */
export interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Sends one request; rejects when no complete head of a response came. `globalThis.fetch` fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;
