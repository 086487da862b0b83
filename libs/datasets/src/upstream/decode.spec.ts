import { gzipSync } from 'node:zlib';
import { DESCRIPTORS } from '../registry/registry';
import { IngestHarness } from '../testing/ingest-harness';
import { feedBytes, smallFeed } from '../testing/small-feed';
import { documentDataset } from '../life/document-dataset';
import { decode } from './decode';
import { UpstreamShapeError } from './upstream-shape-error';

const packed = { form: 'gunzip', bytesMax: 1_000_000 } as const;

describe('a reply', () => {
  it('is taken as it is, or unpacked, as its descriptor says', () => {
    const text = Buffer.from('{"a":1}');

    expect(decode(text, { form: 'identity', bytesMax: 7 })).toBe(text);
    expect(Buffer.from(decode(gzipSync(text), { form: 'gunzip', bytesMax: 7 }))).toEqual(text);
  });

  it('that would unpack to more than the bound is refused with a sentence, and never held', () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const before = process.memoryUsage().arrayBuffers;

    expect(() => decode(bomb, packed)).toThrow('it is larger than 1000000 bytes when unpacked');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
    expect(() => decode(Buffer.alloc(8), { form: 'identity', bytesMax: 7 })).toThrow(UpstreamShapeError);
  });

  it.each([
    ['no gzip file', Buffer.from('{}')],
    ['nothing', new Uint8Array()],
    ['cut off', gzipSync(Buffer.from('{"a":1}')).subarray(0, 15)],
    ['changed', Buffer.concat([gzipSync(Buffer.from('{"a":1}')).subarray(0, -6), Buffer.alloc(6)])],
  ])('that is %s is refused with a sentence', (_what, body) => {
    expect(() => decode(body, packed)).toThrow('it cannot be unpacked: it is no whole gzip file');
  });
});

describe('a dataset whose document comes packed', () => {
  const harness = new IngestHarness();
  const descriptor = { ...harness.dataset.descriptor, decode: packed };
  const gzipped = documentDataset({ ...harness.dataset, descriptor });
  const publish = async (body: Uint8Array, etag: string) => {
    harness.upstream.serve(body, etag);
    return harness.publish({}, gzipped);
  };

  it('is published from what it unpacks to, and keeps it when upstream sends a bomb', async () => {
    expect(await publish(gzipSync(feedBytes(smallFeed())), '"a"')).toMatchObject({ kind: 'published' });
    expect(await publish(gzipSync(Buffer.alloc(2_000_000)), '"b"')).toMatchObject({
      kind: 'refused',
      reason: 'upstream_shape: it is larger than 1000000 bytes when unpacked',
    });
    expect(harness.store.list('eol')).toHaveLength(1);
  });
});

it('every dataset bounds what a reply may unpack to', () => {
  for (const { decode: decoding } of DESCRIPTORS) expect(decoding.bytesMax).toBeLessThanOrEqual(128 * 1024 * 1024);
});
