/** Options of Node.js for processes that make much garbage: with room for it there is hardly anything to collect. */
export const roomy = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * Options for processes that live for seconds. Prisma's query compiler is 3 MB of WebAssembly: V8 would compile it a second time, for
 * speed that such a process never gains. Half of its CPU time went there.
 */
export const shortLived = ['--liftoff-only', ...roomy]
