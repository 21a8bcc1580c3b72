import { host, integer, type SettingReader } from '../settings/setting-values.js';

/** What the environment says of what is told. */
export interface MetricsSettings {
  /** Of a listener of its own; null without one. */
  readonly port: number | null;
  readonly host: string;
  /** What a reader must know; null where everybody reads who reaches the port. */
  readonly token: string | null;
  /** Milliseconds from which a statement is slow; 0 for never. */
  readonly slow: number;
  /** Where spans go; null for no tracing. */
  readonly collector: string | null;
}

/** Tells nobody anything. */
export const NOTHING: MetricsSettings = {
  port: null,
  host: '127.0.0.1',
  token: null,
  slow: 0,
  collector: null,
};

/** What the environment says of what is told. */
export const readSettings = (read: SettingReader['read']): MetricsSettings => ({
  port: read('METRICS_PORT', '', (text) => (text === '' ? null : integer(0, 65_535)(text))),
  host: read('METRICS_HOST', NOTHING.host, host),
  token: read('METRICS_TOKEN', '', (text) => (text === '' ? null : token(text))),
  slow: read('SLOW_QUERY_MS', '500', integer(0, 3_600_000)),
  collector: read('OTEL_EXPORTER_OTLP_ENDPOINT', '', (text) =>
    text === '' ? null : collector(text),
  ),
});

/** Neither of the two is said in what is wrong: both may be secret. */
function token(text: string): string {
  if (/^[\x21-\x7e]{16,}$/.test(text)) return text;
  throw new Error('expected at least 16 characters, without spaces');
}

function collector(text: string): string {
  if (/^https?:\/\/./.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new Error('expected a URL such as `http://localhost:4318`');
}
