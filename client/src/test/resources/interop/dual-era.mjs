// A server on the TypeScript SDK that speaks every revision. With --modern-only it refuses the older ones, with --http
// it is reached by URL, where it knows no sessions.
import http from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
    acceptedContent, createMcpHandler, inputRequired, inputResponse, McpServer, ResourceTemplate
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/v4';

const text = words => ({ content: [{ type: 'text', text: words }] });
const COUNTER = 'memo://counter';

// Over HTTP every request meets a server of its own, so that this is all they share.
const learned = new Set();
let cancelled = 0;
let reads = 0;
let handler;

const build = context => {
    const server = new McpServer(
        { name: 'dual-era', version: '1.0.0', title: 'Dual era' },
        {
            capabilities: {
                tools: { listChanged: true },
                prompts: { listChanged: true },
                resources: { subscribe: true, listChanged: true },
                logging: {}
            },
            instructions: 'Greet first.',
            cacheHints: { 'resources/read': { ttlMs: 60_000, cacheScope: 'private' } }
        }
    );

    server.registerTool('greet', { description: 'Greets', inputSchema: z.object({ name: z.string() }) },
        async ({ name }) => text(`Hello ${name} (${context.era})`));

    server.registerTool('measure', {
        inputSchema: z.object({ word: z.string() }),
        outputSchema: z.object({ length: z.number().int(), letters: z.array(z.string()) })
    }, async ({ word }) => {
        const structuredContent = { length: word.length, letters: [...word] };
        return { ...text(JSON.stringify(structuredContent)), structuredContent };
    });

    server.registerTool('fail', {}, async () => {
        throw new Error('this tool always fails');
    });

    server.registerTool('count', { inputSchema: z.object({ to: z.number().int() }) }, async ({ to }, ctx) => {
        const progressToken = ctx.mcpReq._meta?.progressToken;
        for (let progress = 1; progress <= to; progress++) {
            if (progressToken !== undefined) {
                await ctx.mcpReq.notify({
                    method: 'notifications/progress',
                    params: { progressToken, progress, total: to, message: `at ${progress}` }
                });
            }
            await ctx.mcpReq.log('info', `counted ${progress}`, 'counter');
        }
        return text(`counted to ${to}`);
    });

    server.registerTool('wait', {}, async ctx => {
        const progressToken = ctx.mcpReq._meta?.progressToken;
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
        await new Promise(resolve => ctx.mcpReq.signal.addEventListener('abort', resolve, { once: true }));
        cancelled++;
        return text('nobody will read this');
    });

    server.registerTool('cancellations', {}, async () => text(String(cancelled)));

    // Two rounds: the size, then a confirmation; what was said first travels in the state of the request.
    server.registerTool('order', { inputSchema: z.object({ dish: z.string() }) }, async ({ dish }, ctx) => {
        const answers = ctx.mcpReq.inputResponses;
        const size = acceptedContent(answers, 'size')?.size ?? ctx.mcpReq.requestState();
        if (size === undefined) {
            if (inputResponse(answers, 'size').kind !== 'missing') {
                return text('no size, no order');
            }
            return inputRequired({
                inputRequests: {
                    size: inputRequired.elicit({
                        message: `Which size of ${dish}?`,
                        requestedSchema: z.object({ size: z.enum(['small', 'large']) })
                    })
                }
            });
        }
        const confirmed = acceptedContent(answers, 'confirm');
        if (confirmed === undefined) {
            return inputRequired({
                requestState: size,
                inputRequests: {
                    confirm: inputRequired.elicit({
                        message: `Order ${size} ${dish}?`,
                        requestedSchema: z.object({ sure: z.boolean() })
                    })
                }
            });
        }
        return text(confirmed.sure ? `ordered: ${size} ${dish}` : 'not ordered');
    });

    // One round that asks for a model, the folders and a visit at once.
    server.registerTool('everyone', {}, async ctx => {
        const answers = ctx.mcpReq.inputResponses;
        if (answers?.model === undefined) {
            return inputRequired({
                inputRequests: {
                    model: inputRequired.createMessage({
                        messages: [{ role: 'user', content: { type: 'text', text: 'Say a word.' } }],
                        maxTokens: 10
                    }),
                    folders: inputRequired.listRoots(),
                    visit: inputRequired.elicitUrl({ message: 'Sign in', url: 'https://example.org/sign-in' })
                }
            });
        }
        return text(`${answers.model.content.text}; ${answers.folders.roots[0].name}; ${answers.visit.action}`);
    });

    server.registerPrompt('review', {
        description: 'Asks for a review',
        argsSchema: z.object({ code: z.string() })
    }, async ({ code }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Review ${code}` } }] }));

    server.registerPrompt('letter', { description: 'Asks whom to write to' }, async ctx => {
        const to = acceptedContent(ctx.mcpReq.inputResponses, 'to');
        if (to === undefined) {
            return inputRequired({
                inputRequests: {
                    to: inputRequired.elicit({ message: 'To whom?', requestedSchema: z.object({ name: z.string() }) })
                }
            });
        }
        return { messages: [{ role: 'user', content: { type: 'text', text: `Write to ${to.name}` } }] };
    });

    server.registerResource('counter', COUNTER, { mimeType: 'text/plain' }, async uri => {
        reads++;
        return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: `read ${reads}` }] };
    });
    server.registerResource('square', new ResourceTemplate('memo://square/{number}', {
        list: undefined,
        complete: { number: typed => ['1', '12', '123'].filter(known => known.startsWith(typed)) }
    }), {}, async (uri, { number }) => ({ contents: [{ uri: uri.href, text: String(number * number) }] }));

    if (context.era === 'legacy') {
        server.server.setRequestHandler('resources/subscribe', async () => ({}));
        server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
    }
    server.registerTool('touch', {}, async () => {
        if (handler === undefined) {
            await server.server.sendResourceUpdated({ uri: COUNTER });
        } else {
            handler.notify.resourceUpdated(COUNTER);
        }
        return text('touched');
    });
    const teach = name => server.registerTool(name, {}, async () => text(`I am ${name}`));
    learned.forEach(teach);
    server.registerTool('learn', { inputSchema: z.object({ name: z.string() }) }, async ({ name }) => {
        learned.add(name);
        if (handler === undefined) {
            teach(name);
        } else {
            handler.notify.toolsChanged();
        }
        return text('learned');
    });

    // The server itself refuses a call whose headers do not repeat these arguments.
    server.registerTool('locate', {
        inputSchema: z.object({
            region: z.string().meta({ 'x-mcp-header': 'Region' }),
            floor: z.number().int().meta({ 'x-mcp-header': 'Floor' }),
            precise: z.boolean().optional().meta({ 'x-mcp-header': 'Precise' })
        })
    }, async ({ region, floor }) => {
        const headers = context.requestInfo?.headers;
        const mirrored = ['Region', 'Floor', 'Precise'].map(name => headers?.get(`Mcp-Param-${name}`) ?? '-');
        return text(`${region}, floor ${floor}; in headers: ${mirrored.join(' ')}`);
    });
    return server;
};

const modernOnly = process.argv.includes('--modern-only');
if (process.argv.includes('--http')) {
    handler = createMcpHandler(build, { legacy: modernOnly ? 'reject' : 'stateless' });
    http.createServer(toNodeHandler(handler)).listen();
} else {
    serveStdio(build, { legacy: modernOnly ? 'reject' : 'serve' });
}
