import { ProxyTracerProvider, SpanKind, SpanStatusCode, trace, type Attributes, type Tracer } from '@opentelemetry/api';

/** What may be said of a step: names and codes of our own. Never a header, a key, a token, or who pays. */
export type StepFacts = Readonly<Record<`stackcheck.${string}`, string | number | boolean>>;

/** One step of a sale as a span. */
export interface Step<T> {
  /** e.g. `stackcheck.verify` */
  readonly name: `stackcheck.${string}`;
  readonly facts?: StepFacts;
  /** Whether another service is called. */
  readonly isCall?: boolean;
  /** What is known once it is done. */
  readonly factsOf?: (result: T) => StepFacts;
}

/** Spans of the steps of sales; those that are made inside another one are its children. */
export class Tracing {
  constructor(private readonly tracer: Tracer) {}

  /** Does a step inside a span. A fault is its class alone: messages may quote what others wrote. */
  step<T>({ name, facts, isCall, factsOf }: Step<T>, act: () => Promise<T>): Promise<T> {
    const options = { kind: isCall ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: facts as Attributes };
    return this.tracer.startActiveSpan(name, options, async (span) => {
      try {
        const result = await act();
        if (factsOf) span.setAttributes(factsOf(result) as Attributes);
        return result;
      } catch (error) {
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  /** The same of a step that takes no turn of the event loop. */
  moment<T>({ name, facts }: Pick<Step<T>, 'name' | 'facts'>, act: () => T): T {
    return this.tracer.startActiveSpan(name, { attributes: facts as Attributes }, (span) => {
      try {
        return act();
      } finally {
        span.end();
      }
    });
  }
}

/** Spans go to the SDK that was loaded before this program; undefined without one, and then nothing is wrapped and nothing costs. */
export function tracingOfProcess(): Tracing | undefined {
  const provider = trace.getTracerProvider();
  const isThere = !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('stackcheck') !== undefined;
  return isThere ? new Tracing(trace.getTracer('stackcheck')) : undefined;
}
