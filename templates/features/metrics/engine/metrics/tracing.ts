import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { NextFunction, Request, Response } from 'express';
import type { EndedStatement } from '../database/trace-statement.js';
import type { Stop } from '../service/project.js';
import { operationOf } from './operation.js';

/** Spans of the service's work. This file is only loaded where tracing is on. */
export interface Tracing {
  /** Handles the rest of a request within its span, a child of the caller's if there is one. */
  request(request: Request, response: Response, next: NextFunction): void;
  /** A child of the current span; nothing without one. */
  statement(ended: EndedStatement): void;
  /** Sends remaining spans. */
  readonly stop: Stop;
}

/** Sends spans to a collector, and propagates the trace context with `fetch`. */
export function startTracing(collector: string, database: 'sqlite' | 'postgres'): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${collector}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: describeService(),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  // The callers' baggage is left out: it would leak to other services.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  const tracer = provider.getTracer('crudgen');
  subscribe(FETCH, passOn);
  const system = database === 'sqlite' ? 'sqlite' : 'postgresql';
  return {
    request(request, response, next) {
      const caller = propagation.extract(context.active(), request.headers);
      const { method, path, requestId } = request;
      const attributes = {
        'http.request.method': method,
        'url.path': path,
        'crudgen.request_id': requestId,
      };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller);
      response.once('close', () => end(span, request, response));
      context.with(trace.setSpan(caller, span), next);
    },
    statement({ sql, ms, failed }) {
      if (!trace.getActiveSpan()) return;
      const now = Date.now();
      const attributes = { 'db.system.name': system, 'db.query.text': sql };
      const way = { kind: SpanKind.CLIENT, startTime: now - ms, attributes };
      const span = tracer.startSpan(operationOf(sql).toUpperCase(), way);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(now);
    },
    async stop() {
      unsubscribe(FETCH, passOn);
      await provider.shutdown();
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

/** Only now are the route and the status known. */
function end(span: Span, { method, pattern }: Request, { statusCode }: Response): void {
  span.setAttribute('http.response.status_code', statusCode);
  if (pattern !== undefined)
    span.updateName(`${method} ${pattern}`).setAttribute('http.route', pattern);
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence. */
const describeService = () =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'service' }))
    .merge(detectResources({ detectors: [envDetector] }));

/** The channel on which Node.js announces requests of `fetch`. */
const FETCH = 'undici:request:create';

function passOn(message: unknown): void {
  const { request } = message as { request: { addHeader(name: string, value: string): void } };
  propagation.inject(context.active(), request, {
    set: (carrier, name, value) => carrier.addHeader(name, value),
  });
}
