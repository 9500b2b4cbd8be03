// Imported before a server's own script: it listens on a free port of this machine instead of the one that it asks
// for, says which, and does not outlive whoever started it.
import net from 'node:net';

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...asked) {
    this.once('listening', () => process.stdout.write(`\nport ${this.address().port}\n`));
    return listen.call(this, { port: 0, host: '127.0.0.1' }, ...asked.filter(one => typeof one === 'function'));
};
process.stdin.on('end', () => process.exit()).resume();
