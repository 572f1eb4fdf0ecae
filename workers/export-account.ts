import { mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { exportByCommand, findOwner } from '#lib/domain/profiles/by-command.ts'
import { type Command, fail, runAsCommand } from './command.ts'

/**
 * `npm run accounts:export -- <email or username> --reason "why"` writes a person's export to a private file. Audited.
 * Exit code 1 if nothing was written.
 */
const USAGE =
  'Say whose and why: npm run accounts:export -- <email or username> --reason "their letter of 3 March"'

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
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

export const exportAccount: Command = async (args, terminal) => {
  const given = readArguments(args)
  if (!given) return fail(terminal, USAGE)
  const owner = await findOwner(given.who)
  if (!owner) return fail(terminal, 'Nobody has this email or username. Nothing was written.')
  const text = JSON.stringify(await exportByCommand(owner, given.reason), null, 2)
  // mkdtemp creates a folder that only this user can open.
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'ngoma-export-')), 'ngoma-export.json')
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
  terminal.tell(`All that is held about ${owner.username} is in ${file}`)
  return true
}

if (import.meta.main) await runAsCommand(exportAccount)
