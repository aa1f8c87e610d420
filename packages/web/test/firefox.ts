/** Firefox without a window, driven over WebDriver BiDi: the protocol that it speaks by itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../test/tools.js';

const START_MS = 60_000;
/** No page at the start, and no processes for pages that may come. */
const PREFERENCES = `user_pref("browser.startup.page", 0);
user_pref("browser.newtabpage.enabled", false);
user_pref("dom.ipc.processPrelaunch.enabled", false);
`;

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly message?: string;
  readonly result?: Readonly<Record<string, unknown>>;
}

export class Firefox {
  private readonly socket: WebSocket;
  private readonly stop: () => Promise<void>;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private context = '';
  private last = 0;

  private constructor(socket: WebSocket, stop: () => Promise<void>) {
    this.socket = socket;
    this.stop = stop;
    socket.addEventListener('message', ({ data }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that the protocol gives
      const answer = JSON.parse(String(data)) as Answer;
      this.waiting.get(answer.id ?? 0)?.(answer);
    });
  }

  static async start(): Promise<Firefox> {
    const path = findProgram('firefox-esr', 'firefox') ?? '';
    const profile = mkdtempSync(join(tmpdir(), 'curp-firefox-'));
    writeFileSync(join(profile, 'user.js'), PREFERENCES);
    const args = ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote'];
    const child = spawn(path, args, { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(child, 'exit');
    const stop = async (): Promise<void> => {
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    const address = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('Firefox did not start in time')), START_MS);
      let said = '';
      child.stderr.on('data', (text: Buffer) => {
        said += String(text);
        const [, found] = /BiDi listening on (ws:\S+)/.exec(said) ?? [];
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      });
    });
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    const firefox = new Firefox(socket, stop);
    await firefox.send('session.new', { capabilities: {} });
    const { contexts } = await firefox.send('browsingContext.getTree', {});
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that the protocol gives
    firefox.context = (contexts as { readonly context: string }[])[0]?.context ?? '';
    return firefox;
  }

  async setSize(width: number, height: number): Promise<void> {
    await this.send('browsingContext.setViewport', { context: this.context, viewport: { width, height } });
  }

  async go(url: string): Promise<void> {
    await this.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  /** Returns the value of an expression in the page, which must be a text. */
  async text(expression: string): Promise<string> {
    const { result, exceptionDetails } = await this.evaluate(`String(${expression})`);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return String(Object(result)['value']);
  }

  /** Gives files of this machine to an input. */
  async setFiles(selector: string, files: readonly string[]): Promise<void> {
    const { result } = await this.evaluate(`document.querySelector(${JSON.stringify(selector)})`);
    const element = { sharedId: String(Object(result)['sharedId']) };
    await this.send('input.setFiles', { context: this.context, element, files });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.stop();
  }

  private async evaluate(expression: string): Promise<Readonly<Record<string, unknown>>> {
    return this.send('script.evaluate', { expression, target: { context: this.context }, awaitPromise: true });
  }

  private async send(method: string, params: unknown): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.last;
    const answer = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { type, message = '', result = {} } = await answer;
    this.waiting.delete(id);
    if (type !== 'success') throw new Error(`${method}: ${message}`);
    return result;
  }
}
