import { bytesOf } from './paid-load';
import { openConnections, statusOf } from './kept-connection';

const CONNECTIONS = 20;
const GZIP = { 'Accept-Encoding': 'gzip' };
const LOOK_EVERY_MS = 5;

/** Views of a page during other work. */
export interface PageViews {
  /** How many were answered with the page so far. */
  seen(): number;
  /**
   * Ends them.
   * @throws Error when one was answered by something other than the page or a 503
   */
  stop(): Promise<void>;
}

/**
 * Asks for a page over kept connections, one at a time on each, until it is stopped.
 * @param allowed how many views there may have been by now
 */
export async function viewPages(url: string, allowed: () => number): Promise<PageViews> {
  const request = bytesOf({ url }, GZIP);
  const readers = await openConnections(url, CONNECTIONS);
  const idle = [...readers];
  let [asked, seen, isOver] = [0, 0, false];
  let fault: Error | undefined;
  const read = (reader: (typeof readers)[number]): Promise<void> => {
    asked++;
    return reader.ask(request).then((head) => {
      const status = statusOf(head);
      // After a refusal its connection is closed.
      if (status === 503) return;
      if (status !== 200) fault ??= new Error(`${url} was answered\n${head}`);
      seen++;
      if (!isOver && asked < allowed()) return read(reader);
      idle.push(reader);
      return undefined;
    });
  };
  const reading: Promise<void>[] = [];
  const timer = setInterval(() => {
    while (idle.length > 0 && asked < allowed()) reading.push(read(idle.pop()!));
  }, LOOK_EVERY_MS);
  return {
    seen: () => seen,
    async stop() {
      isOver = true;
      clearInterval(timer);
      await Promise.all(reading);
      for (const reader of readers) reader.close();
      if (fault) throw fault;
    },
  };
}
