import { clientAddress } from '@stackcheck/payment-http/request';
import type { ApiConfig } from '../config/config';
import { dryRunLimit } from '../http/dry-run-limit';
import { SERVER_LIMITS } from '../http/server';
import { McpEndpoint } from '../mcp/mcp-endpoint';
import { Protocol } from '../mcp/protocol';
import { ToolCalls } from '../mcp/tool-calls';
import { faultLine } from '../operations/fault-line';
import { requestLog } from '../operations/request-log';
import { RECORDED_ANSWERS } from '../published/context';
import { mcpServerInfo } from '../published/mcp-documents';
import type { ContainerOverrides } from './container-overrides';
import { paymentNotice } from './service-view';
import { provide, take, TOKENS, type Container } from './tokens';

/** How the Model Context Protocol is spoken: the same sale, limits and log as over HTTP. */
export function provideMcp(container: Container, config: ApiConfig, overrides: ContainerOverrides): void {
  provide(container, TOKENS.mcp, () => {
    const clock = take(container, TOKENS.clock);
    const { overload } = take(container, TOKENS.operations);
    const dryRuns = dryRunLimit(clock);
    const onUnexpected = (error: unknown): void =>
      take(container, TOKENS.logger).error({ event: 'unexpected', ...faultLine(error) });
    const calls = new ToolCalls({
      ...take(container, TOKENS.shared),
      sales: take(container, TOKENS.sales),
      recorded: RECORDED_ANSWERS,
      consumeDryRun: (client) => dryRuns.consume(client),
      onUnexpected,
    });
    return new McpEndpoint({
      protocol: new Protocol(calls, mcpServerInfo(config.baseUrl, paymentNotice(config))),
      baseUrl: config.baseUrl,
      clock,
      clientAddress: clientAddress(config.trustProxy),
      overload,
      budget: take(container, TOKENS.budget),
      accessLog: requestLog(take(container, TOKENS.logger), take(container, TOKENS.metrics)),
      bodyTimeoutMs: overrides.serverLimits?.paidBodyTimeoutMs ?? SERVER_LIMITS.paidBodyTimeoutMs,
      onUnexpected,
    });
  });
}
