// A server on the TypeScript SDK that serves the skills in a folder: skills.mjs <folder>
import { McpServer } from '@modelcontextprotocol/server';
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const skills = await loadSkills(process.argv[2]);

serveStdio(() => {
    const server = new McpServer({ name: 'skills', version: '1.0.0' });
    skills.attach(server);
    return server;
});
