// The protected server alone, beside an authorization server that runs elsewhere.
import { listen, ready, settings } from './protected-server.mjs';

const { origin, url } = await listen(settings());
ready({ mcp: url, mcpOrigin: origin });
