// The authorization server `oidc-provider`, and beside it a server that accepts its tokens. What it does by default it
// does here; `SETTINGS` says what differs.
import crypto from 'node:crypto';
import http from 'node:http';
import Provider, { errors } from 'oidc-provider';
import { listen, ready, settings } from './protected-server.mjs';

const given = {
    accessTokenSeconds: 300, tokenFormat: 'opaque', dpop: false, dpopNonce: false, clients: [], documents: {},
    ...settings()
};
const introspector = { user: 'protected-server', password: crypto.randomBytes(24).toString('base64url') };
const seen = { grants: {}, errors: [], registrations: 0, authorizations: 0, revoked: 0, grantIds: new Set() };

const server = http.createServer();
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const resource = await listen({
    issuer,
    jwks: `${issuer}/jwks`,
    introspection: { url: `${issuer}/token/introspection`, ...introspector },
    dpop: given.dpop,
    dpopNonce: given.dpopNonce
});

/** Reads client documents, which always have an https URL, from where a test serves them. */
const fetchDocument = (url, { dispatcher, ...options }) => fetch(given.documents[url] ?? url, options);

const provider = new Provider(issuer, {
    clients: [{
        client_id: introspector.user,
        client_secret: introspector.password,
        redirect_uris: [],
        response_types: [],
        grant_types: []
    }, ...given.clients],
    jwks: { keys: [key('RSA', 'RS256'), key('EC', 'ES256')] },
    cookies: { keys: [crypto.randomBytes(24).toString('base64url')] },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    scopes: ['openid', 'offline_access', 'mcp:read', 'mcp:write'],
    pkce: { required: () => true },
    rotateRefreshToken: () => true,
    fetch: fetchDocument,
    features: {
        clientCredentials: { enabled: true },
        clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
        dPoP: { enabled: true, nonceSecret: crypto.randomBytes(32), requireNonce: () => given.dpopNonce },
        introspection: { enabled: true, allowedPolicy: (ctx, client) => client.clientId === introspector.user },
        registration: { enabled: true },
        resourceIndicators: {
            enabled: true,
            getResourceServerInfo(ctx, indicator) {
                if (indicator !== resource.url) {
                    throw new errors.InvalidTarget();
                }
                return {
                    audience: resource.url,
                    scope: 'mcp:read mcp:write',
                    accessTokenFormat: given.tokenFormat,
                    accessTokenTTL: given.accessTokenSeconds
                };
            }
        },
        revocation: { enabled: true }
    }
});

provider.on('grant.success', ctx => {
    const type = ctx.oidc.params.grant_type;
    seen.grants[type] = (seen.grants[type] ?? 0) + 1;
    if (ctx.oidc.entities.Grant) {
        seen.grantIds.add(ctx.oidc.entities.Grant.jti);
    }
});
provider.on('registration_create.success', () => seen.registrations++);
provider.on('authorization.success', () => seen.authorizations++);
provider.on('grant.revoked', () => seen.revoked++);
for (const name of ['grant', 'authorization', 'registration_create', 'revocation', 'introspection']) {
    provider.on(`${name}.error`, (ctx, error) => seen.errors.push(`${name}: ${error.error} ${error.error_detail ?? ''}`));
}
provider.on('server_error', (ctx, error) => console.error(error));

/** Takes back everything that anybody was granted, as an administrator may. */
const revokeAll = async () => {
    for (const id of seen.grantIds) {
        await Promise.all([provider.AccessToken.revokeByGrantId(id), provider.RefreshToken.revokeByGrantId(id)]);
        await (await provider.Grant.find(id))?.destroy();
    }
};

const answer = provider.callback();
server.on('request', async (request, response) => {
    if (request.method === 'GET' && request.url === '/seen') {
        response.writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ ...seen, grantIds: undefined }));
    } else if (request.method === 'POST' && request.url === '/revoke-all') {
        await revokeAll();
        response.writeHead(204).end();
    } else {
        answer(request, response);
    }
});
ready({ issuer, mcp: resource.url, mcpOrigin: resource.origin });

function key(type, alg) {
    const options = type === 'RSA' ? { modulusLength: 2048 } : { namedCurve: 'P-256' };
    const { privateKey } = crypto.generateKeyPairSync(type.toLowerCase(), options);
    return { ...privateKey.export({ format: 'jwk' }), alg, use: 'sig', kid: alg };
}
