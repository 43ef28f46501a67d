// One seat's live connection: says hello with what it has, asks again when the line breaks, waits longer each time.
import type { Ask, Refusal, ServerMessage } from './types';

export type StateMessage = Extract<ServerMessage, { type: 'state' }>;
/** A request without its reference, which the line adds. */
export type Request = Ask extends infer A ? (A extends { ref: number } ? Omit<A, 'ref'> : never) : never;

export interface LiveEvents {
  state(message: StateMessage): void;
  /** Open, or lost and being tried again. */
  line(open: boolean): void;
  /** Refused for good: a wrong token, or no such game. */
  refused(refusal: Refusal): void;
  /** The version of the last state this client has, 0 for none. */
  since(): number;
  /** Whether somebody looks at this client now. */
  reads(): boolean;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(refusal: Refusal): void;
}

/** Trying again does not help against these. */
const FINAL = new Set(['UnknownGame', 'WrongToken', 'SeatMoved', 'NoToken', 'StrangeOrigin', 'ScenarioChanged']);

/** Milliseconds before try number `n`, with some chance in it so that many pages do not all knock at once. */
export function backoff(n: number, random = Math.random): number {
  return Math.min(15_000, 400 * 2 ** Math.min(n, 6)) * (0.7 + 0.6 * random());
}

export class Live {
  #socket: WebSocket | undefined;
  #waiting = new Map<number, Waiting>();
  #ref = 0;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly url: string,
    readonly token: string,
    readonly events: LiveEvents,
  ) {
    this.#open();
  }

  #open(): void {
    if (this.#closed) return;
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ hello: { token: this.token, since: this.events.since() } }));
      if (!this.events.reads()) this.look();
    };
    socket.onmessage = (event) => this.#take(String(event.data));
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#drop();
      this.events.line(false);
      if (!this.#closed) this.#timer = setTimeout(() => this.#open(), backoff(this.#tries++));
    };
  }

  #take(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === 'state') {
      this.#tries = 0;
      this.events.line(true);
      this.events.state(message);
    } else if (message.type === 'answer') {
      const ref = message.ref ?? 0;
      const waiting = this.#waiting.get(ref);
      this.#waiting.delete(ref);
      if (message.error) waiting?.reject(message.error);
      else waiting?.resolve(message.ok);
    } else if (message.type === 'refused') {
      // A server that has too much to do, or that is closing, is asked again later: it hangs up after this.
      if (!FINAL.has(message.error.code)) return;
      this.close();
      this.events.refused(message.error);
    }
  }

  /** Nobody will answer what was asked on a line that is gone. */
  #drop(): void {
    const lost: Refusal = { code: 'Offline', cite: '', why: 'The connection was lost; trying again.' };
    for (const waiting of this.#waiting.values()) waiting.reject(lost);
    this.#waiting.clear();
  }

  ask<T>(request: Request): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const socket = this.#socket;
      if (!socket || socket.readyState !== WebSocket.OPEN) {
        reject({
          code: 'Offline',
          cite: '',
          why: 'There is no connection to the server at the moment.',
        } satisfies Refusal);
        return;
      }
      const ref = ++this.#ref;
      this.#waiting.set(ref, { resolve: (answer) => resolve(answer as T), reject });
      socket.send(JSON.stringify({ ref, ...request }));
    });
  }

  /** Says whether somebody looks. On a line that is lost it is said when it is open again. */
  look(): void {
    this.ask({ do: 'look', reads: this.events.reads() }).catch(() => undefined);
  }

  /** Tries at once: the reader has come back to the page or to the network. */
  wake(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    this.#tries = 0;
    this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = undefined;
    this.#drop();
  }
}
