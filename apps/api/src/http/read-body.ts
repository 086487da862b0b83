import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS, ServiceError } from '@stackcheck/contract';
import { BrokenBody } from '../sale/broken-body';

/**
 * Reads a request body once, up to the limit.
 * @throws ServiceError `body_too_large`, or `BrokenBody` when the client stopped sending or took too long
 */
export class BodyReader<Read> {
  private reading: Promise<Buffer> | undefined;
  private parsing: Promise<Read> | undefined;
  private fail: (error: ServiceError) => void = () => undefined;
  /** Milliseconds that parsing has taken. */
  parsingMs = 0;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly parse: (bytes: Buffer) => Read,
    /** From the first reading to the end; without one the server's own limit for a whole request holds. */
    private readonly timeoutMs?: number,
  ) {}

  /** The same bytes at every call. */
  read(): Promise<Buffer> {
    return (this.reading ??= this.collect());
  }

  /**
   * What the bytes say, the same value at every call.
   * @throws ServiceError also what `parse` throws
   */
  json(): Promise<Read> {
    return (this.parsing ??= this.read().then((bytes) => this.timed(bytes)));
  }

  /** Measured here, where nothing else runs: between a promise and what follows it, others have their turn. */
  private timed(bytes: Buffer): Read {
    const startedMs = performance.now();
    try {
      return this.parse(bytes);
    } finally {
      this.parsingMs += performance.now() - startedMs;
    }
  }

  /** Ends a reading that is under way as one that took too long. */
  giveUp(): void {
    this.fail(tooSlow());
  }

  private collect(): Promise<Buffer> {
    const { request } = this;
    if (/^100-continue$/i.test(request.headers.expect ?? '')) this.response.writeContinue();
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const late = this.timeoutMs === undefined ? undefined : setTimeout(() => fail(tooSlow()), this.timeoutMs);
      const fail = (error: ServiceError): void => {
        clearTimeout(late);
        reject(error);
      };
      this.fail = fail;
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= LIMITS.bodyBytesMax) chunks.push(chunk);
        else fail(bodyTooLarge());
      });
      request.on('end', () => {
        clearTimeout(late);
        resolve(Buffer.concat(chunks));
      });
      request.on('error', (cause) => fail(brokeOff(cause)));
      // Every request closes in the end; an error made for nothing would cost as much as reading the body.
      request.on('close', () => {
        if (!request.readableEnded) fail(brokeOff());
      });
    });
  }
}

const CLOSES = { Connection: 'close' };

function brokeOff(cause?: unknown): ServiceError {
  const message = 'the request body broke off';
  return new BrokenBody('broken_body', { message, headers: CLOSES, ...(cause === undefined ? {} : { cause }) });
}

/** RFC 9110 section 15.5.9. */
function tooSlow(): ServiceError {
  const message = 'the request body was not sent in time; send the same request again';
  return new BrokenBody('slow_body', { message, headers: CLOSES, status: 408 });
}

/** The 413 of a body over the limit; the connection is closed, since its rest is not read. */
export function bodyTooLarge(): ServiceError {
  return new ServiceError('body_too_large', {
    message: `the request body is over ${LIMITS.bodyBytesMax} bytes`,
    headers: { Connection: 'close' },
  });
}

/** Whether the announced length is over the limit, so that nothing has to be read. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return length !== undefined && Number(length) > LIMITS.bodyBytesMax;
}

/** Whether a body comes with the request (RFC 9112 section 6.3). */
export function bringsBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}
