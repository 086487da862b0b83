import { ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { KevIndex } from '@stackcheck/kev-core';
import { nodeSealing } from '@stackcheck/stack-core/node';
import { stackWatch, type WatchDeps } from './watch';

const cycle = (name: string, eolFrom: string) => ({
  ...{ name, eolFrom, codename: null, releaseDate: null, isLts: false, ltsFrom: null, isEol: false },
  ...{ isEoas: null, eoasFrom: null, eoesFrom: null, latest: null },
});
const products = new ProductIndex([
  {
    ...{ id: 'python', label: 'Python', aliases: [], category: 'lang', images: [] },
    cycles: [cycle('3.14', '2030-10-31'), cycle('3.8', '2024-10-07')],
  },
]);
const NOW_MS = Date.parse('2026-11-20T08:00:00Z');

/** @param ids the datasets that can be sold */
function depsWith(...ids: readonly string[]): WatchDeps {
  const held: Readonly<Record<string, object>> = {
    eol: {
      manifest: { snapshot_id: 'eol-1' },
      index: { products, images: new ImageCatalogue(products), complete: true },
    },
    kev: { manifest: { snapshot_id: 'kev-1' }, index: new KevIndex('v', []) },
  };
  const peek = (id: string) => (ids.includes(id) ? held[id] : undefined) as never;
  const data = (id: string) => {
    if (peek(id) === undefined) throw new Error(`${id} was asked for`);
    return peek(id);
  };
  return {
    ...{ today: '2026-11-20', nowMs: NOW_MS, data, peek },
    ring: [{ id: 'k1', secret: new Uint8Array(32).fill(7) }],
    sealing: nodeSealing,
    nonce: () => new Uint8Array(12),
    refreshOf: () => ({ refreshedAtMs: NOW_MS, cadenceHours: 24 }),
  };
}

const items = [{ product: 'python', version: '3.8' }];
const { token } = stackWatch.answer({ items, cves: ['CVE-2021-44228'] }, depsWith('eol', 'kev')).watch;

describe('an edit of a watched stack', () => {
  it('says what was resolved by what it removed, by the data of today', () => {
    const { changed, verdict, edits, markdown } = stackWatch.answer(
      { token, remove: { items } },
      depsWith('eol', 'kev'),
    );

    expect({ changed, verdict }).toEqual({ changed: true, verdict: 'pass' });
    expect(edits).toMatchObject({
      removed: [{ resolved: [{ id: 'python@3.8' }] }],
      text: 'this change removes 1 end of life',
    });
    expect(markdown).toBe(
      [
        '**Stack check: pass** (was fail), this change removes 1 end of life',
        '',
        'Removed:',
        '',
        '- `python 3.8`: resolved, eol `Python 3.8: past its end of life since 2024-10-07; move to 3.14`',
      ].join('\n'),
    );
  });

  it('is answered though the dataset of what it removed is not at hand', () => {
    const { edits } = stackWatch.answer({ token, remove: { items } }, depsWith('kev'));

    expect(edits?.removed).toEqual([{ ref: 'items/0', subject: 'python 3.8', resolved: null }]);
  });

  it('of a CVE that this version no longer reads begins the watch again', () => {
    const { packing, cipher } = nodeSealing;
    const ofAnotherVersion = (packed: Uint8Array, bytesMax: number) => {
      const text = Buffer.from(packing.inflate(packed, bytesMax)!).toString();
      expect(text).toContain('2021-44228');
      return Buffer.from(text.replaceAll('2021-44228', '1980-44228'));
    };
    const deps = depsWith('eol', 'kev');
    const sealing = { cipher, packing: { ...packing, inflate: ofAnotherVersion } };

    expect(() => stackWatch.answer({ token }, { ...deps, sealing })).toThrow(
      expect.objectContaining({ code: 'token_expired' }) as Error,
    );
  });

  it('is none where nothing was sent', () => {
    expect(stackWatch.answer({ token }, depsWith('eol', 'kev')).edits).toBeNull();
  });
});

it('a watch of nothing that is known is refused as such', () => {
  const unknown = () => stackWatch.answer({ items: [{ product: 'nobodys', version: '1' }] }, depsWith('eol'));

  expect(unknown).toThrow(expect.objectContaining({ code: 'unknown_id' }) as Error);
});
