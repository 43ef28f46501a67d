import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { front } from './front';

export const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
/** For instance `target/release/schiltron serve`; a path is taken from the root of the repository. */
const COMMAND = process.env.SCHILTRON_SERVE ?? 'cargo run -q -p schiltron -- serve';

/** `dist`: the page is served from there and not by the program (see `front`). */
const PAGE = process.env.SCHILTRON_PAGE === 'dist';

/** What a process has worked, in milliseconds, if it belongs to a group of processes: a hundred ticks are a second. */
function labourOf(pid: string, group: number | undefined): number {
  try {
    // After the name, which may have spaces in it: state, parent, group; user's and system's ticks are the 14th and 15th of all.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(words[2]) === group ? (Number(words[11]) + Number(words[12])) * 10 : 0;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** A server with a data folder of its own, that can be killed and started again. */
export class Server {
  readonly data = mkdtempSync(join(tmpdir(), 'schiltron-e2e-'));
  /** Where the page is. */
  url = '';
  /** Where the program is: the same, unless the page is served from elsewhere. */
  #program = '';
  #child: ChildProcess | undefined;
  #front: Awaited<ReturnType<typeof front>> | undefined;

  /** The first start takes a free port; later ones take the same again, so that open pages find it. */
  async start(...more: string[]): Promise<void> {
    const port = this.#program ? new URL(this.#program).port : '0';
    const [program, ...words] = COMMAND.split(' ').filter(Boolean);
    const child = spawn(program!, [...words, '--port', port, '--data', this.data, ...more], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let said = '';
    this.#program = await new Promise<string>((found, lost) => {
      const listen = (chunk: Buffer) => {
        said += chunk.toString();
        const address = /https?:\/\/[\w.:[\]-]+/.exec(said);
        if (address) found(address[0].replace(/\/$/, ''));
      };
      child.stdout!.on('data', listen);
      child.stderr!.on('data', listen);
      child.once('exit', (code) =>
        lost(new Error(`the server ended with ${code} before it said its address:\n${said}`)),
      );
    });
    if (PAGE) this.#front ??= await front(this.#program);
    this.url = this.#front?.url ?? this.#program;
  }

  /**
   * How long processors have worked for it so far, in milliseconds. Nothing but captains who think takes much, and unlike the clock
   * this does not tell how busy the machine is otherwise.
   */
  laboured(): number {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.reduce((sum, pid) => sum + labourOf(pid, this.#child?.pid), 0);
  }

  /** As a power cut would end it. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    // `cargo run` has the server as its child: the whole group goes.
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  }

  async end(): Promise<void> {
    await this.kill();
    await this.#front?.close();
    rmSync(this.data, { recursive: true, force: true });
  }
}
