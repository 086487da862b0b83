import { AdvisoryHarness } from './testing/advisory-harness';
import { place, someAdvisory } from './testing/advisories';
import { bytesOf, type MemoryBucket } from './testing/memory-bucket';
import { toRaw } from './testing/small-bucket';

let harness: AdvisoryHarness;
beforeEach(() => {
  harness = new AdvisoryHarness();
});

/** A record about a package of its own. */
const plain = (id = 'GHSA-zzzz-0000-0001') => toRaw(someAdvisory(id, { packages: [place('npm', 'left-pad')] }));

const recordsOf = (bucket: MemoryBucket, ecosystem: string) => [...bucket.folders.get(ecosystem)!.values()];

/** The archive of npm with these files in addition to its own. */
function alsoPacked(
  bucket: MemoryBucket,
  ...files: readonly { readonly name: string; readonly content: Uint8Array }[]
): void {
  const own = recordsOf(bucket, 'npm').map((record) => ({ name: `${record.id}.json`, content: bytesOf(record) }));
  bucket.instead.set('npm/all.zip', [...own, ...files]);
}

describe('one record that is out of form is counted, named and left out', () => {
  const table: [what: string, spoilt: unknown, fault: string][] = [
    ['a list', [], 'the record is no object'],
    ['null', null, 'the record is no object'],
    ['a number', 7, 'the record is no object'],
    ['a text', 'x', 'the record is no object'],
    ['nothing in it', {}, 'id is no text'],
    ['no id', { ...plain(), id: undefined }, 'id is no text'],
    ['an empty id', { ...plain(), id: '' }, 'id is no text'],
    ['a number for an id', { ...plain(), id: 7 }, 'id is no text'],
    ['a path for an id', { ...plain(), id: '../../etc/passwd' }, 'id is not an identifier'],
    ['a blank in its id', { ...plain(), id: 'GHSA 1' }, 'id is not an identifier'],
    ['an endless id', { ...plain(), id: `G${'x'.repeat(300)}` }, 'id is not an identifier'],
    ['the id of another', { ...plain(), id: 'GHSA-zzzz-0000-0002' }, 'its id is "GHSA-zzzz-0000-0002"'],
    ['no time of change', { ...plain(), modified: undefined }, 'modified is no text'],
    ['a number for its time', { ...plain(), modified: 1_700_000_000 }, 'modified is no text'],
    ['a day for its time', { ...plain(), modified: '2026-01-01' }, 'modified is no RFC 3339 instant'],
    ['a word for its time', { ...plain(), modified: 'yesterday' }, 'modified is no RFC 3339 instant'],
    ['null for its publication', { ...plain(), published: null }, 'published is no text'],
    ['a word for its withdrawal', { ...plain(), withdrawn: 'yes' }, 'withdrawn is no RFC 3339 instant'],
    ['a flag for its withdrawal', { ...plain(), withdrawn: true }, 'withdrawn is no text'],
    ['a text for aliases', { ...plain(), aliases: 'CVE-2020-1' }, 'aliases is no array'],
    ['a number among aliases', { ...plain(), aliases: [7] }, 'aliases[0] is no text'],
    ['null among aliases', { ...plain(), aliases: [null] }, 'aliases[0] is no text'],
    ['an endless alias', { ...plain(), aliases: ['x'.repeat(201)] }, 'an alias is too long'],
    ['countless aliases', { ...plain(), aliases: Array(501).fill('CVE-2020-1') }, 'it has 501 aliases'],
    ['a text for affected', { ...plain(), affected: 'all' }, 'affected is no array'],
    ['an object for affected', { ...plain(), affected: {} }, 'affected is no array'],
    ['a text among affected', { ...plain(), affected: ['left-pad'] }, 'affected[0] is no object'],
    ['null among affected', { ...plain(), affected: [null] }, 'affected[0] is no object'],
    ['a text for a package', { ...plain(), affected: [{ package: 'left-pad' }] }, 'affected[0].package is no object'],
    ['a package without a name', affecting({ package: { ecosystem: 'npm' } }), 'affected[0].package.name is no text'],
    [
      'a package without ecosystem',
      affecting({ package: { name: 'left-pad' } }),
      'affected[0].package.ecosystem is no text',
    ],
    ['an empty name', affecting({ package: { ecosystem: 'npm', name: '' } }), 'affected[0].package.name is no text'],
    [
      'a number for a name',
      affecting({ package: { ecosystem: 'npm', name: 7 } }),
      'affected[0].package.name is no text',
    ],
    [
      'an endless name',
      affecting({ package: { ecosystem: 'npm', name: 'x'.repeat(501) } }),
      'the name of a package is too long',
    ],
    [
      'half a character in a name',
      affecting({ package: { ecosystem: 'npm', name: 'a\ud83d' } }),
      'a text holds a lone surrogate',
    ],
    ['half a character in a version', affecting({ versions: ['1.0.0\udead'] }), 'a version holds a lone surrogate'],
    ['half a character in its summary', { ...plain(), summary: 'a\ud83d' }, 'a text holds a lone surrogate'],
    ['a text for versions', affecting({ versions: '1.0.0' }), 'affected[0].versions is no array'],
    ['a number among versions', affecting({ versions: [1] }), 'affected[0].versions[0] is no text'],
    ['a text for ranges', affecting({ ranges: '<1' }), 'affected[0].ranges is no array'],
    ['a text among ranges', affecting({ ranges: ['<1'] }), 'affected[0].ranges[0] is no object'],
    ['a range without a type', affecting({ ranges: [{ events: [] }] }), 'affected[0].ranges[0].type is no text'],
    [
      'a range of an unknown type',
      affecting({ ranges: [{ type: 'VERS', events: [] }] }),
      'affected[0].ranges[0].type "VERS" is unknown',
    ],
    ['a text for events', ranging('0'), 'affected[0].ranges[0].events is no array'],
    ['a text among events', ranging(['0']), 'affected[0].ranges[0].events[0] is no object'],
    ['an event of nothing', ranging([{}]), 'affected[0].ranges[0].events[0] is not one known event'],
    [
      'an event of two kinds',
      ranging([{ introduced: '0', fixed: '1' }]),
      'affected[0].ranges[0].events[0] is not one known event',
    ],
    [
      'an unknown event',
      ranging([{ introduced: '0' }, { repaired: '1' }]),
      'affected[0].ranges[0].events[1] is not one known event',
    ],
    ['a number in an event', ranging([{ introduced: 0 }]), 'affected[0].ranges[0].events[0].introduced is no text'],
    ['an empty fix', ranging([{ introduced: '0' }, { fixed: '' }]), 'affected[0].ranges[0].events[1].fixed is no text'],
  ];

  function affecting(parts: object): object {
    return { ...plain(), affected: [{ package: { ecosystem: 'npm', name: 'left-pad' }, ...parts }] };
  }
  function ranging(events: unknown): object {
    return affecting({ ranges: [{ type: 'SEMVER', events }] });
  }

  it.each(table)('%s', async (_what, spoilt, fault) => {
    alsoPacked(harness.bucket, { name: 'GHSA-zzzz-0000-0001.json', content: bytesOf(spoilt) });

    await harness.published();

    expect(harness.reports[0]?.unread).toEqual([{ ecosystem: 'npm', name: 'GHSA-zzzz-0000-0001.json', fault }]);
    expect((await harness.index()).reader.find('GHSA-zzzz-0000-0001')).toBeUndefined();
  });

  it.each<[string, string, Uint8Array, string]>([
    ['no JSON', 'GHSA-z.json', Buffer.from('{"id":'), 'it is no JSON text in UTF-8'],
    ['nothing', 'GHSA-z.json', Buffer.alloc(0), 'it is no JSON text in UTF-8'],
    ['zeros', 'GHSA-z.json', Buffer.alloc(500), 'it is no JSON text in UTF-8'],
    ['an HTML page', 'GHSA-z.json', Buffer.from('<html></html>'), 'it is no JSON text in UTF-8'],
    ['Latin-1', 'GHSA-z.json', Buffer.from('{"id":"é"}', 'latin1'), 'it is no JSON text in UTF-8'],
    ['two documents', 'GHSA-z.json', Buffer.from('{}{}'), 'it is no JSON text in UTF-8'],
    ['NaN', 'GHSA-z.json', Buffer.from('{"id":NaN}'), 'it is no JSON text in UTF-8'],
    ['another kind of file', 'README.md', Buffer.from('hello'), 'its name is not that of a record'],
    ['a file in a folder', 'x/GHSA-z.json', Buffer.from('{}'), 'its name is not that of a record'],
    ['a name without a name', '.json', Buffer.from('{}'), 'its name is not that of a record'],
  ])('%s', async (_what, name, content, fault) => {
    alsoPacked(harness.bucket, { name, content });

    await harness.published();

    expect(harness.reports[0]?.unread).toEqual([{ ecosystem: 'npm', name, fault }]);
  });
});
