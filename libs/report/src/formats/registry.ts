import { JSON_FORMAT } from './json/json';
import type { ReportFormat } from './report-format';
import { TABLE_FORMAT } from './table/table';

/** Every format that an outcome can be written in, in the order in which they are listed; each id once. */
export const REPORT_FORMATS: readonly ReportFormat[] = [TABLE_FORMAT, JSON_FORMAT];
