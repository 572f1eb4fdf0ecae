/** Node.js options against garbage collection. */
export const roomy = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * Options for processes of a few seconds: V8 would optimise Prisma's 3 MB of WebAssembly, half of their CPU
 * time.
 */
export const shortLived = ['--liftoff-only', ...roomy]
