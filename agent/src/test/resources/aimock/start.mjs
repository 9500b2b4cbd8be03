// Starts the mock of many providers on a free port, with the given answers.
import { LLMock } from '@copilotkit/aimock';

const mock = new LLMock({ port: 0, logLevel: 'silent' });
mock.loadFixtureFile(process.argv[2]);
console.log('ready ' + (await mock.start()));
