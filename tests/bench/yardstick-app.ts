import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { findFreePort } from '#server/local/free-port.ts'
import { type Part, startPart } from '#server/local/part.ts'
import { runProgram } from '#server/local/run-program.ts'

const root = path.join(import.meta.dirname, '..', '..')
const sources = path.join(import.meta.dirname, 'yardstick-app')
// Always inside the project, to find its packages.
const place = path.join(root, '.local', 'yardstick-app')
const require = createRequire(import.meta.url)
const next = require.resolve('next/dist/bin/next')
const settings = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }

/** Builds the minimal Next application for comparison, unless built. */
export async function buildYardstickApp(): Promise<void> {
  const hash = createHash('sha256').update(readFileSync(require.resolve('next/package.json')))
  for (const file of globSync('**/*', { cwd: sources }).sort()) {
    const full = path.join(sources, file)
    if (statSync(full).isFile()) hash.update(`\n${file}\n`).update(readFileSync(full))
  }
  const wanted = hash.digest('hex')
  const stamp = path.join(place, '.next', 'built-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the bare Next application that the product is measured against.')
  rmSync(place, { recursive: true, force: true })
  cpSync(sources, place, { recursive: true })
  if ((await runProgram(process.execPath, [next, 'build', place], settings)) !== 0)
    throw new Error('The bare Next application could not be built: the lines above say why.')
  writeFileSync(stamp, wanted)
}

/** Runs `next start`. `env` is for its plain build of a gift's path. */
export async function startYardstickApp(options: {
  dataDir: string
  bodies: string
  databaseUrl: string
  env?: Record<string, string>
}): Promise<Part & { origin: string }> {
  const { dataDir, bodies, databaseUrl, env } = options
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const part = await startPart({
    name: 'yardstick',
    command: process.execPath,
    args: [next, 'start', place, '-H', '127.0.0.1', '-p', String(port)],
    env: { ...settings, ...env, YARDSTICK_BODIES: bodies, YARDSTICK_DATABASE_URL: databaseUrl },
    dataDir,
    graceMs: 5_000,
    answers: origin,
  })
  return { ...part, origin }
}
