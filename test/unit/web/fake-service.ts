import { vi } from 'vitest';

export interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

export interface FakeAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Stands in for the service: remembers what it is asked and answers what it is told. */
export function fakeService(answer: (asked: Asked) => FakeAnswer): Asked[] {
  const all: Asked[] = [];
  const fetch = (url: string, init: RequestInit) => {
    const asked = {
      method: init.method ?? 'GET',
      url,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    };
    all.push(asked);
    const { status = 200, body = null, headers = {} } = answer(asked);
    const text = status === 204 ? null : JSON.stringify(body);
    return Promise.resolve(new Response(text, { status, headers }));
  };
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  return all;
}

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}
