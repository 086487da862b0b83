import { inflateSync } from 'node:zlib';
import { cardPng, CARD_HEIGHT, CARD_WIDTH } from './card';
import { IndexedPicture } from './png';

/** Chunks of a PNG by type. */
function chunksOf(png: Uint8Array): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(png);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12)
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  return chunks;
}

describe('a picture', () => {
  it('has its pixels where they were filled, and nothing outside itself', () => {
    const picture = new IndexedPicture(4, 3, ['#000000', '#ffffff']);
    picture.fill('#ffffff', { x: 2, y: 1, width: 9, height: 1 });

    const data = inflateSync(chunksOf(picture.png()).get('IDAT')!);

    expect([...data]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]);
  });
});

describe('the card', () => {
  const cycle = {
    cycle: '24',
    codename: null,
    release_date: '2025-05-06',
    status: 'supported',
    eol: '2028-04-30',
    days_until_eol: 527,
    support_until: '2026-10-20',
    extended_support_until: null,
    lts: false,
    is_lts: false,
    latest: null,
    latest_date: null,
    link: null,
  } as const;

  it('is a PNG of the size of cards, and small', () => {
    const png = cardPng([cycle], '2026-11-20');
    const header = chunksOf(png).get('IHDR')!;

    expect([header.readUInt32BE(0), header.readUInt32BE(4)]).toEqual([CARD_WIDTH, CARD_HEIGHT]);
    expect(png.length).toBeLessThan(20_000);
  });

  it('shows other days as another picture, and none where no cycle is shown', () => {
    const [one, moved, none] = [
      cardPng([cycle], '2026-11-20'),
      cardPng([{ ...cycle, eol: '2030-04-30' }], '2026-11-20'),
      cardPng([], '2026-11-20'),
    ].map((png) => Buffer.from(png));

    expect(one!.equals(moved!)).toBe(false);
    expect(none!.equals(Buffer.from(cardPng([], '2027-01-01')))).toBe(true);
  });
});
