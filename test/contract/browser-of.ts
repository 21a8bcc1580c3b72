import { send, type Answer } from './http.js';

/** What a browser does without a page: it keeps cookies by host and follows redirects, except to one address. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** `headers` are what the browser, or its page, adds to each request. */
  constructor(private readonly headers: Readonly<Record<string, string>> = {}) {}

  async send(method: string, url: string, body?: unknown, token?: string): Promise<Answer> {
    const { hostname, origin, pathname, search } = new URL(url);
    const cookies = [...(this.#cookies.get(hostname) ?? [])].map((pair) => pair.join('='));
    const isForm = typeof body === 'string';
    const answer = await send(origin, method, pathname + search, {
      headers: {
        ...this.headers,
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(isForm ? { raw: body } : body !== undefined && { body }),
    });
    this.#keep(hostname, answer.headers['set-cookie'] ?? []);
    return answer;
  }

  #keep(hostname: string, lines: readonly string[]): void {
    const known = this.#cookies.get(hostname) ?? new Map<string, string>();
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) known.delete(name);
      else known.set(name, value);
    }
    this.#cookies.set(hostname, known);
  }

  /** The value of a cookie that somebody has put into this browser, or null. */
  get(hostname: string, name: string): string | null {
    return this.#cookies.get(hostname)?.get(name) ?? null;
  }

  set(hostname: string, name: string, value: string): void {
    this.#keep(hostname, [`${name}=${value}`]);
  }
}
