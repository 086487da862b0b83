import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content codings that documents are made in (RFC 9110 section 8.4.1, RFC 7932), the preferred one first. */
export const CODINGS = ['br', 'gzip'] as const;

/** One of them. */
export type ContentCoding = (typeof CODINGS)[number];

/** A document in a content coding. Its strong ETag is another one, since its bytes are others (RFC 9110 section 8.8.3.3). */
export interface CodedForm {
  readonly coding: ContentCoding;
  readonly body: Uint8Array;
  readonly etag: string;
}

/** From here on a document is worth a content coding: less fits into one segment of TCP as it is. */
export const CODED_FROM_BYTES = 1_400;

/**
 * Quality 9 of 11: for 365 KB of model names 30 ms instead of 760 ms and 42 KB instead of 39 KB (Node 20). Either is done by a thread of
 * the pool.
 */
const BROTLI_QUALITY = 9;

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

/** The content codings of a document that never changes: each is made once, when it is first asked for, and kept with it. */
export class CodedForms {
  private readonly made = new Map<ContentCoding, Promise<CodedForm>>();

  /** @param etag of the document as it is, with its quotes */
  constructor(
    private readonly body: Uint8Array,
    private readonly etag: string,
  ) {}

  /** The document in a coding; the same bytes whenever it is asked for. */
  in(coding: ContentCoding): Promise<CodedForm> {
    const known = this.made.get(coding);
    if (known !== undefined) return known;
    const form = this.make(coding);
    this.made.set(coding, form);
    return form;
  }

  private async make(coding: ContentCoding): Promise<CodedForm> {
    const body = coding === 'br' ? await brotliBytes(this.body, brotliOptions(this.body)) : await gzipBytes(this.body);
    return { coding, body, etag: this.etag.replace(/"$/, `-${coding}"`) };
  }
}

function brotliOptions({ length }: Uint8Array): { readonly params: Readonly<Record<number, number>> } {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}
