/** Options of Node.js that make garbage collection rare. */
export const roomy = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * Options for processes of a few seconds. Without them V8 would optimise Prisma's 3 MB of WebAssembly, half
 * of the process's CPU time.
 */
export const shortLived = ['--liftoff-only', ...roomy]
