import type { ApartReason } from '../entries/entry';

/** What a requirement names: a pinned version, or why it has none. */
export interface Requirement {
  /** Of the package; the whole text where it is no requirement, or a range. */
  readonly name: string;
  /** Name of the package alone, where it may be of an index. */
  readonly of?: string;
  readonly pinned?: string;
  readonly why?: ApartReason;
}

/** Reads a requirement without options: name, extras, versions or an address, marker (PEP 508), or an address alone. */
export function readRequirement(text: string): Requirement {
  if (text.includes('${')) return { name: text, why: 'variable' };
  const address = reasonOfAddress(text);
  if (address !== undefined) return { name: text, why: address };
  const [, name = '', rest = ''] = NAME.exec(text) ?? [];
  if (name === '') return { name: text, why: 'unsupported' };
  if (rest.startsWith('@')) {
    const target = rest.slice(1).trim();
    return { name: `${name}@${target}`, why: reasonOfAddress(target) ?? 'path' };
  }
  const [versions = ''] = rest.split(';', 1);
  return { name, of: name, ...readVersions(versions.trim(), text) };
}

const NAME = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(.*)$/s;

const VERSION = /^(===|[=~!<>]=|[<>])\s*([^\s;,()]+)$/;

/** `==1.0`, `>=1.0, <2` and the same in brackets. One that is pinned may have other conditions, too. */
function readVersions(versions: string, text: string): Omit<Requirement, 'name'> & { readonly name?: string } {
  const plain = versions.replace(/^\((.*)\)$/s, '$1').trim();
  if (plain === '') return { why: 'no_version' };
  const conditions = plain.split(',').map((condition) => VERSION.exec(condition.trim()));
  if (conditions.includes(null)) return { name: text, why: 'unsupported' };
  const pins = conditions.flatMap((condition) =>
    condition !== null && isPin(condition) ? [condition[2] as string] : [],
  );
  return pins.length === 1 ? { pinned: pins[0] as string } : { name: text, why: 'range' };
}

/** `==1.*` is a range; `===` takes any text. */
function isPin([, operator, version = '']: RegExpExecArray): boolean {
  return operator === '===' || (operator === '==' && !version.endsWith('*'));
}

/** Why an address or path in the place of a package is no release of a registry; undefined where the text is neither. */
export function reasonOfAddress(text: string): ApartReason | undefined {
  if (/^(?:git|hg|svn|bzr)\+/.test(text)) return 'git';
  if (/^(?:file:|\.{0,2}\/|\.(?:$|\[)|~\/|[A-Za-z]:\\)/.test(text)) return 'path';
  if (/^[a-z]+:\/\//i.test(text)) return 'url';
  return /^[^\s=<>@;]+\.(?:whl|zip|tar\.(?:gz|bz2|xz))(?:\s|$)/.test(text) ? 'path' : undefined;
}
