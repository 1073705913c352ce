// Mastra in one conversation: an agent with a memory, one thread of it.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { Memory } from '@mastra/memory';
import { z } from 'zod';
import { content, sized, talk } from './talking.mjs';

const [url, provider] = process.argv.slice(2);
const settings = { name: 'fake', baseURL: `${url}/v1`, apiKey: 'any' };
const model = {
  compatible: () => createOpenAICompatible(settings)('gpt-5.4-mini'),
  anthropic: () => createAnthropic(settings)('claude-sonnet-5'),
}[provider]();

const inputSchema = z.object({ path: z.string() });
const tools = {
  read: createTool({
    id: 'read', description: 'Read a file.', inputSchema,
    execute: ({ path }, { abortSignal }) => content(path, abortSignal),
  }),
  size: createTool({
    id: 'size', description: 'Tell the size of a file.', inputSchema, execute: async ({ path }) => sized(path),
  }),
};
const agent = new Agent({
  id: 'reader', name: 'reader', instructions: 'You read files.', model, tools,
  memory: new Memory({ storage: new InMemoryStore() }),
});

await talk(async (prompt, stream, abortSignal) => {
  const options = { memory: { thread: 't', resource: 'u' }, maxSteps: 10, abortSignal };
  const made = await (stream ? agent.stream(prompt, options) : agent.generate(prompt, options));
  const said = await made.text;
  const error = await made.error;
  if (error) throw error;
  if (abortSignal.aborted) throw abortSignal.reason;
  return said;
});
