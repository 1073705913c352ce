// Vercel's `ai` in one conversation.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  AbstractChat, convertToModelMessages, generateText, isStepCount, streamText, tool, toUIMessageStream,
} from 'ai';
import { z } from 'zod';
import { content, sized, talk } from './talking.mjs';

const [url, provider, style, ignoreIncompleteToolCalls] = process.argv.slice(2);
const settings = { name: 'fake', baseURL: `${url}/v1`, apiKey: 'any' };
const model = {
  compatible: () => createOpenAICompatible(settings)('gpt-5.4-mini'),
  openai: () => createOpenAI(settings)('gpt-5.4-mini'),
  anthropic: () => createAnthropic(settings)('claude-sonnet-5'),
}[provider]();

const inputSchema = z.object({ path: z.string() });
const tools = {
  read: tool({
    description: 'Read a file.', inputSchema,
    execute: ({ path }, { abortSignal }) => content(path, abortSignal),
  }),
  size: tool({ description: 'Tell the size of a file.', inputSchema, execute: ({ path }) => sized(path) }),
};
const loop = { model, tools, stopWhen: isStepCount(10), onError: () => {} };

// The list of model messages of the documentation: what the user said, and `responseMessages` of each call.
function list() {
  const messages = [];
  return async (prompt, stream, abortSignal) => {
    messages.push({ role: 'user', content: prompt });
    const result = (stream ? streamText : generateText)({ ...loop, messages, abortSignal });
    const made = await result;
    if (stream) {
      for await (const part of made.fullStream) if (part.type === 'error') throw part.error;
    }
    messages.push(...(await made.responseMessages));
    return made.text;
  };
}

class State {
  constructor() { this.messages = []; this.status = 'ready'; this.error = undefined; }
  pushMessage(message) { this.messages = [...this.messages, message]; }
  popMessage() { this.messages = this.messages.slice(0, -1); }
  replaceMessage(index, message) { this.messages = this.messages.with(index, message); }
  snapshot(thing) { return structuredClone(thing); }
}

class Chat extends AbstractChat {}

// The chat that is under `useChat`, and a transport that does what the route of the documentation does.
function chat() {
  const options = ignoreIncompleteToolCalls ? { tools, ignoreIncompleteToolCalls: true } : { tools };
  const transport = {
    async sendMessages({ messages, abortSignal }) {
      const given = await convertToModelMessages(messages, options);
      const { stream } = streamText({ ...loop, messages: given, abortSignal });
      return toUIMessageStream({ stream, onError: String });
    },
  };
  const state = new State();
  const made = new Chat({ state, transport });
  return async (prompt, _, abortSignal) => {
    state.error = undefined;
    abortSignal.addEventListener('abort', () => made.stop());
    await made.sendMessage({ text: prompt });
    if (state.error) throw state.error;
    if (abortSignal.aborted) throw abortSignal.reason;
    const parts = state.messages.at(-1).parts;
    return parts.filter(part => part.type === 'text').map(part => part.text).join('');
  };
}

await talk(style === 'chat' ? chat() : list());
