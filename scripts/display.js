/** A virtual display, for scripts and tests without a screen. */
import { spawn } from 'node:child_process';

/** Xvfb picks a free display number and writes it to a pipe once it accepts clients. */
export async function virtualDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '2600x1500x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const displayNumber = /** @type {import('node:stream').Readable} */ (server.stdio[3]);
  const number = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', status => reject(new Error(`Xvfb ended with status ${status}.`)));
    displayNumber.once('data', data => resolve(String(data).trim()));
  });
  return { name: `:${number}`, close: () => server.kill() };
}
