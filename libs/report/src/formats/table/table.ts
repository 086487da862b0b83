import type { Finding, Outcome } from '../../outcome';
import { nothingJudgedText } from '../../text/counts';
import { sentenceText, shownComponent, placeText } from '../../text/finding-texts';
import { cutEnd, cutMiddle, padTo, wrapWords } from '../../text/fit-text';
import { displayWidth } from '../../text/display-width';
import { counted } from '../../text/words';
import { onOneLine } from '@stackcheck/pictures/markup';
import type { ReportFormat, ReportOptions } from '../report-format';
import { fewOfEach, type FurtherFindings } from './few-of-each';
import { paintWith, type Paint } from './paint';
import { acceptedLine, countsLine, verdictText } from './summary-lines';

/** Findings as a table for a terminal of 60 to 200 columns: level, component, place, and the sentence with its advice. */
export const TABLE_FORMAT: ReportFormat = {
  id: 'table',
  label: 'a table for terminals',
  mediaType: 'text/plain',
  extension: '.txt',
  write: (outcome, options = {}) => (options.quiet === true ? quietTable : fullTable)(outcome, settingsOf(options)),
};

interface Settings {
  readonly width: number;
  readonly paint: Paint;
}

const WIDTH_MIN = 60;
const WIDTH_MAX = 200;
const WIDTH_USUAL = 100;

/** From this width on, the sentence stands next to the place; below, it stands under the component. */
const WIDTH_OF_ONE_LINE = 110;

const MARGIN = '  ';

function settingsOf({ width = WIDTH_USUAL, colors = false }: ReportOptions): Settings {
  // A terminal may report no width or nonsense; NaN compares as neither.
  const columns = width >= WIDTH_MIN ? Math.min(Math.floor(width), WIDTH_MAX) : WIDTH_MIN;
  return { width: columns, paint: paintWith(colors) };
}

function fullTable(outcome: Outcome, settings: Settings): string {
  const { width, paint } = settings;
  const { findings, summary, notices } = outcome;
  const room = width - MARGIN.length;
  const { shown, further } = fewOfEach(findings);
  const rows = [...rowsOf(shown, settings), ...further.map((each) => paint.soft(furtherText(each)))];
  const said = findings.length > 0 ? rows : wrapWords(nothingJudgedText(summary) ?? NOTHING_FOUND, room);
  const notes = notices.flatMap((notice) =>
    hanging(paint.soft('note'), 'note', wrapWords(onOneLine(notice), room - 6)),
  );
  const blocks = [said, [...acceptedLine(outcome, room), ...notes], countsLine(outcome, room, paint)];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${(MARGIN + line).trimEnd()}\n`).join(''))
    .join('\n');
}

function furtherText({ level, count }: FurtherFindings): string {
  return `${level.toUpperCase()}  ${counted(count)} more like these; --format json lists all`;
}

const NOTHING_FOUND = 'No findings.';

/** What fails or is unknown, a line each, and the verdict; nothing where there is neither. */
function quietTable({ findings, verdict, summary }: Outcome, { width, paint }: Settings): string {
  const { shown, further } = fewOfEach(findings.filter(({ level }) => level === 'fail' || level === 'unknown'));
  if (shown.length === 0) return '';
  const room = width - MARGIN.length;
  const lines = shown.map((finding) => {
    const word = levelWord(finding);
    const component = cutMiddle(shownComponent(finding.component), Math.floor(room / 3));
    const line = `${component}  ${placesText(finding, Math.floor(room / 3))}  ${sentenceText(finding)}`;
    return `${paint.level(finding.level, padTo(word, 7))}  ${cutEnd(line, room - 9)}`;
  });
  const rest = further.map((each) => paint.soft(furtherText(each)));
  return [...lines, ...rest, paint.level(verdict, verdictText(verdict, summary))]
    .map((line) => `${MARGIN}${line}\n`)
    .join('');
}

function levelWord({ level }: Finding): string {
  return level.toUpperCase();
}

function rowsOf(findings: readonly Finding[], { width, paint }: Settings): readonly string[] {
  const level = findings.reduce((most, finding) => Math.max(most, levelWord(finding).length), 0);
  const columns = columnsOf(findings, width - MARGIN.length - level - 2);
  return findings.flatMap((finding) => {
    const component = padTo(cutMiddle(shownComponent(finding.component), columns.component), columns.component);
    const place = placesText(finding, columns.place);
    const sentence = wrapWords(sentenceText(finding) + (finding.dev ? ' (development)' : ''), columns.sentence);
    const head = `${paint.level(finding.level, padTo(levelWord(finding), level))}  ${paint.strong(component)}  `;
    if (!columns.isOneLine) {
      const indent = ' '.repeat(level + 2);
      return [head + paint.soft(place), ...sentence.map((line) => indent + line)];
    }
    const indent = ' '.repeat(level + 2 + columns.component + 2 + columns.place + 2);
    const [first = '', ...others] = sentence;
    return [`${head}${paint.soft(padTo(place, columns.place))}  ${first}`, ...others.map((line) => indent + line)];
  });
}

/** Columns are as wide as what they hold, up to a share of the room. */
function columnsOf(findings: readonly Finding[], room: number) {
  const isOneLine = room + MARGIN.length + 9 >= WIDTH_OF_ONE_LINE;
  const [ofComponent, ofPlace] = isOneLine ? [0.28, 0.22] : [0.5, 0.5];
  // Of more findings than a call may have arguments.
  const widest = (texts: readonly string[], most: number) =>
    Math.min(
      texts.reduce((width, text) => Math.max(width, displayWidth(text)), 0),
      most,
    );
  const component = widest(
    findings.map((finding) => shownComponent(finding.component)),
    Math.floor(room * ofComponent) - 1,
  );
  const placeRoom = isOneLine ? Math.floor(room * ofPlace) : room - component - 2;
  const place = widest(
    findings.map((finding) => placesText(finding, room)),
    placeRoom,
  );
  return { isOneLine, component, place, sentence: isOneLine ? room - component - place - 4 : room };
}

/** The first place and the number of others, such as `Dockerfile:1 +2`; the path is cut, never the line. */
function placesText({ places }: Finding, columns: number): string {
  const [first, ...others] = places;
  if (first === undefined) return '';
  const line = first.line === undefined ? '' : `:${first.line}`;
  const tail = others.length === 0 ? line : `${line} +${others.length}`;
  return cutMiddle(placeText({ path: first.path }), Math.max(1, columns - tail.length)) + tail;
}

function hanging(painted: string, word: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, at) => `${at === 0 ? painted : ' '.repeat(word.length)}  ${line}`);
}
