import { fetchUpstream } from './fetch-upstream';
import { NO_VALIDATORS, UpstreamError, type Upstream, type Validators } from './upstream';

const KNOWN: Validators = { url: 'https://one.test/', etag: '"1"', lastModified: null };

/** Serves texts by address; what it has none for cannot be fetched. */
function upstreamOf(texts: Readonly<Record<string, string>>): Upstream & { readonly asked: [string, Validators][] } {
  const asked: [string, Validators][] = [];
  return {
    asked,
    async fetch(url, known) {
      asked.push([url, known]);
      if (texts[url] === undefined) throw new UpstreamError(`${url} is down`);
      return { kind: 'body', body: new TextEncoder().encode(texts[url]), validators: { ...NO_VALIDATORS, url } };
    },
  };
}

describe('fetching a dataset', () => {
  it('takes the first address that gives the document', async () => {
    const upstream = upstreamOf({ 'https://two.test/': 'two' });

    const reply = await fetchUpstream(
      { upstream },
      { urls: ['https://one.test/', 'https://two.test/', 'https://three.test/'], companions: [] },
      KNOWN,
    );

    expect(reply).toMatchObject({ kind: 'body', validators: { url: 'https://two.test/' } });
    expect(upstream.asked).toEqual([
      ['https://one.test/', KNOWN],
      ['https://two.test/', KNOWN],
    ]);
  });

  it('says what each address said when none gives it', async () => {
    const addresses = { urls: ['https://one.test/', 'https://two.test/'], companions: [] };

    const fetched = fetchUpstream({ upstream: upstreamOf({}) }, addresses, KNOWN);

    await expect(fetched).rejects.toThrow('https://one.test/ is down; its mirror: https://two.test/ is down');
  });

  it('brings the companions that came, and asks for all of the document then', async () => {
    const upstream = upstreamOf({ 'https://one.test/': 'one', 'https://a.test/': 'a' });
    const companions = [
      { name: 'a', url: 'https://a.test/' },
      { name: 'b', url: 'https://b.test/' },
    ];

    const reply = await fetchUpstream({ upstream }, { urls: ['https://one.test/'], companions }, KNOWN);

    expect(reply.kind === 'body' && [...reply.companions.keys()]).toEqual(['a']);
    expect(upstream.asked[0]).toEqual(['https://one.test/', NO_VALIDATORS]);
  });
});
