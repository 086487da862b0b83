import type { KevRecord } from './records';

/** One entry that is history. */
export interface Canary {
  readonly cve: string;
  readonly dateAdded: string;
}

/**
 * Entries that everybody knows, with the days on which they were listed, spread over the catalogue's whole life. Entries are
 * edited later, but no day of listing ever was: a document in which one of these differs or is missing was tampered with,
 * cut short or read wrongly, however plausible its counts are.
 */
export const CANARIES: readonly Canary[] = `
CVE-2018-13379 2021-11-03
CVE-2019-0708 2021-11-03
CVE-2019-11510 2021-11-03
CVE-2019-19781 2021-11-03
CVE-2020-1472 2021-11-03
CVE-2020-5902 2021-11-03
CVE-2021-26855 2021-11-03
CVE-2021-34527 2021-11-03
CVE-2021-41773 2021-11-03
CVE-2017-5638 2021-11-03
CVE-2018-7600 2021-11-03
CVE-2021-22204 2021-11-17
CVE-2021-44228 2021-12-10
CVE-2019-2725 2022-01-10
CVE-2014-6271 2022-01-28
CVE-2017-0144 2022-02-10
CVE-2017-9841 2022-02-15
CVE-2016-5195 2022-03-03
CVE-2020-1938 2022-03-03
CVE-2017-12615 2022-03-25
CVE-2022-0543 2022-03-28
CVE-2022-22965 2022-04-04
CVE-2021-3156 2022-04-06
CVE-2022-0847 2022-04-25
CVE-2014-0160 2022-05-04
CVE-2022-1388 2022-05-10
CVE-2022-26134 2022-06-02
CVE-2022-30190 2022-06-14
CVE-2021-4034 2022-06-27
CVE-2022-22963 2022-08-25
CVE-2022-41040 2022-09-30
CVE-2022-42475 2022-12-13
CVE-2022-46169 2023-02-16
CVE-2021-39144 2023-03-10
CVE-2021-45046 2023-05-01
CVE-2023-34362 2023-06-02
CVE-2023-38831 2023-08-24
CVE-2023-4863 2023-09-13
CVE-2023-22515 2023-10-05
CVE-2023-44487 2023-10-10
CVE-2023-4966 2023-10-18
CVE-2023-46604 2023-11-02
CVE-2023-4911 2023-11-21
CVE-2023-46805 2024-01-10
CVE-2024-1709 2024-02-22
CVE-2024-27198 2024-03-07
CVE-2024-3400 2024-04-12
CVE-2024-1086 2024-05-30
CVE-2024-4577 2024-06-12
CVE-2024-36401 2024-07-15
CVE-2024-23897 2024-08-19
CVE-2016-3714 2024-09-09
CVE-2020-11023 2025-01-23
CVE-2025-30066 2025-03-18
CVE-2025-24813 2025-04-01
CVE-2025-3248 2025-05-05
CVE-2025-32433 2025-06-09
CVE-2025-5777 2025-07-10
CVE-2025-53770 2025-07-20
`
  .trim()
  .split('\n')
  .map((line) => {
    const [cve = '', dateAdded = ''] = line.split(' ');
    return { cve, dateAdded };
  });

/** The canaries that these entries do not state, each with what they state instead. */
export function changedCanaries(entries: readonly KevRecord[]): readonly string[] {
  const added = new Map(entries.map((entry) => [entry.cve, entry.date_added]));
  return CANARIES.flatMap(({ cve, dateAdded }) => {
    const found = added.get(cve);
    return found === dateAdded ? [] : [`${cve} was listed on ${dateAdded}, now ${found ?? 'missing'}`];
  });
}
