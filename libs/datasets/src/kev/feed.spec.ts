import { checkCves, parseCves } from '@stackcheck/kev-core';
import { canonicalJson } from '@stackcheck/signing';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { catalogueBytes, catalogueOf, smallCatalogue, withEntry } from '../testing';
import { finish } from '../tasks/cooperative-task';
import { CANARIES } from './canaries';
import { kevDataset } from './dataset';
import { guardKev } from './guards';
import type { KevSnapshot } from './records';
import type { UpstreamCatalogue, UpstreamEntry } from './upstream';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const folder = join(corpora, '../data/kev');
const now = join(folder, 'known_exploited_vulnerabilities.json');
const before = join(folder, 'previous/known_exploited_vulnerabilities.2025-08-25.json');
const there = existsSync(now) && existsSync(before);

(there ? describe : describe.skip)(`the whole feed${there ? '' : ' (data/kev is missing)'}`, () => {
  const body = there ? readFileSync(now) : new Uint8Array();
  const earlier = there ? readFileSync(before) : new Uint8Array();

  it('is taken whole: every entry with what it says', () => {
    const content = kevDataset.read(body);
    const raw = JSON.parse(Buffer.from(body).toString()) as UpstreamCatalogue;
    const records = new Map(content.entries.map((entry) => [entry.cve, entry]));

    expect(content.meta).toEqual({
      upstream_schema_version: 'cisa-kev-1',
      catalog_version: '2026.08.07',
      released_at: '2026-08-07T16:45:47.064Z',
    });
    expect(content.entries).toHaveLength(1_662);
    expect(content.entries.filter(({ ransomware }) => ransomware)).toHaveLength(338);
    expect(content.entries.filter(({ cwes }) => cwes.length === 0)).toHaveLength(171);
    for (const entry of raw.vulnerabilities) {
      const record = records.get(entry.cveID)!;
      expect([record.date_added, record.due_date]).toEqual([entry.dateAdded, entry.dueDate]);
      expect([record.vendor, record.product]).toEqual(
        [entry.vendorProject, entry.product].map((text) => text.trim().replace(/\s+/g, ' ')),
      );
      expect(record.cwes).toEqual(entry.cwes);
    }
  });

  it('has no blanks around any text, and every address that the notes name', () => {
    const { entries } = kevDataset.read(body);
    const texts = entries.flatMap(({ vendor, product, name, description, required_action: action, notes }) => [
      vendor,
      product,
      name,
      description,
      action,
      notes,
    ]);

    expect(texts.filter((text) => text !== text.trim() || /\s\s|[^\S ]/.test(text))).toEqual([]);
    const schemes = entries.map(({ notes }) => notes.match(/(?<![\w/.=-])https?:\/\//g)?.length ?? 0);
    expect(
      entries
        .filter(({ notes, references }, index) => new Set(references).size < schemes[index]! && !repeats(notes))
        .map(({ cve }) => cve),
    ).toEqual([]);
    expect(entries.flatMap(({ references }) => references).filter((address) => /[\s,;"<>]$|\.$/.test(address))).toEqual(
      [],
    );
    expect(entries.filter(({ references }) => references.length === 0)).toEqual([]);
  });

  it('passes every guard, as does that of a year before, and the one as the successor of the other', () => {
    const [content, old] = [kevDataset.read(body), kevDataset.read(earlier)];

    expect(guardKev(content, undefined)).toEqual([]);
    expect(guardKev(content, content)).toEqual([]);
    expect(guardKev(old, undefined)).toEqual([]);
    expect(guardKev(content, old)).toEqual([]);
  });

  it('went on within a year by 258 additions and 40 edits, all of them taken', () => {
    const [content, old] = [kevDataset.read(body), kevDataset.read(earlier)];
    const known = new Map(old.entries.map((entry) => [entry.cve, entry]));
    const pairs = content.entries.flatMap((after) => {
      const entry = known.get(after.cve);
      return entry === undefined ? [] : [{ before: entry, after }];
    });
    const edited = (pick: (entry: KevSnapshot['entries'][number]) => unknown): number =>
      pairs.filter((pair) => canonicalJson(pick(pair.before)) !== canonicalJson(pick(pair.after))).length;

    expect([old.entries.length, content.entries.length - pairs.length, old.entries.length - pairs.length]).toEqual([
      1_404, 258, 0,
    ]);
    expect(edited((entry) => entry)).toBe(40);
    expect([
      edited(({ ransomware }) => ransomware),
      edited(({ due_date: due }) => due),
      edited(({ notes }) => notes),
    ]).toEqual([19, 15, 4]);
    expect([
      edited(({ product }) => product),
      edited(({ name }) => name),
      edited(({ date_added: added }) => added),
    ]).toEqual([2, 2, 0]);
  });

  it('does not come back: the older one is no successor of the newer', () => {
    const rules = guardKev(kevDataset.read(earlier), kevDataset.read(body)).map(({ rule }) => rule);

    expect(rules).toEqual(['version_reversed', 'shrunken', 'drifted']);
  });

  it('answers for every entry, and for none that is not in it', () => {
    const content = kevDataset.read(body);
    const index = finish(kevDataset.index(content));
    const batch = parseCves([...content.entries.map(({ cve }) => cve.toLowerCase()), 'CVE-2024-3094']);
    const report = checkCves(index, 'cves' in batch ? batch.cves : [], '2026-08-08');

    expect(report).toMatchObject({
      count: 1_663,
      listed: 1_662,
      unlisted_count: 1,
      ransomware: 338,
      catalog_version: '2026.08.07',
    });
    expect(report.overdue).toBe(content.entries.filter(({ due_date: due }) => due < '2026-08-08').length);
    expect(finish(kevDataset.selfTest(index, content))).toBeUndefined();
  });

  it('has every canary, today and a year before', () => {
    for (const { entries } of [kevDataset.read(body), kevDataset.read(earlier)]) {
      const added = new Map(entries.map(({ cve, date_added: day }) => [cve, day]));
      expect(CANARIES.map(({ cve }) => ({ cve, dateAdded: added.get(cve) }))).toEqual(CANARIES);
    }
  });

  function repeats(notes: string): boolean {
    const all = notes.match(/https?:\/\/[^\s,;]+/g) ?? [];
    return new Set(all).size < all.length;
  }
});

describe('normalising', () => {
  const one = (change: Partial<UpstreamEntry>) =>
    kevDataset.read(catalogueBytes(catalogueOf([{ ...smallCatalogue().vulnerabilities[0]!, ...change }]))).entries[0]!;

  it.each<[string, Partial<UpstreamEntry>, object]>([
    ['a blank at the end', { vendorProject: 'Acme ' }, { vendor: 'Acme' }],
    ['a no-break space at the end', { product: 'Anvil\u00a0' }, { product: 'Anvil' }],
    ['a narrow one at the beginning', { vulnerabilityName: '\u202fFalls' }, { name: 'Falls' }],
    ['a no-break space within', { product: 'Big\u00a0Anvil' }, { product: 'Big Anvil' }],
    ['a line end', { shortDescription: 'It falls.\r\nFast.' }, { description: 'It falls. Fast.' }],
    ['a tab and two blanks', { requiredAction: 'Step\taside  now.' }, { required_action: 'Step aside now.' }],
    ['characters without width', { product: 'An\u200bv\u00adi\u2060l\ufeff' }, { product: 'Anvil' }],
    ['no weaknesses', { cwes: [] }, { cwes: [] }],
    ['no member for them', { cwes: undefined as never }, { cwes: [] }],
    ['a weakness twice', { cwes: ['CWE-2', 'CWE-1', 'CWE-2'] }, { cwes: ['CWE-2', 'CWE-1'] }],
    ['no notes', { notes: undefined as never }, { notes: '', references: [] }],
    [
      'notes with words',
      { notes: 'See https://a.org/x; https://b.org/ ' },
      { notes: 'See https://a.org/x; https://b.org/', references: ['https://a.org/x', 'https://b.org/'] },
    ],
    ['known use by ransomware', { knownRansomwareCampaignUse: 'Known' }, { ransomware: true }],
    ['letters of other languages', { vendorProject: 'Français è' }, { vendor: 'Français è' }],
  ])('takes %s', (_what, change, expected) => {
    expect(one(change)).toMatchObject(expected);
  });

  it('ignores members it does not use', () => {
    const document = smallCatalogue();
    const more = {
      ...document,
      title: 'x',
      url: {},
      vulnerabilities: document.vulnerabilities.map((entry) => ({ ...entry, epss: 1 })),
    };

    expect(kevDataset.read(catalogueBytes(more))).toEqual(kevDataset.read(catalogueBytes(document)));
  });

  it('gives the same content whatever the order of entries', () => {
    const document = smallCatalogue();
    const reversed = { ...document, vulnerabilities: [...document.vulnerabilities].reverse() };

    expect(kevDataset.read(catalogueBytes(reversed))).toEqual(kevDataset.read(catalogueBytes(document)));
  });

  it('writes the release in UTC, wherever it was written', () => {
    const document = { ...smallCatalogue(), dateReleased: '2026-11-19T22:03:11-04:00' };

    expect(kevDataset.read(catalogueBytes(document)).meta.released_at).toBe('2026-11-20T02:03:11.000Z');
  });

  it('takes an edit, whatever was edited', () => {
    const good = smallCatalogue();
    const previous = kevDataset.read(catalogueBytes(good));
    const edits: readonly Partial<UpstreamEntry>[] = [
      { knownRansomwareCampaignUse: 'Known' },
      { dueDate: '2022-05-03' },
      { notes: 'N/A' },
      { shortDescription: 'Another.' },
      { vulnerabilityName: 'Another' },
      { product: 'Another' },
    ];

    for (const edit of edits) {
      const next = kevDataset.read(
        catalogueBytes(withEntry(good, 'CVE-2021-44228', (entry) => ({ ...entry, ...edit }))),
      );
      expect(next).not.toEqual(previous);
      expect(guardKev(next, previous)).toEqual([]);
    }
  });
});
