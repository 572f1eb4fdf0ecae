import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setClockOfCommand } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { exportByCommand, findOwner } from '#lib/domain/profiles/by-command.ts'

/**
 * `npm run accounts:export -- <email or username> --reason "why"` writes a person's export to a private file. Audited.
 * Exit code 1 if nothing was written.
 */
const USAGE =
  'Say whose and why: npm run accounts:export -- <email or username> --reason "their letter of 3 March"'

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { reason: { type: 'string' } },
    })
    const [who, ...more] = positionals
    const reason = values.reason?.trim()
    return who && reason && more.length === 0 ? { who, reason } : null
  } catch {
    return null
  }
}

async function run(): Promise<{ isDone: boolean; told: string }> {
  const given = readArguments()
  if (!given) return { isDone: false, told: USAGE }
  const owner = await findOwner(given.who)
  if (!owner) return { isDone: false, told: 'Nobody has this email or username. Nothing was written.' }
  const text = JSON.stringify(await exportByCommand(owner, given.reason), null, 2)
  // mkdtemp creates a folder that only this user can open.
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'ngoma-export-')), 'ngoma-export.json')
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
  return { isDone: true, told: `All that is held about ${owner.username} is in ${file}` }
}

console.log(`In the database ${databaseName()}:`)
await setClockOfCommand()
const { isDone, told } = await run()
if (isDone) console.log(told)
else console.error(told)
await closeDb()
process.exitCode = isDone ? 0 : 1
