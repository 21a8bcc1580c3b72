import { host, integer, type SettingReader } from '../settings/setting-values.js';

/** The settings of monitoring. */
export interface MetricsSettings {
  /** The port of a separate listener; null without one. */
  readonly port: number | null;
  readonly host: string;
  /** The token that readers need; null where everybody who reaches the port may read. */
  readonly token: string | null;
  /** Milliseconds from which a statement is slow; 0 for never. */
  readonly slow: number;
  /** The address that spans are sent to; null without tracing. */
  readonly collector: string | null;
}

/** Everything switched off. */
export const NOTHING: MetricsSettings = {
  port: null,
  host: '127.0.0.1',
  token: null,
  slow: 0,
  collector: null,
};

/** The settings of monitoring. */
export const readSettings = (read: SettingReader['read']): MetricsSettings => ({
  port: read('METRICS_PORT', '', (text) => (text === '' ? null : integer(0, 65_535)(text))),
  host: read('METRICS_HOST', NOTHING.host, host),
  token: read('METRICS_TOKEN', '', (text) => (text === '' ? null : token(text))),
  slow: read('SLOW_QUERY_MS', '500', integer(0, 3_600_000)),
  collector: read('OTEL_EXPORTER_OTLP_ENDPOINT', '', (text) =>
    text === '' ? null : collector(text),
  ),
});

/** Error messages contain neither of the two: both may be secret. */
function token(text: string): string {
  if (/^[\x21-\x7e]{16,}$/.test(text)) return text;
  throw new Error('expected at least 16 characters, without spaces');
}

function collector(text: string): string {
  if (/^https?:\/\/./.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new Error('expected a URL such as `http://localhost:4318`');
}
