import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { finishBuild } from './finish-build.ts'
import { makeFaces } from './make-faces.ts'
import { runProgram, StopError } from './run-program.ts'

const root = path.join(import.meta.dirname, '..', '..')
const stamp = path.join(root, '.next', 'ngoma-sources')

// tsconfig.json is not a source, because Next rewrites it.
const sources = [
  '{app,components,lib,messages,public}/**/*',
  'prisma/schema/*.prisma',
  '{next.config,proxy,instrumentation*,postcss.config}.{ts,mjs}',
  'package{,-lock}.json',
  'server/local/{finish-build,make-faces}.ts',
]
const irrelevant = /(^lib\/core\/generated\/)|(^app\/\[locale\]\/faces\/)|(\.test\.tsx?$)/

const settings = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  LOG_LEVEL: 'error',
  // The build must not reach services; pages get data at their first request.
  DATABASE_URL: 'postgresql://127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  REDIS_SENTINELS: '',
}

/** Builds the pages, unless .next has the same sources. @throws StopError */
export async function buildWebIfStale(tell: (sentence: string) => void): Promise<void> {
  const hash = hashOfSources()
  const isBuilt = [stamp, path.join(root, '.next', 'BUILD_ID')].every((file) => existsSync(file))
  if (isBuilt && readFileSync(stamp, 'utf8') === hash) return
  tell('Building the web pages (a minute or so, only when something changed).')
  await makeFaces()
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const code = await runProgram(process.execPath, [next, 'build'], settings)
  if (code !== 0) throw new StopError('The web pages could not be built: the lines above say why.')
  await finishBuild()
  writeFileSync(stamp, hash)
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  for (const file of files) {
    const full = path.join(root, file)
    if (irrelevant.test(file) || !statSync(full).isFile()) continue
    hash.update(`\n${file}\n`).update(readFileSync(full))
  }
  return hash.digest('hex')
}
