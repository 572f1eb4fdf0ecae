import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'rolldown'

const root = path.join(import.meta.dirname, '..', '..')
const built = path.join(root, '.next')

/** Builds the service worker. It ends with the build id, so that browsers notice new pages. */
export async function finishBuild(): Promise<void> {
  if (!existsSync(path.join(built, 'BUILD_ID')))
    throw new Error('The pages are built before: run "next build".')
  const file = path.join(built, 'worker', 'sw.js')
  await build({
    input: path.join(root, 'lib', 'client', 'offline', 'worker.ts'),
    platform: 'browser',
    logLevel: 'warn',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { file, format: 'iife', minify: true, sourcemap: false },
  })
  const mark = createHash('sha256').update(readFileSync(path.join(built, 'BUILD_ID')))
  appendFileSync(file, `\n// ${mark.digest('hex').slice(0, 12)}\n`)
}

if (import.meta.main) await finishBuild()
