import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { PaidDownload } from '../sale/sale';

/** How patient the sending of a download is. */
export interface SendingLimits {
  /** A client that takes nothing for this long is cut. */
  readonly stallMs: number;
  /** Nor may it take less than this on the average, after the first `stallMs`. */
  readonly bytesPerSecondMin: number;
}

/** A slow mobile connection is served; one that holds its place for the sake of it is not. */
export const SENDING_LIMITS: SendingLimits = { stallMs: 30_000, bytesPerSecondMin: 64 * 1024 };

/**
 * Sends the body of a response whose head is out, as fast as the client takes it and never more than a piece ahead. The last
 * piece goes out only when all of them together are what the head promised; whatever goes wrong before cuts the connection,
 * so that no client takes a part for the whole. Closes the download.
 * @throws Error when the bytes are not the promised ones
 */
export async function sendPieces(
  response: ServerResponse,
  download: Pick<PaidDownload, 'reference' | 'pieces' | 'close'>,
  limits: SendingLimits = SENDING_LIMITS,
): Promise<void> {
  const { length, sha256 } = download.reference;
  const hash = createHash('sha256');
  const cut = (): void => void response.destroy();
  const deadline = setTimeout(cut, limits.stallMs + (length / limits.bytesPerSecondMin) * 1_000);
  response.once('close', () => clearTimeout(deadline));
  let sent = 0;
  let last: Uint8Array = new Uint8Array();
  try {
    for (const piece of download.pieces()) {
      if (response.destroyed) return;
      hash.update(piece);
      sent += piece.length;
      if (last.length > 0 && !response.write(last)) await drained(response, limits.stallMs);
      // What a quick reader takes is drained before the event loop turns; others must have their turn all the same.
      await new Promise((resolve) => setImmediate(resolve));
      last = piece;
    }
    if (response.destroyed) return;
    if (sent !== length || hash.digest('hex') !== sha256)
      throw new Error(`the download of snapshot ${download.reference.snapshotId} is not what was promised`);
    response.end(last);
  } catch (error) {
    cut();
    throw error;
  } finally {
    download.close();
    if (response.destroyed) clearTimeout(deadline);
  }
}

/** Resolves when more can be written, or the client is gone. One that takes nothing is cut. */
function drained(response: ServerResponse, stallMs: number): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const stalled = setTimeout(() => response.destroy(), stallMs);
    const go = (): void => {
      clearTimeout(stalled);
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}
