import type { KevEntryView } from '@stackcheck/kev-core';
import { compareText } from '../compare-text';
import type { PackageResult, PackagesReport, PackageVulnerability } from './parts';
import { severityRank } from './severity-rank';

/** The listed entry among the ids of one vulnerability; null when none is listed. */
export type KevAmong = (ids: readonly string[]) => KevEntryView | null;

/**
 * Names the listed CVE of each vulnerability, found through its alias group, and sorts again: malware, then what is
 * exploited, then by severity and score, then by id.
 */
export function joinKev(report: PackagesReport, among: KevAmong): PackagesReport {
  return { ...report, results: report.results.map((result) => joinPackage(result, among)) };
}

function joinPackage(result: PackageResult, among: KevAmong): PackageResult {
  if (!result.checked) return result;
  const vulnerabilities = result.vulnerabilities.map((found) => ({ ...found, kev: among(found.ids) }));
  return { ...result, vulnerabilities: vulnerabilities.sort(worstFirst) };
}

function worstFirst(a: PackageVulnerability, b: PackageVulnerability): number {
  return (
    Number(b.kind === 'malware') - Number(a.kind === 'malware') ||
    Number(b.kev !== null) - Number(a.kev !== null) ||
    severityRank(b.severity) - severityRank(a.severity) ||
    (b.score ?? 0) - (a.score ?? 0) ||
    compareText(a.id, b.id)
  );
}
