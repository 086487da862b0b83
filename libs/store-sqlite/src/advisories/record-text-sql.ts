/**
 * The canonical text of an advisory (`recordText` of the datasets) as an SQL expression over its row; NULL where the row does
 * not hold all of it, or a score that is none of CVSS, which have one decimal: other numbers SQLite may write otherwise than
 * RFC 8785. Each refresh hashes the texts of all advisories: made here, in one pass over the rows, they take a third of the
 * time and leave no objects to be collected. SQLite's `json_quote` escapes what JSON.stringify escapes, in the same form; the
 * contract of the index files holds the two together.
 */
export const RECORD_TEXT_SQL = `
  CASE WHEN spec IS NOT NULL AND (score IS NULL OR (score BETWEEN 0 AND 10 AND round(score, 1) = score)) THEN
    '{"affected":[{"ecosystem":' || json_quote(ecosystem) || ',"name":' || json_quote(name) ||
    ',"spec":' || iif(substr(spec, 1, 1) = '[', spec, json_quote(spec)) ||
    '}],"aliases":' || coalesce(aliases, '[]') ||
    ',"id":' || json_quote(id) ||
    ',"modified":' || json_quote(modified) ||
    ',"published":' || json_quote(published) ||
    ',"score":' || coalesce(iif(round(score) = score, CAST(score AS INTEGER), score), 'null') ||
    ',"severity":' || json_quote(severity) ||
    ',"summary":' || json_quote(summary) ||
    ',"vector":' || json_quote(vector) ||
    ',"withdrawn":' || json_quote(withdrawn) || '}'
  END`;
