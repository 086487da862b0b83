import { watchedFetch, type Fetch } from './watched-fetch';

/** The lines that are shown while an answer of pieces of 1 MB comes, one a second. */
async function linesOf(headers: Record<string, string>, pieces: number, status = 200): Promise<readonly string[]> {
  const lines: string[] = [];
  let seconds = 0;
  const fetch: Fetch = () => {
    let left = pieces;
    const read = () => {
      seconds++;
      return Promise.resolve(left-- > 0 ? { done: false, value: new Uint8Array(1_000_000) } : { done: true });
    };
    const body = { getReader: () => ({ read, cancel: () => Promise.resolve() }) };
    return Promise.resolve({ status, headers: new Headers(headers), body });
  };
  const watched = watchedFetch(fetch, { progress: (line) => lines.push(line), now: () => seconds * 1000 });
  const { body } = await watched('http://a.test/v1/osv/snapshot?form=pack', {} as Parameters<Fetch>[1]);
  const reader = body?.getReader();
  let bytes = 0;
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
    bytes += piece.value?.length ?? 0;

  expect(bytes).toBe(pieces * 1_000_000);
  return lines;
}

describe('a download', () => {
  it('says how much has come, and how long the rest takes', async () => {
    expect(await linesOf({ 'content-length': '4000000' }, 4)).toEqual([
      'fetching /v1/osv/snapshot: 1.0 of 4.0 MB, 3 s left',
      'fetching /v1/osv/snapshot: 2.0 of 4.0 MB, 2 s left',
      'fetching /v1/osv/snapshot: 3.0 of 4.0 MB, 1 s left',
      'fetching /v1/osv/snapshot: 4.0 MB',
    ]);
  });

  it('in gzip has a length that says nothing', async () => {
    expect(await linesOf({ 'content-length': '100', 'content-encoding': 'gzip' }, 1)).toEqual([
      'fetching /v1/osv/snapshot: 1.0 MB',
    ]);
  });

  it('that is none, or is not there, is not shown', async () => {
    expect(await linesOf({}, 1, 402)).toEqual([]);
    expect(await linesOf({}, 0)).toEqual([]);
  });
});
