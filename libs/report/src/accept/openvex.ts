import type { Assessment, NotAffectedBecause } from '../outcome';
import type { Acceptance, VexStatements } from './acceptance';
import { isObject, objectsOf, textOf, textsOf, type JsonObject } from './json-members';

/**
 * The statements of an OpenVEX document, 0.0.1 to 0.2. Of statements on one vulnerability and one package the last one stands, in
 * the order of their times; those without a time have that of the document.
 */
export function readOpenVex(document: JsonObject, file: string): VexStatements {
  const statements = inTime(document).map((statement) => statementOf(statement, file));
  const last = new Map<string, Statement>();
  for (const statement of statements) {
    for (const purl of statement.packages) last.set(keyOf(statement, purl), statement);
  }
  const acceptances = statements.flatMap((statement): readonly Acceptance[] => {
    const { assessment, packages, ...rest } = statement;
    if (assessment === undefined) return [];
    const standing = packages.filter((purl) => last.get(keyOf(statement, purl)) === statement);
    return [{ ...rest, product: null, packages: standing, path: null, until: null, assessment }];
  });
  return { acceptances, others: statements.length - acceptances.length };
}

interface Statement extends Pick<Acceptance, 'id' | 'aliases' | 'reason' | 'from'> {
  readonly packages: readonly string[];
  /** Undefined for `affected` and `under_investigation`. */
  readonly assessment: Assessment | undefined;
}

function keyOf({ id }: Statement, purl: string): string {
  return JSON.stringify([id?.toLowerCase(), purl]);
}

/** Times of RFC 3339 may be in different zones; one that is none is as old as can be. */
function inTime(document: JsonObject): readonly JsonObject[] {
  const timeOf = ({ timestamp }: JsonObject) =>
    Date.parse(textOf(timestamp) ?? textOf(document['timestamp']) ?? '') || 0;
  return [...objectsOf(document['statements'])].sort((a, b) => timeOf(a) - timeOf(b));
}

function statementOf(statement: JsonObject, file: string): Statement {
  const { vulnerability, status } = statement;
  const [id = null, ...aliases] = idsOf(vulnerability);
  const assessment = id === null ? undefined : assessmentOf(statement);
  const reason = textOf(statement['impact_statement']) ?? textOf(statement['status_notes']);
  return {
    id,
    aliases,
    packages: packagesOf(statement),
    reason: reason ?? `${file} says ${String(status)}`,
    from: { kind: 'vex', file },
    assessment,
  };
}

/** A name in 0.0.1, an object with aliases later on. */
function idsOf(vulnerability: unknown): readonly string[] {
  if (!isObject(vulnerability)) return textsOf([vulnerability]);
  return [...textsOf([vulnerability['name'] ?? vulnerability['@id']]), ...textsOf(vulnerability['aliases'])];
}

function assessmentOf({ status, justification }: JsonObject): Assessment | undefined {
  if (status === 'fixed') return { state: 'fixed' };
  if (status !== 'not_affected') return undefined;
  const because = JUSTIFICATIONS.find(([theirs]) => theirs === justification)?.[1] ?? null;
  return { state: 'not_affected', because };
}

/** OpenVEX's justifications in the terms of CycloneDX; `vulnerable_code_cannot_be_controlled_by_adversary` has no equal there. */
const JUSTIFICATIONS: readonly (readonly [theirs: string, ours: NotAffectedBecause])[] = [
  ['component_not_present', 'code_not_present'],
  ['vulnerable_code_not_present', 'code_not_present'],
  ['vulnerable_code_not_in_execute_path', 'code_not_reachable'],
  ['inline_mitigations_already_exist', 'protected_by_mitigating_control'],
];

/** Subcomponents where a product has them: then the statement is of those within it, and not of the product. */
function packagesOf(statement: JsonObject): readonly string[] {
  const products = asList(statement['products']);
  return products.flatMap((product) => {
    const own = isObject(product) ? asList(product['subcomponents']) : [];
    const ofStatement = asList(statement['subcomponents']);
    const parts = [...own, ...ofStatement];
    return (parts.length > 0 ? parts : [product]).flatMap((part) => purlOf(part) ?? []);
  });
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function purlOf(component: unknown): string | undefined {
  const { identifiers, '@id': id }: JsonObject = isObject(component) ? component : { '@id': component };
  const purl = isObject(identifiers) ? (textOf(identifiers['purl']) ?? textOf(id)) : textOf(id);
  return purl?.startsWith('pkg:') === true ? purl : undefined;
}
