import type { StackVerdict } from '@stackcheck/stack-core/report';
import type { AcceptedFinding, Finding, Outcome } from '../../outcome';
import { judgedText, nothingJudgedText } from '../../text/counts';
import { shownComponent, placeText, sentenceText } from '../../text/finding-texts';
import { ageText, provenanceText, snapshotNames } from '../../text/provenance';
import { counted, countOf } from '../../text/words';
import type { ReportFormat } from '../report-format';
import { markdownCode, markdownText } from './markdown-text';

/** Markdown of GitHub, for pull requests and step summaries. */
export const MARKDOWN_FORMAT: ReportFormat = {
  id: 'markdown',
  label: 'Markdown, for pull requests and step summaries',
  mediaType: 'text/markdown',
  extension: '.md',
  write: (outcome) => {
    const end = endOf(outcome);
    const head = `## stackcheck: ${VERDICTS[outcome.verdict]}\n\n${countsText(outcome)}\n`;
    return [head, ...fitted(sectionsOf(outcome), CHARS_MAX - head.length - end.length), end].join('');
  },
};

/** A comment may have 65,536 characters; what is around ours has room in the rest. */
const CHARS_MAX = 60_000;

const VERDICTS: Readonly<Record<StackVerdict, string>> = {
  fail: '❌ fail',
  unknown: '❓ unknown',
  warn: '⚠️ warn',
  pass: '✅ pass',
};

/** Rows or items under a heading. */
interface Section {
  readonly head: string;
  readonly lines: readonly string[];
  readonly end: string;
}

function sectionsOf({ findings, accepted, notices }: Outcome): readonly Section[] {
  return [
    {
      head: '\n| Level | Component | Place | Finding |\n| --- | --- | --- | --- |\n',
      lines: findings.map(rowOf),
      end: '',
    },
    {
      head: `\n<details><summary>${countOf(accepted.length, 'accepted finding')}</summary>\n\n`,
      lines: accepted.map(acceptedItem),
      end: '\n</details>\n',
    },
    { head: '\n**Notes**\n\n', lines: notices.map((notice) => `- ${markdownText(notice)}\n`), end: '' },
  ];
}

/** As many whole lines as have room, with a count of the others; a heading stands only where a line does. */
function fitted(sections: readonly Section[], charsMax: number): readonly string[] {
  let room = charsMax;
  return sections.map(({ head, lines, end }) => {
    const frame = head.length + end.length + ROOM_OF_COUNT;
    let text = '';
    let shown = 0;
    for (const line of lines) {
      if (text.length + line.length + frame > room) break;
      text += line;
      shown++;
    }
    if (lines.length === 0 || (shown === 0 && frame > room)) return '';
    const left = lines.length - shown;
    const section = `${shown > 0 ? head + text : '\n'}${left > 0 ? `\n${counted(left)} more are not shown.\n` : ''}${shown > 0 ? end : ''}`;
    room -= section.length;
    return section;
  });
}

const ROOM_OF_COUNT = 60;

function rowOf(finding: Finding): string {
  const { level, component, places, dev } = finding;
  const [first, ...others] = places;
  const more = others.length === 0 ? '' : ` and ${counted(others.length)} more`;
  const cells = [
    `**${level}**`,
    markdownCode(shownComponent(component)),
    first === undefined ? '' : markdownCode(placeText(first)) + more,
    markdownText(sentenceText(finding)) + (dev ? ' (development)' : ''),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function acceptedItem({ finding, until, reason }: AcceptedFinding): string {
  const component = markdownCode(shownComponent(finding.component));
  const day = until === null ? '' : `, until ${until}`;
  return `- ${component} ${markdownCode(finding.id)}${day}: ${markdownText(reason)}\n`;
}

function countsText({ summary, findings, known }: Outcome): string {
  const nothing = nothingJudgedText(summary);
  if (nothing !== undefined) return `**${nothing}**`;
  const inFiles = `${judgedText(summary)} in ${countOf(summary.files, 'file')}`;
  const found = findings.length === 0 ? 'no findings' : countOf(findings.length, 'finding');
  const inBaseline = known.length === 0 ? '' : `, ${counted(known.length)} known to the baseline`;
  return `${inFiles}: ${found}${inBaseline}.`;
}

function endOf(outcome: Outcome): string {
  const parts = [snapshotNames(outcome), ageText(outcome), provenanceText(outcome)].filter((part) => part !== '');
  return `\n<sub>${parts.map((part) => markdownText(part)).join(' · ')}</sub>\n`;
}
