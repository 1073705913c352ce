// One conversation over standard input: prompts come in as lines of JSON, what came of each goes out as one.
import { createInterface } from 'node:readline';

let interruption = null; // what the user would press: set while an interruption is awaited

// What the tool that reads a file returns; `hang.txt` waits until the user interrupts, `bad.txt` raises.
export function content(path, abortSignal) {
  if (path === 'bad.txt') throw new Error(`cannot read ${path}`);
  if (path !== 'hang.txt') return `alpha of ${path}`;
  return new Promise((_, reject) => {
    abortSignal?.addEventListener('abort', () => reject(abortSignal.reason));
    setTimeout(() => interruption?.(), 100);
  });
}

export const sized = path => `${path} has 9 bytes`;

// Answer each prompt by `ask(prompt, stream, abortSignal)`, until the input ends.
export async function talk(ask) {
  process.on('unhandledRejection', () => {});
  for await (const line of createInterface({ input: process.stdin })) {
    const { prompt, stream } = JSON.parse(line);
    const controller = new AbortController();
    interruption = () => controller.abort();
    let answer;
    try {
      const said = await ask(prompt, stream, controller.signal);
      answer = { said };
    } catch (error) {
      const fault = error?.lastError ?? error;
      answer = controller.signal.aborted ? { interrupted: true } : { error: fault?.name ?? 'Error', words: String(fault?.message ?? fault) };
    }
    process.stdout.write(JSON.stringify(answer) + '\n');
  }
  process.exit(0);
}
