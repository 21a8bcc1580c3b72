import { Socket } from 'node:net';

const INSIDE: readonly (string | undefined)[] = [undefined, 'localhost', '127.0.0.1', '::1', ''];

/**
 * Refuses connections to other machines until the returned function is called: code that a proof calls must send no mail and charge no
 * card. `onRefused` gets the host.
 */
export function stayInside(
  allowed: readonly string[],
  onRefused: (host: string) => void,
): () => void {
  const prototype = Socket.prototype as { connect: (...given: unknown[]) => Socket };
  const { connect } = prototype;
  prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
    const host = hostIn(given);
    if (INSIDE.includes(host) || allowed.includes(host!)) return connect.apply(this, given);
    onRefused(host!);
    process.nextTick(() =>
      this.destroy(new Error(`a proof connects to no other machine: ${host}`)),
    );
    return this;
  };
  return () => {
    prototype.connect = connect;
  };
}

/** The host in the arguments of `connect`: an object, a port and a host, or a list of these. */
function hostIn(given: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
  if (typeof first === 'object' && first !== null)
    return (first as { readonly host?: string }).host;
  return typeof second === 'string' ? second : undefined;
}
