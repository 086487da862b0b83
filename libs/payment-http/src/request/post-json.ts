import type { Dispatcher } from 'undici';

/** One POST of JSON, or a GET when there is no body. */
export interface JsonPost {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** From now to the last byte of the answer. */
  readonly timeoutMs: number;
}

/**
 * What became of a POST. `not_sent` is a promise that no byte of the request left this host and none will; `lost` says that
 * some may have, and nothing about what the other side did.
 */
export type PostOutcome =
  | { readonly kind: 'reply'; readonly status: number; readonly text: string }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string };

/** Facilitator replies are a few hundred bytes; a longer one is not a reply. */
const REPLY_BYTES_MAX = 65_536;
const NO_BYTES = Buffer.alloc(0);

/**
 * Posts JSON and reports whether a failure came before or after the request was put on a connection, which the usual fetch
 * errors do not say. Never rejects.
 */
export function postJson(dispatcher: Dispatcher, post: JsonPost): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let status = 0;
    let isDone = false;
    let controller: Dispatcher.DispatchController | undefined;

    const timer = setTimeout(() => {
      fail(`no answer within ${post.timeoutMs} ms`);
      controller?.abort(new Error('timeout'));
    }, post.timeoutMs);
    const finish = (outcome: PostOutcome): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      resolve(outcome);
    };
    const fail = (reason: string): void => finish({ kind: controller ? 'lost' : 'not_sent', reason });

    dispatcher.dispatch(
      {
        origin: post.origin,
        path: post.path,
        method: post.body === null ? 'GET' : 'POST',
        headers:
          post.body === null
            ? post.headers
            : ['content-type', 'application/json', ...Object.entries(post.headers).flat()],
        body: post.body,
      },
      {
        // Called when a connection stands and before the first byte is written to it. What gave up before must not be
        // written any more: it was reported as not sent.
        onRequestStart(started) {
          if (isDone) started.abort(new Error('too late'));
          else controller = started;
        },
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData(started, chunk) {
          bytes += chunk.length;
          if (bytes <= REPLY_BYTES_MAX) {
            chunks.push(chunk);
            return;
          }
          fail('the reply is too long');
          started.abort(new Error('too long'));
        },
        onResponseEnd() {
          const [first = NO_BYTES] = chunks;
          finish({ kind: 'reply', status, text: (chunks.length > 1 ? Buffer.concat(chunks) : first).toString('utf8') });
        },
        onResponseError(_controller, error) {
          fail(error.message);
        },
      },
    );
  });
}
