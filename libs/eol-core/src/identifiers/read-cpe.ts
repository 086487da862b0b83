/** What a CPE says of a product; lower-cased, and unescaped. */
export interface Cpe {
  /** `a` application, `o` operating system, `h` hardware; `*` any. */
  readonly part: string;
  readonly vendor: string;
  readonly product: string;
  /** Null where it is any, or not applicable. */
  readonly version: string | null;
  /** Service pack or other update, null as the version. */
  readonly update: string | null;
}

/** Longer texts are no CPE that a document would hold. */
const LENGTH_MAX = 1000;

/**
 * Reads a CPE 2.3 formatted string or a CPE 2.2 URI (NIST IR 7695, sections 6.1 and 6.2); upstream leaves out all after the product.
 * Undefined for any other text.
 */
export function readCpe(text: string): Cpe | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const isUri = /^cpe:\//i.test(text);
  if (!isUri && !/^cpe:2\.3:/i.test(text)) return undefined;
  const parts = isUri
    ? text.slice('cpe:/'.length).split(':').map(decoded)
    : (text.slice('cpe:2.3:'.length).match(/(?:\\.|[^:\\])+|(?<=:)(?=:)/g) ?? []).map((part) =>
        part.replace(/\\(.)/g, '$1'),
      );
  const [part = '', vendor = '', product = '', version = '', update = ''] = parts.map((one) => one.toLowerCase());
  if (!/^[aoh*]$/.test(part) || isAny(vendor) || isAny(product)) return undefined;
  return { part, vendor, product, version: valueOf(version), update: valueOf(update) };
}

function decoded(part: string): string {
  return part.replace(/%([0-9a-f]{2})/gi, (_whole, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

function isAny(value: string): boolean {
  return value === '' || value === '*' || value === '-';
}

function valueOf(value: string): string | null {
  return isAny(value) ? null : value;
}
