import { inDays } from '../check/as-of';
import type { Policy } from '../policy';
import type { Change } from './change';
import { code } from './markdown-code';

/** One change as a line of Markdown without its bullet, its days counted from that of a policy. All texts of others stand in code spans. */
export function describeChange(change: Change, policy: Pick<Policy, 'as_of'>): string {
  const where = change.id === null ? code(change.subject) : `${code(change.subject)} ${code(change.id)}`;
  switch (change.type) {
    case 'malware_added':
      return `${where} is reported as malware: remove it`;
    case 'malware_removed':
      return `${where} is no longer reported as malware (${plain(change.why)})`;
    case 'kev_added':
      return `${where} is known to be exploited (${code(change.kev.cve)}), remedy due ${code(change.kev.due_date)}`;
    case 'kev_removed':
      return `${where} is no longer listed as exploited`;
    case 'kev_due_changed':
      return `${where} is due on ${code(change.to)} (was ${code(change.from)})`;
    case 'kev_ransomware_changed':
      return `${where} ${change.to ? 'is' : 'is no longer'} known from ransomware campaigns`;
    case 'kev_overdue':
      return `${where} is exploited and was due on ${code(change.due_date)}`;
    case 'vulnerability_added':
      return `${where} is new: ${rated(change.severity)}${fixedIn(change.fixed)}${
        change.kev === null ? '' : ', known to be exploited'
      }`;
    case 'vulnerability_removed':
      return `${where} is gone (${plain(change.why)})`;
    case 'vulnerability_severity_changed':
      return `${where} is ${rated(change.to)} (was ${rated(change.from)})`;
    case 'vulnerabilities_changed':
      return `${where} has other vulnerabilities (${change.from} before, ${change.to} now)`;
    case 'fix_available':
      return `${where} has a fix now${fixedIn(change.fixed)}`;
    case 'fix_removed':
      return `${where} has no fix any more`;
    case 'package_resolved':
      return `${where} can be checked again`;
    case 'package_unresolved':
      return `${where} cannot be checked: ${plain(change.reason)}`;
    case 'eol_status_changed':
      return `${where} is ${change.to} (was ${change.from})`;
    case 'eol_soon':
      return `${where} ends on ${code(change.eol)}, ${inDays(change.days_until_eol, policy)}`;
    case 'eol_date_changed':
      return `${where} ends on ${code(change.to ?? 'no known day')} (was ${code(change.from ?? 'no known day')})`;
    case 'epss_above':
      return `${where} is likely to be exploited now: EPSS score ${change.epss.score} (${code(change.epss.cve)})`;
    case 'epss_below':
      return `${where} is below the EPSS threshold now${change.epss === null ? '' : `: score ${change.epss.score}`}`;
    case 'epss_model_changed':
      return `${where} changed from ${code(change.from)} to ${code(change.to)}: scores are not compared with those before`;
    case 'latest_changed':
      return `${where} has a new version: ${code(change.latest ?? 'none known')}`;
  }
}

const rated = (severity: string | null) => severity ?? 'unscored';
const fixedIn = (fixed: string | null) => (fixed === null ? ', no fix yet' : `, fixed in ${code(fixed)}`);
const plain = (word: string) => word.replaceAll('_', ' ');
