// An MCP server on the TypeScript SDK that lets in whoever has a token of its authorization server, meant for it and
// with the right scope: `mcp:read` for everything, `mcp:write` for the tool `note`.
import crypto from 'node:crypto';
import http from 'node:http';
import { calculateJwkThumbprint, createRemoteJWKSet, EmbeddedJWK, jwtVerify } from 'jose';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';

const PROOF_SECONDS = 60;
const text = words => ({ content: [{ type: 'text', text: words }] });

const build = () => {
    const server = new McpServer({ name: 'protected', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.registerTool('whoami', {}, async ctx => text(ctx.http.authInfo.extra.who));
    server.registerTool('scopes', {}, async ctx => text(ctx.http.authInfo.scopes.join(' ')));
    server.registerTool('note', { inputSchema: z.object({ words: z.string() }) },
        async ({ words }) => text(`noted: ${words}`));
    return server;
};

/** A request is refused; `scheme` differs from the usual where a proof, and not the token, is to blame. */
class Refused extends Error {
    constructor(status, error, description, { scheme, scope, nonce } = {}) {
        super(description);
        Object.assign(this, { status, error, scheme, scope, nonce });
    }
}

const challenge = (refused, scheme, metadata) => {
    const said = { error: refused.error, error_description: refused.message || undefined, scope: refused.scope,
        resource_metadata: metadata, algs: scheme === 'DPoP' ? 'ES256' : undefined };
    return `${scheme} ` + Object.entries(said).filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}="${value}"`).join(', ');
};

/**
 * Listens on a free port of this machine.
 *
 * issuer: the authorization server
 * jwks, introspection: where it shows its keys; where it tells about tokens, to whom (`user`, `password`)
 * audience: what a token must be meant for, if that is not the URL of the server
 * dpop: whether only tokens that are bound to a key are let in; dpopNonce: whether with a nonce of this server
 */
export const listen = async ({ issuer, jwks, introspection, audience, dpop, dpopNonce }) => {
    const seen = { let_in: 0, refused: {} };
    const proofs = new Set();
    const nonce = crypto.randomBytes(9).toString('base64url');
    const keys = createRemoteJWKSet(new URL(jwks));
    const mcp = toNodeHandler(createMcpHandler(build, { legacy: 'stateless' }));
    let url;
    let metadata;

    const describe = async token => {
        if (token.split('.').length === 3 && !introspection.always) {
            const { payload } = await jwtVerify(token, keys, { issuer, clockTolerance: 0 });
            return payload;
        }
        const response = await fetch(introspection.url, {
            method: 'POST',
            headers: { authorization: `Basic ${btoa(`${introspection.user}:${introspection.password}`)}` },
            body: new URLSearchParams({ token })
        });
        if (response.status !== 200) {
            throw new Error(`introspection says ${response.status}`);
        }
        return response.json();
    };

    const checkProof = async (request, token, jkt) => {
        const proof = request.headers.dpop;
        const bad = words => new Refused(401, 'invalid_dpop_proof', words, { scheme: 'DPoP' });
        const verified = await jwtVerify(proof ?? '', EmbeddedJWK, { typ: 'dpop+jwt', algorithms: ['ES256'] })
            .catch(() => { throw bad('no proof, or not signed as it should be'); });
        const { htm, htu, ath, iat, jti, nonce: shown } = verified.payload;
        if (htm !== request.method || htu !== url || typeof jti !== 'string') {
            throw bad('a proof for another request');
        }
        if (Math.abs(Date.now() / 1000 - iat) > PROOF_SECONDS || proofs.has(jti)) {
            throw bad('an old proof');
        }
        if (ath !== crypto.createHash('sha256').update(token).digest('base64url')) {
            throw bad('a proof for another token');
        }
        if (dpopNonce && shown !== nonce) {
            throw new Refused(401, 'use_dpop_nonce', 'a nonce is wanted', { scheme: 'DPoP', nonce });
        }
        proofs.add(jti);
        if (await calculateJwkThumbprint(verified.protectedHeader.jwk) !== jkt) {
            throw new Refused(401, 'invalid_token', 'bound to another key');
        }
    };

    const admit = async request => {
        const [, scheme, token] = /^(Bearer|DPoP) (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
        if (token === undefined) {
            throw new Refused(401, undefined, '', { scope: 'mcp:read' });
        }
        const known = await describe(token).catch(() => ({ active: false }));
        if (known.active === false || known.exp <= Date.now() / 1000) {
            throw new Refused(401, 'invalid_token', 'expired, revoked or never issued');
        }
        if (![known.aud].flat().includes(audience ?? url)) {
            throw new Refused(401, 'invalid_token', 'meant for somebody else');
        }
        const bound = known.cnf?.jkt;
        if ((scheme.toLowerCase() === 'dpop') !== (bound !== undefined) || (dpop && bound === undefined)) {
            throw new Refused(401, 'invalid_token', bound ? 'bound to a key' : 'not bound to a key');
        }
        if (bound !== undefined) {
            await checkProof(request, token, bound);
        }
        const scopes = known.scope?.split(' ') ?? [];
        if (!scopes.includes('mcp:read')) {
            throw new Refused(403, 'insufficient_scope', '', { scope: 'mcp:read' });
        }
        const who = known.preferred_username ?? known.username ?? known.sub ?? known.client_id;
        return { token, clientId: known.client_id, scopes, extra: { who } };
    };

    const checkScope = (auth, message) => {
        const writes = message?.method === 'tools/call' && message.params?.name === 'note';
        if (writes && !auth.scopes.includes('mcp:write')) {
            throw new Refused(403, 'insufficient_scope', '', { scope: 'mcp:read mcp:write' });
        }
    };

    const refuse = (response, refused) => {
        const name = refused.error ?? 'no_token';
        seen.refused[name] = (seen.refused[name] ?? 0) + 1;
        const scheme = refused.scheme ?? (dpop ? 'DPoP' : 'Bearer');
        response.writeHead(refused.status, {
            'www-authenticate': challenge(refused, scheme, metadata),
            ...(refused.nonce && { 'dpop-nonce': refused.nonce })
        }).end();
    };

    const answer = async (request, response) => {
        const { pathname } = new URL(request.url, url);
        if (pathname === '/.well-known/oauth-protected-resource/mcp') {
            response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({
                resource: url,
                authorization_servers: [issuer],
                scopes_supported: ['mcp:read', 'mcp:write'],
                bearer_methods_supported: ['header'],
                ...(dpop && { dpop_bound_access_tokens_required: true, dpop_signing_alg_values_supported: ['ES256'] })
            }));
        } else if (pathname === '/seen') {
            response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(seen));
        } else if (pathname !== '/mcp') {
            response.writeHead(404).end();
        } else {
            request.auth = await admit(request);
            const body = request.method === 'POST' ? JSON.parse(await read(request)) : undefined;
            checkScope(request.auth, body);
            seen.let_in++;
            await mcp(request, response, body);
        }
    };

    const server = http.createServer((request, response) => answer(request, response).catch(failure => {
        if (failure instanceof Refused) {
            refuse(response, failure);
        } else {
            console.error(failure);
            response.writeHead(500).end();
        }
    }));
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${server.address().port}`;
    url = `${origin}/mcp`;
    metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    return { origin, url };
};

const read = async request => {
    let words = '';
    for await (const part of request.setEncoding('utf8')) {
        words += part;
    }
    return words;
};

/** Says that everything listens, and does not outlive whoever started it. */
export const ready = facts => {
    process.stdout.write(`\nready ${JSON.stringify(facts)}\n`);
    process.stdin.on('end', () => process.exit()).resume();
};

export const settings = () => JSON.parse(process.env.SETTINGS ?? '{}');
