import { severityOfRank, severityRank } from '../check/severity-rank';
import { FINGERPRINT_BYTES } from '../watch/fingerprint';
import type { GroupState, KevState } from '../watch/watch-state';
import { fromBase64Url, fromHex, toBase64Url, toHex } from './bytes-text';

/** Groups as three short texts: hashes together, one character of flags each, and the dates of what is exploited. */
export interface GroupTexts {
  /** All hashes in base64url. */
  readonly hashes: string;
  /** For each group one character of the base64url alphabet: severity + 5·fix + 10·malware + 20·(0 no, 1 listed, 2 unknown). */
  readonly flags: string;
  /** For each listed group, in order: due date and 1 for ransomware. */
  readonly listed: readonly (readonly [due: string, ransomware: 0 | 1])[];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Groups in their order as texts. */
export function writeGroups(groups: readonly GroupState[]): GroupTexts {
  const hashes = toBase64Url(fromHex(groups.map(({ hash }) => hash).join('')));
  const flags = groups.map((group) => ALPHABET[toFlags(group)]).join('');
  const listed = groups.flatMap(({ kev }) =>
    kev === null || kev === 'unknown' ? [] : [[kev.due, kev.ransomware ? 1 : 0] as const],
  );
  return { hashes, flags, listed };
}

/** The inverse of `writeGroups`; undefined when the texts do not belong together. `listed` is checked by the caller. */
export function readGroups({ hashes, flags, listed }: GroupTexts): readonly GroupState[] | undefined {
  const bytes = fromBase64Url(hashes);
  if (bytes === undefined || bytes.length !== flags.length * FINGERPRINT_BYTES) return undefined;
  const hex = toHex(bytes);
  const dates = listed.values();
  const groups: GroupState[] = [];
  for (let at = 0; at < flags.length; at++) {
    const hash = hex.slice(at * 2 * FINGERPRINT_BYTES, (at + 1) * 2 * FINGERPRINT_BYTES);
    const value = ALPHABET.indexOf(flags[at] as string);
    if (value < 0 || value >= VALUES) return undefined;
    const kev = kevOf(Math.floor(value / 20), dates);
    if (kev === undefined) return undefined;
    const severity = severityOfRank(value % 5);
    groups.push({
      hash,
      severity,
      hasFix: Math.floor(value / 5) % 2 === 1,
      malware: Math.floor(value / 10) % 2 === 1,
      kev,
    });
  }
  return dates.next().done === true ? groups : undefined;
}

/** Five severities, two flags, three answers of the catalogue. */
const VALUES = 60;

function toFlags({ severity, hasFix, malware, kev }: GroupState): number {
  const listed = kev === null ? 0 : kev === 'unknown' ? 2 : 1;
  return severityRank(severity) + 5 * Number(hasFix) + 10 * Number(malware) + 20 * listed;
}

function kevOf(listed: number, dates: Iterator<readonly [string, 0 | 1]>): KevState | 'unknown' | undefined {
  if (listed === 0) return null;
  if (listed === 2) return 'unknown';
  const next = dates.next();
  if (next.done === true) return undefined;
  const [due, ransomware] = next.value;
  return { due, ransomware: ransomware === 1 };
}
