/**
 * What is wrong with a document of upstream's: `not_json` is no JSON text in UTF-8, `wrong_form` lacks a member or has it in
 * another form than we read, `contradictory` is well formed and says two things at once, such as one id for two records.
 */
export type UpstreamFaultCode = 'not_json' | 'wrong_form' | 'contradictory';

/** Where a document is at fault, and how; `wrong_form` of the document as a whole unless said. */
export interface UpstreamFault {
  readonly code?: UpstreamFaultCode;
  /** `result[3].releases[0].eolFrom`, `line 17` of a text of lines; empty for the document as a whole. */
  readonly place?: string;
  readonly cause?: unknown;
}

/** Upstream's document has not the shape we read. */
export class UpstreamShapeError extends Error {
  readonly code: UpstreamFaultCode;
  readonly place: string;

  constructor(message: string, { code = 'wrong_form', place = '', cause }: UpstreamFault = {}) {
    super(message, { cause });
    this.name = 'UpstreamShapeError';
    this.code = code;
    this.place = place;
  }
}
