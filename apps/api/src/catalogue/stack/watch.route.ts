import { LIMITS } from '@stackcheck/contract';
import type { MetaDeps } from '@stackcheck/queries';
import { stackWatch as query, type WatchDeps } from '@stackcheck/queries/stack';
import { nodeSealing } from '@stackcheck/stack-core/node';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute, type RouteDeps } from '../define-route';
import { ofBody, viewOf } from '../view-of';
import { StackCheckBody, StackEntries } from './stack-body';

class StackWatchBody extends StackCheckBody {
  @JSONSchema({
    description:
      'Token of the last answer; alone, or with add, remove and full. What is watched stays answerable however many advisories its packages come to have.',
  })
  @IsString({ message: 'token must be a string' })
  @IsOptional()
  token?: string;

  @JSONSchema({ description: 'With a token: entries to watch from now on.', $ref: '#/components/schemas/StackEntries' })
  @IsObject({ message: 'add must be an object' })
  @ValidateNested({ message: 'add must be an object' })
  @Type(() => StackEntries)
  @IsOptional()
  add?: StackEntries;

  @JSONSchema({
    description: 'With a token: entries to forget, as they were sent.',
    $ref: '#/components/schemas/StackEntries',
  })
  @IsObject({ message: 'remove must be an object' })
  @ValidateNested({ message: 'remove must be an object' })
  @Type(() => StackEntries)
  @IsOptional()
  remove?: StackEntries;

  @JSONSchema({ description: 'Whether to answer the whole check, too; always so on the first check and with add.' })
  @IsBoolean({ message: 'full must be true or false' })
  @IsOptional()
  full?: boolean;
}

export const stackWatch = defineRoute<object, StackWatchBody>({
  ...viewOf(query, ofBody<StackWatchBody>(), { deps: watchDepsOf }),
  method: 'POST',
  path: '/v1/stack/watch',
  tags: ['stack', 'paid'],
  summary: 'What changed for a stack',
  description: `Send a stack once, then only the token of the last answer: the changes since, each with a key of its own, the verdict, the one before, and a summary for a pull request. No account is kept: the token is encrypted, holds the baseline and lasts ${LIMITS.watchTokenLifetimeDays} days from each answer. Send a payment-identifier, since the answer holds the only copy of the new token.`,
  price: '0.03',
  requires: 'watch_keys',
  body: StackWatchBody,
  errors: ['unknown_id', 'too_many_items', 'token_invalid', 'token_expired', 'watch_unavailable'],
  example: {
    body: {
      items: [{ product: 'python', version: '3.8' }],
      cves: ['CVE-2021-44228'],
      packages: ['pkg:npm/lodash@4.17.20'],
    },
  },
});

function watchDepsOf({ nowMs, today, baseUrl, data, peek, metaOf, service }: RouteDeps): WatchDeps & MetaDeps {
  const { watchKeys } = service;
  return {
    ...{ nowMs, today, baseUrl, data, peek, metaOf },
    ring: watchKeys.ring,
    sealing: nodeSealing,
    nonce: () => watchKeys.nonce(),
    refreshOf: (id) => service.refreshOf(id),
  };
}
