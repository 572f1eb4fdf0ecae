import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'rolldown'

const root = path.join(import.meta.dirname, '..', '..')
const built = path.join(root, '.next')
const pack = promisify(brotliCompress)

/** The last step of a build, after the pages: the service worker, and scripts and styles as Brotli. */
export async function finishBuild(): Promise<void> {
  if (!existsSync(path.join(built, 'BUILD_ID')))
    throw new Error('The pages are built before: run "next build".')
  await Promise.all([buildServiceWorker(), packFiles()])
}

/** One file, which web serves as /sw.js. It names the build, so that browsers find a new worker whenever the pages are new. */
async function buildServiceWorker(): Promise<void> {
  const file = path.join(built, 'worker', 'sw.js')
  await build({
    input: path.join(root, 'lib', 'client', 'offline', 'worker.ts'),
    platform: 'browser',
    logLevel: 'warn',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { file, format: 'iife', minify: true, sourcemap: false },
  })
  const mark = createHash('sha256')
    .update(readFileSync(path.join(built, 'BUILD_ID')))
    .digest('hex')
    .slice(0, 12)
  appendFileSync(file, `\n// ${mark}\n`)
}

/** Served by lib/web/front/packed-files.ts. Packing as well as this takes too long to be done for each request. */
async function packFiles(): Promise<void> {
  const from = path.join(built, 'static')
  const to = path.join(built, 'packed')
  rmSync(to, { recursive: true, force: true })
  const names = globSync('**/*.{js,css}', { cwd: from })
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(path.join(from, name))
      const options = {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      }
      const file = path.join(to, `${name}.br`)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, await pack(bytes, options))
    }),
  )
}

if (import.meta.main) await finishBuild()
