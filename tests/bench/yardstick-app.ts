import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { findFreePort } from '#server/local/free-port.ts'
import { type Part, startPart } from '#server/local/part.ts'
import { runScript } from '#server/local/run-program.ts'

const sources = path.join(import.meta.dirname, 'yardstick-app')
// Always inside the project, to find its packages.
const place = path.join(import.meta.dirname, '..', '..', '.local', 'yardstick-app')
const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
const settings = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }

/** Builds the minimal Next application for comparison, unless built. */
async function buildYardstickApp(): Promise<void> {
  const hash = createHash('sha256').update(readFileSync(path.join(next, '..', '..', '..', 'package.json')))
  for (const file of globSync('**/*.{ts,tsx}', { cwd: sources }).sort())
    hash.update(`\n${file}\n`).update(readFileSync(path.join(sources, file)))
  const wanted = hash.digest('hex')
  const stamp = path.join(place, '.next', 'built-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the bare Next application that the product is measured against.')
  rmSync(place, { recursive: true, force: true })
  cpSync(sources, place, { recursive: true })
  await runScript(next, ['build', place], settings)
  writeFileSync(stamp, wanted)
}

/** Runs `next start`. @param env of its routes, which read only these */
export async function startYardstickApp(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Part & { origin: string }> {
  await buildYardstickApp()
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const part = await startPart({
    name: 'yardstick',
    command: process.execPath,
    args: [next, 'start', place, '-H', '127.0.0.1', '-p', String(port)],
    env: { ...settings, ...env },
    dataDir,
    graceMs: 5_000,
    answers: origin,
  })
  return { ...part, origin }
}
