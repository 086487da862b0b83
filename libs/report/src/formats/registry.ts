import { GITHUB_FORMAT } from './github/github';
import { HTML_FORMAT } from './html/html';
import { ICS_FORMAT } from './ics/ics';
import { JSON_FORMAT } from './json/json';
import { JUNIT_FORMAT } from './junit/junit';
import { MARKDOWN_FORMAT } from './markdown/markdown';
import type { ReportFormat } from './report-format';
import { SARIF_FORMAT } from './sarif/sarif';
import { TABLE_FORMAT } from './table/table';
import { VEX_FORMAT } from './vex/vex';

/** Every format that an outcome can be written in, in the order in which they are listed; each id once. */
export const REPORT_FORMATS: readonly ReportFormat[] = [
  TABLE_FORMAT,
  JSON_FORMAT,
  SARIF_FORMAT,
  JUNIT_FORMAT,
  MARKDOWN_FORMAT,
  GITHUB_FORMAT,
  VEX_FORMAT,
  ICS_FORMAT,
  HTML_FORMAT,
];
