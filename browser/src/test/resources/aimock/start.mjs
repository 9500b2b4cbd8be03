// Starts the mock of many providers on a free port. What it says depends on the first words of the message it answers.
import { LLMock } from '@copilotkit/aimock';

const mock = new LLMock({ port: 0, logLevel: 'silent' });
const LONG = Array.from({ length: 600 }, (_, index) => `word-${index}`).join(' ');

/** What tools said since the last message of the person. */
function results(request) {
  const last = request.messages.findLastIndex((message) => message.role === 'user');
  return request.messages.slice(last + 1).filter((message) => message.role === 'tool');
}

/** Calls tools, and once they are done says what they said. Gemini knows no other reason to end for calls than `STOP`. */
function calls(words, ...toolCalls) {
  mock.onMessage(words, (request) => {
    const said = results(request);
    if (said.length < toolCalls.length) return { toolCalls, finishReason: 'stop' };
    return { content: said.map((one) => `The tool said: ${one.content}`).join('\n\n') };
  });
}

const WHOLE = { 'city ü': 'Ålesund', number: 3.5, list: [1, { deep: ['x', null, true] }], text: 'x'.repeat(250) };

mock.onMessage('tell me a story', { content: LONG }, { latency: 5, chunkSize: 40 });
mock.onMessage('tell me without end', { content: LONG }, { latency: 600, chunkSize: 10 });
calls('mirror it', { name: 'kit__mirror', arguments: JSON.stringify(WHOLE) });
calls('fail please', { name: 'kit__fail', arguments: '{}' });
calls('wait for it', { name: 'kit__wait', arguments: '{}' });
calls('mirror twice', { name: 'kit__mirror', arguments: '{"turn":1}' }, { name: 'kit__mirror', arguments: '{"turn":2}' });
calls('the same id', { name: 'kit__mirror', arguments: '{"same":"id"}', id: 'call_0' });
// One call after the other, until there were four.
mock.onMessage('one by one', (request) => {
  const done = results(request).length;
  return done < 4 ? { toolCalls: [{ name: 'kit__mirror', arguments: JSON.stringify({ step: done + 1 }) }], finishReason: 'stop' } : { content: 'All four are done.' };
});
mock.onMessage('too often', { error: { message: 'Quota of the mock is spent', type: 'rate_limit_error' }, status: 429, retryAfter: 0 });
mock.onMessage('broken', { error: { message: 'The mock has an inner problem', type: 'server_error' }, status: 500 });
mock.onMessage('haiku', { content: 'An old silent pond.' });
console.log('ready ' + (await mock.start()));
