import { ServiceError } from '@stackcheck/contract';
import { toPolicy, type Policy, type Stack } from '@stackcheck/stack-core';
import { THRESHOLD_FAILURE } from '@stackcheck/stack-core/policy';
import { listFault, type StackLists } from '@stackcheck/stack-core/watch';
import type { QueryDeps } from '../query/query';
import { requireDay } from '../query/as-of';

/** What may be absent or null, which means the same. */
type Optional<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined };

/** The lists of a stack; each may be left out. */
export type StackEntries = Optional<StackLists>;

/** A stack and what is held against it. */
export interface StackInput extends StackEntries {
  readonly policy?: Optional<Policy> | null | undefined;
}

/** The lists of an input, empty where they were left out. */
export function listsOf({ items, images, cves, packages }: StackEntries): StackLists {
  return {
    items: (items ?? []).map(({ product, version }) => ({ product, version })),
    images: images ?? [],
    cves: cves ?? [],
    packages: packages ?? [],
  };
}

/**
 * The stack that an input asks about.
 * @throws ServiceError `bad_request` where it holds nothing or names a day that cannot be asked about, `too_many_items` where items
 * and images are too many
 */
export function stackOf(input: StackInput, { today }: Pick<QueryDeps, 'today'>): Stack {
  const lists = listsOf(input);
  const fault = listFault(lists, 'the body');
  if (fault !== undefined) throw new ServiceError(fault.kind, { message: fault.message });
  const { eol_within_days, min_severity, fail_on, report_latest, unlisted, epss_min, as_of } = withoutNulls(
    input.policy ?? {},
  );
  // What cannot fail must not look as if it could.
  if (epss_min === undefined && fail_on?.includes(THRESHOLD_FAILURE)) {
    throw new ServiceError('bad_request', {
      message: 'policy.fail_on names epss, which goes with policy.epss_min only',
    });
  }
  return {
    ...lists,
    policy: toPolicy({
      ...(eol_within_days === undefined ? {} : { eol_within_days }),
      ...(min_severity === undefined ? {} : { min_severity }),
      ...(fail_on === undefined ? {} : { fail_on }),
      ...(report_latest === undefined ? {} : { report_latest }),
      ...(unlisted === undefined ? {} : { unlisted }),
      ...(epss_min === undefined ? {} : { epss_min }),
      ...(as_of === undefined ? {} : { as_of: requireDay(as_of, today, 'policy.as_of') }),
    }),
  };
}

/** A value whose members are there or not. */
type Present<T> = { readonly [Name in keyof T]?: NonNullable<T[Name]> };

/** What is null was left out. */
export function withoutNulls<T extends object>(value: T): Present<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== null && part !== undefined),
  ) as Present<T>;
}
