/** A field of CSV (RFC 4180 section 2): quoted where it must be. */
function field(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A record of CSV with its line end, which RFC 4180 wants to be CRLF. */
export function csvRecord(fields: readonly (string | number)[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}
