import type { Level } from '@stackcheck/stack-core/report';
import type { Finding, Outcome } from '../../outcome';
import { CODE_TEXTS } from '../../text/code-texts';
import { componentText, fullSentence } from '../../text/finding-texts';
import { wellFormed } from '@stackcheck/pictures/markup';
import { countOf } from '../../text/words';
import type { ReportFormat } from '../report-format';

/** Workflow commands that GitHub Actions shows as annotations at the lines of a pull request. */
export const GITHUB_FORMAT: ReportFormat = {
  id: 'github',
  label: 'annotations for GitHub Actions',
  mediaType: 'text/plain',
  extension: '.txt',
  write: ({ findings }: Outcome) =>
    COMMANDS.flatMap((command) =>
      annotationsOf(
        command,
        findings.filter(({ level }) => LEVELS[level] === command),
      ),
    )
      .map((line) => `${line}\n`)
      .join(''),
};

type Command = 'error' | 'warning' | 'notice';
const COMMANDS: readonly Command[] = ['error', 'warning', 'notice'];
const LEVELS: Readonly<Record<Level, Command>> = { fail: 'error', unknown: 'warning', warn: 'warning', info: 'notice' };

/** GitHub shows so many annotations of a command for each step, and drops the others silently. */
const SHOWN_MAX = 10;

/** At most as many as are shown; where there are more, the last one counts the rest. */
function annotationsOf(command: Command, findings: readonly Finding[]): readonly string[] {
  if (findings.length <= SHOWN_MAX) return findings.map((finding) => annotation(command, finding));
  const shown = findings.slice(0, SHOWN_MAX - 1);
  const rest = countOf(findings.length - shown.length, 'more finding');
  return [
    ...shown.map((finding) => annotation(command, finding)),
    `::${command} title=stackcheck::${rest} of this level: GitHub shows no more than ${SHOWN_MAX} a step`,
  ];
}

function annotation(command: Command, finding: Finding): string {
  const [place] = finding.places;
  const properties = [
    ...(place === undefined ? [] : [`file=${property(place.path)}`]),
    ...(place?.line === undefined ? [] : [`line=${place.line}`]),
    `title=${property(`${CODE_TEXTS[finding.code].title}: ${componentText(finding.component)}`)}`,
  ];
  return `::${command} ${properties.join(',')}::${data(fullSentence(finding))}`;
}

/** Escaping of workflow commands: percent first, and in properties the characters that end them. */
function data(text: string): string {
  return wellFormed(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
