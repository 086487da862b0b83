import { isCalendarDate } from '@stackcheck/contract/calendar-date';
import { nearestName } from '@stackcheck/contract/spelling';
import { quoted } from '@stackcheck/contract/wording';
import { TomlDate } from 'smol-toml';
import { listed } from '../text/words';

/** A table of TOML. */
export type Table = Readonly<Record<string, unknown>>;

/** Where faults go: each a sentence with the file, the line where it is known, and the member. */
export interface FaultList {
  readonly faults: readonly string[];
  /** @param fault follows the member's name: `is no date: write 2026-12-31` */
  add(member: string, fault: string): void;
}

/** A list of faults of one file. */
export function faultsOf(file: string, lines: ReadonlyMap<string, number>): FaultList {
  const faults: string[] = [];
  const lineOf = (member: string) => lines.get(member) ?? lines.get(member.replace(/\.[^.]*$/, ''));
  return {
    faults,
    add: (member, fault) => {
      const line = lineOf(member);
      faults.push(`${file}${line === undefined ? '' : ` line ${line}`}: ${member} ${fault}`);
    },
  };
}

/** Reads the members of one table, and says of each fault what would do. */
export class MemberReader {
  constructor(
    private readonly table: Table,
    /** `policy`, `accept[1]`; empty for the file itself. */
    private readonly place: string,
    private readonly list: FaultList,
  ) {}

  /** Says of each member that is not known which one was most likely meant. */
  refuseOthers(known: readonly string[]): void {
    for (const name of Object.keys(this.table)) {
      if (known.includes(name)) continue;
      const meant = nearestName(name, known);
      const advice = meant === undefined ? `the members are ${listed(known)}` : `did you mean ${meant}?`;
      this.list.add(this.path(quoted(name, 60).slice(1, -1)), `is not known: ${advice}`);
    }
  }

  fault(name: string, fault: string): undefined {
    this.list.add(name === '' ? this.place : this.path(name), fault);
    return undefined;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.table, name);
  }

  /** The value of a member of some kind; undefined where it is absent or at fault. @param what `a whole number from 0 to 3,650` */
  read<T>(name: string, what: string, is: (value: unknown) => value is T): T | undefined {
    if (!this.has(name)) return undefined;
    const value = this.table[name];
    return is(value) ? value : this.fault(name, `is ${shown(value)}: it must be ${what}`);
  }

  /** A text that holds more than blanks. */
  text(name: string, what: string): string | undefined {
    return this.read(name, what, (value): value is string => typeof value === 'string' && value.trim() !== '');
  }

  /** One of some words. */
  word<W extends string>(name: string, words: readonly W[]): W | undefined {
    if (!this.has(name)) return undefined;
    const value = this.table[name];
    return isOneOf(value, words) ? value : this.fault(name, this.wordFault(value, words));
  }

  /** Any of some words, in a list. */
  words<W extends string>(name: string, words: readonly W[]): readonly W[] | undefined {
    const values = this.read(name, `a list of ${listed(words)}`, Array.isArray);
    if (values === undefined) return undefined;
    for (const value of values)
      if (!isOneOf(value, words)) this.fault(name, `holds ${this.wordFault(value, words, '')}`);
    return words.filter((word) => values.includes(word));
  }

  /** A day, as a date of TOML or as text. */
  day(name: string): string | undefined {
    if (!this.has(name)) return undefined;
    const value = this.table[name];
    const text = value instanceof TomlDate && value.isDate() ? value.toISOString() : value;
    if (typeof text === 'string' && isCalendarDate(text)) return text;
    return this.fault(name, `is ${shown(value)}: it must be a day, such as 2027-03-31`);
  }

  private wordFault(value: unknown, words: readonly string[], verb = 'is '): string {
    const meant = typeof value === 'string' ? nearestName(value, words) : undefined;
    return `${verb}${shown(value)}: ${meant === undefined ? `it must be one of ${listed(words)}` : `did you mean ${meant}?`}`;
  }

  private path(name: string): string {
    return this.place === '' ? name : `${this.place}.${name}`;
  }
}

/** Whether a value of TOML is a table. */
export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function isOneOf<W extends string>(value: unknown, words: readonly W[]): value is W {
  return words.some((word) => word === value);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value, 60);
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof TomlDate) return value.toISOString();
  return Array.isArray(value) ? 'a list' : 'a table';
}
