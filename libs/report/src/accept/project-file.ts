import type { Policy } from '@stackcheck/stack-core/policy';
import { parse, TomlError } from 'smol-toml';
import type { Acceptance } from './acceptance';
import { faultsOf, isTable, MemberReader, type FaultList, type Table } from './member-reader';
import { readProjectAcceptance } from './project-acceptance';
import { readProjectPolicy } from './project-policy';
import { tomlLines } from './toml-lines';

/** What stackcheck.toml says, or every fault of it: a sentence with file, line, member and what would do. */
export type ProjectFileReading =
  | { readonly ok: true; readonly policy: Partial<Policy>; readonly acceptances: readonly Acceptance[] }
  | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Reads the text of a stackcheck.toml: `[policy]` with the names of stack-core's policy, and `[[accept]]` entries, each with the
 * day until which it holds and the reason. Any text may be given; nothing is thrown.
 * @param options `file`: its name, for sentences; `day`: `YYYY-MM-DD`, from which an acceptance lasts a year at most
 */
export function readProjectFile(
  text: string,
  { file = 'stackcheck.toml', day }: { readonly file?: string; readonly day: string },
): ProjectFileReading {
  let table: Table;
  try {
    table = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message shows the place over several lines, which a sentence has no room for.
    const [what = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    return { ok: false, faults: [`${file} line ${error.line}, column ${error.column}: it is no TOML: ${what}`] };
  }
  const lines = tomlLines(text);
  const list = faultsOf(file, lines);
  new MemberReader(table, '', list).refuseOthers(['policy', 'accept']);
  const policy = policyOf(table, list);
  const acceptances = entriesOf(table, list).flatMap((entry, index) => {
    const place = `accept[${index}]`;
    const line = lines.get(place);
    const from = { kind: 'entry', file, ...(line !== undefined && { line }) } as const;
    return readProjectAcceptance(new MemberReader(entry, place, list), day, from) ?? [];
  });
  return list.faults.length > 0 ? { ok: false, faults: list.faults } : { ok: true, policy, acceptances };
}

function policyOf({ policy = {} }: Table, list: FaultList): Partial<Policy> {
  if (isTable(policy)) return readProjectPolicy(new MemberReader(policy, 'policy', list));
  list.add('policy', 'is no table: write [policy] and its members below');
  return {};
}

function entriesOf({ accept = [] }: Table, list: FaultList): readonly Table[] {
  if (Array.isArray(accept) && accept.every(isTable)) return accept;
  list.add('accept', 'is no list of tables: write [[accept]] before each entry');
  return [];
}
