import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'rolldown'

const root = path.join(import.meta.dirname, '..', '..')

/**
 * Makes one file of the service worker, which web serves as /sw.js: the last step of a build. It names the build, so that
 * browsers find a new worker whenever the pages are new.
 * @throws Error when it can not be made
 */
export async function buildServiceWorker(): Promise<void> {
  const buildId = path.join(root, '.next', 'BUILD_ID')
  if (!existsSync(buildId))
    throw new Error('The pages are built before the service worker: run "next build".')
  const file = path.join(root, '.next', 'worker', 'sw.js')
  const mark = createHash('sha256').update(readFileSync(buildId)).digest('hex').slice(0, 12)
  await build({
    input: path.join(root, 'lib', 'client', 'offline', 'worker.ts'),
    platform: 'browser',
    logLevel: 'warn',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: {
      file,
      format: 'iife',
      minify: true,
      sourcemap: false,
    },
  })
  appendFileSync(file, `\n// ${mark}\n`)
}

if (import.meta.main) await buildServiceWorker()
