import type { Change } from './change';
import { code } from './markdown-code';

/** One change as a line of Markdown without its bullet. All texts of others stand in code spans. */
export function describeChange(change: Change): string {
  const subject = code(change.subject);
  const id = change.id === null ? '' : `${code(change.id)} `;
  switch (change.type) {
    case 'malware_added':
      return `${subject} is reported as malware: ${id}— remove it`;
    case 'malware_removed':
      return `${subject} is no longer reported as malware: ${id}(${plain(change.why)})`;
    case 'kev_added':
      return `${id}${subject} is known to be exploited (${code(change.kev.cve)}), due ${code(change.kev.due_date)}`;
    case 'kev_removed':
      return `${id}${subject} is no longer listed as exploited`;
    case 'kev_due_changed':
      return `${id}${subject} is due on ${code(change.to)} (was ${code(change.from)})`;
    case 'kev_ransomware_changed':
      return `${id}${subject} ${change.to ? 'is' : 'is no longer'} known from ransomware campaigns`;
    case 'kev_overdue':
      return `${id}${subject} was due on ${code(change.due_date)}`;
    case 'vulnerability_added':
      return `${subject} has a new vulnerability: ${id}${rated(change.severity)}${fixedIn(change.fixed)}${
        change.kev === null ? '' : ', known to be exploited'
      }`;
    case 'vulnerability_removed':
      return `${subject} no longer has ${id}(${plain(change.why)})`;
    case 'vulnerability_severity_changed':
      return `${subject}: ${id}is ${rated(change.to)} (was ${rated(change.from)})`;
    case 'vulnerabilities_changed':
      return `${subject}: its vulnerabilities changed (${change.from} before, ${change.to} now)`;
    case 'fix_available':
      return `${subject}: ${id}is${fixedIn(change.fixed).slice(1)}`;
    case 'fix_removed':
      return `${subject}: ${id}has no fix any more`;
    case 'package_resolved':
      return `${subject} can be checked again`;
    case 'package_unresolved':
      return `${subject} cannot be checked: ${plain(change.reason)}`;
    case 'eol_status_changed':
      return `${subject} ${id}is ${change.to} (was ${change.from})`;
    case 'eol_soon':
      return `${subject} ${id}ends on ${code(change.eol)}, in ${change.days_until_eol} days`;
    case 'eol_date_changed':
      return `${subject} ${id}ends on ${code(change.to ?? 'no known day')} (was ${code(change.from ?? 'no known day')})`;
    case 'latest_changed':
      return `${subject} ${id}has a new version: ${code(change.latest ?? 'none known')}`;
  }
}

const rated = (severity: string | null) => severity ?? 'unscored';
const fixedIn = (fixed: string | null) => (fixed === null ? ', no fix yet' : `, fixed in ${code(fixed)}`);
const plain = (word: string) => word.replaceAll('_', ' ');
