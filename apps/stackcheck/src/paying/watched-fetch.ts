import type { createBuyer } from '@stackcheck/buyer';

/** What a buyer asks with. */
export type Fetch = Parameters<typeof createBuyer>[0]['fetch'];
type FetchedResponse = Awaited<ReturnType<Fetch>>;

/** Where the state of a download is shown. */
export interface DownloadWatch {
  readonly progress: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * A `fetch` that says how much of a large answer has come, and how long the rest takes where its length is known: what comes in gzip
 * has the length of what is sent, not of what is read.
 */
export function watchedFetch(fetch: Fetch, watch: DownloadWatch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { status, headers, body } = response;
    if (status !== 200 || body === null) return response;
    const isEncoded = headers.get('content-encoding') !== null;
    const length = isEncoded ? 0 : Number(headers.get('content-length') ?? 0);
    return { status, headers, body: counted(body, new URL(url).pathname, length, watch) };
  };
}

/** Less than this is there before anybody looks. */
const SMALL_BYTES = 500_000;
const BETWEEN_MS = 100;

function counted(
  body: NonNullable<FetchedResponse['body']>,
  what: string,
  length: number,
  { progress, now }: DownloadWatch,
): NonNullable<FetchedResponse['body']> {
  return {
    getReader() {
      const reader = body.getReader();
      const begun = now();
      let bytes = 0;
      let shown = begun;
      return {
        async read() {
          const piece = await reader.read();
          bytes += piece.value?.length ?? 0;
          if (piece.done !== true && bytes > SMALL_BYTES && now() - shown >= BETWEEN_MS) {
            shown = now();
            progress(`fetching ${what}: ${stateOf(bytes, length, shown - begun)}`);
          }
          return piece;
        },
        cancel: () => reader.cancel(),
      };
    },
  };
}

/** `3.1 of 8.9 MB, 4 s left`. */
function stateOf(bytes: number, length: number, elapsedMs: number): string {
  const mb = (count: number): string => (count / 1_000_000).toFixed(1);
  if (!(length > bytes)) return `${mb(bytes)} MB`;
  const seconds = Math.ceil(((length - bytes) * elapsedMs) / bytes / 1000);
  return `${mb(bytes)} of ${mb(length)} MB, ${seconds} s left`;
}
