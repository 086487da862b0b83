/** Where the pages of the service answer about a pasted text. */
export type Lead = { readonly href: string } | 'read';

/** One line that is no file: an image, or a product with or without a version. Whatever else it is, is read as a file. */
export function whereTo(text: string): Lead {
  const line = text.trim();
  if (line.includes('\n') || line.length > 300 || /^[{#]/.test(line)) return 'read';
  if (/^FROM\s+\S/i.test(line) || /^[\w./:@-]*\w[:/][\w./:@-]+$/.test(line))
    return { href: `/image?image=${encodeURIComponent(line)}` };
  return /^[\w .+#@-]{1,200}$/.test(line) && !line.includes('==')
    ? { href: `/?q=${encodeURIComponent(line)}` }
    : 'read';
}
