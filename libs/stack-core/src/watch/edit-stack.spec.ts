import { makeStack } from '../testing/make-stack';
import { editStack, listFault, type StackEdits } from './edit-stack';

const many = (count: number, make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n));
const python = (version: string) => ({ product: 'python', version });
const watched = makeStack({
  items: [python('3.8'), python('3.12'), python('3.8')],
  images: ['node:18'],
  cves: ['CVE-2021-44228', 'cve-2026-0001'],
  packages: ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0'],
});
const edit = (parts: Partial<StackEdits>) => editStack(watched, { add: {}, remove: {}, ...parts });

describe('an edit of a watched stack', () => {
  it('keeps the order of what stays, puts what is new at the end, and knows where each entry was', () => {
    expect(
      edit({ remove: { items: [python('3.8')] }, add: { items: [python('3.13')], packages: ['pkg:npm/c@1.0.0'] } }),
    ).toEqual({
      kind: 'edited',
      stack: {
        ...watched,
        items: [python('3.12'), python('3.13')],
        packages: ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0', 'pkg:npm/c@1.0.0'],
      },
      positions: { items: [1, undefined], images: [0], cves: [0, 1], packages: [0, 1, undefined] },
    });
  });

  it('is nothing where nothing is asked', () => {
    expect(edit({})).toEqual({
      kind: 'edited',
      stack: watched,
      positions: { items: [0, 1, 2], images: [0], cves: [0, 1], packages: [0, 1] },
    });
  });

  it('adds nothing twice, so that it may be sent again', () => {
    expect(edit({ add: { packages: ['pkg:npm/a@1.0.0'], cves: ['cve-2021-44228'] } })).toMatchObject({
      stack: watched,
    });
  });

  it('forgets the baseline of what it removes and adds at once', () => {
    expect(edit({ remove: { packages: ['pkg:npm/a@1.0.0'] }, add: { packages: ['pkg:npm/a@1.0.0'] } })).toMatchObject({
      stack: { packages: ['pkg:npm/b@1.0.0', 'pkg:npm/a@1.0.0'] },
      positions: { packages: [1, undefined] },
    });
  });

  it('finds a CVE in any case, and other entries as they were sent', () => {
    expect(edit({ remove: { cves: ['CVE-2026-0001 '] } })).toMatchObject({ stack: { cves: ['CVE-2021-44228'] } });
    expect(edit({ remove: { images: ['NODE:18'] } })).toMatchObject({ kind: 'bad_request' });
  });

  it.each<[string, Partial<StackEdits>, string, RegExp]>([
    [
      'an item that is not watched',
      { remove: { items: [python('3.12'), python('2.7')] } },
      'bad_request',
      /^remove\.items\[1\] is not in the watched stack/,
    ],
    [
      'everything',
      { remove: { ...watched } },
      'bad_request',
      /^the stack must hold at least one of items, images, cves, packages$/,
    ],
    [
      'too many items',
      { add: { images: many(47, (n) => `ruby:${n}`) } },
      'too_many_items',
      /^items and images of the stack would hold 51 entries; at most 50/,
    ],
    [
      'too many items without images',
      { add: { items: many(48, (n) => `${n}`).map(python) }, remove: { images: ['node:18'] } },
      'too_many_items',
      /^items of the stack would hold 51 entries; at most 50/,
    ],
    [
      'too many CVEs',
      { add: { cves: many(99, (n) => `CVE-2020-${1000 + n}`) } },
      'too_many_items',
      /^cves of the stack would hold 101 entries; at most 100/,
    ],
    [
      'too many packages',
      { add: { packages: many(49, (n) => `pkg:npm/p${n}@1.0.0`) } },
      'too_many_items',
      /^packages of the stack would hold 51 entries; at most 50/,
    ],
  ])('does not touch %s', (_what, edits, kind, message) => {
    expect(edit(edits)).toEqual({ kind, message: expect.stringMatching(message) as string });
  });

  it('may fill every list to its limit', () => {
    const full = edit({
      add: {
        images: many(46, (n) => `ruby:${n}`),
        cves: many(98, (n) => `CVE-2020-${1000 + n}`),
        packages: many(48, (n) => `pkg:npm/p${n}@1.0.0`),
      },
    });

    expect(full.kind).toBe('edited');
  });
});

describe('the lists of a stack', () => {
  it('hold something, and images count as items', () => {
    const lists = {
      items: many(30, (n) => `${n}`).map(python),
      images: many(20, (n) => `ruby:${n}`),
      cves: [],
      packages: [],
    };

    expect(listFault(lists, 'the body')).toBeUndefined();
    expect(listFault({ ...lists, images: [...lists.images, 'node:x'] }, 'the body')).toMatchObject({
      kind: 'too_many_items',
    });
    expect(listFault({ items: [], images: [], cves: [], packages: [] }, 'the body')).toMatchObject({
      kind: 'bad_request',
    });
  });
});
