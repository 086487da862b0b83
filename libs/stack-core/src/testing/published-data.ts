import type { Product } from '@stackcheck/eol-core';
import type { CveId, KevEntry } from '@stackcheck/kev-core';

/** The products of endoflife.date's document, with the fields that a stack looks at. */
export function toProducts(document: unknown): readonly Product[] {
  const { result } = document as { readonly result: readonly FeedProduct[] };
  return result.map(({ name, label, aliases, category, identifiers = [], releases }) => ({
    id: name,
    label,
    aliases,
    category,
    images: [],
    identifiers,
    cycles: releases.map((release) => ({
      name: release.name,
      codename: release.codename,
      releaseDate: release.releaseDate,
      isLts: release.isLts,
      ltsFrom: release.ltsFrom,
      isEol: release.isEol,
      eolFrom: release.eolFrom,
      isEoas: release.isEoas ?? null,
      eoasFrom: release.eoasFrom ?? null,
      eoesFrom: release.eoesFrom ?? null,
      latest: release.latest,
    })),
  }));
}

interface FeedProduct {
  readonly name: string;
  readonly label: string;
  readonly aliases: readonly string[];
  readonly category: string;
  readonly identifiers?: readonly { readonly type: string; readonly id: string }[];
  readonly releases: readonly {
    readonly name: string;
    readonly codename: string | null;
    readonly releaseDate: string;
    readonly isLts: boolean;
    readonly ltsFrom: string | null;
    readonly isEol: boolean;
    readonly eolFrom: string | null;
    readonly isEoas?: boolean | null;
    readonly eoasFrom?: string | null;
    readonly eoesFrom?: string | null;
    readonly latest: { readonly name: string; readonly date: string | null; readonly link: string | null } | null;
  }[];
}

/** The entries of CISA's document, with the fields that a stack looks at. */
export function toKevEntries(document: unknown): readonly KevEntry[] {
  const { vulnerabilities } = document as { readonly vulnerabilities: readonly Readonly<Record<string, string>>[] };
  return vulnerabilities.map((entry) => ({
    cve: entry['cveID'] as CveId,
    vendor: entry['vendorProject'] ?? '',
    product: entry['product'] ?? '',
    name: entry['vulnerabilityName'] ?? '',
    dateAdded: entry['dateAdded'] ?? '',
    dueDate: entry['dueDate'] ?? '',
    ransomware: entry['knownRansomwareCampaignUse'] === 'Known',
    requiredAction: '',
    description: '',
    cwes: [],
    references: [],
  }));
}
