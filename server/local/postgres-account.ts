// PostgreSQL refuses to run as root. Where the stack is started by root, it runs under another account.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { StopError } from './stop-error.ts'

export interface Account {
  uid: number
  gid: number
  /** The account cannot enter the project's directory (a clone in /root): it is given the right to pass. */
  needsPassage: boolean
}

interface Launch {
  command: string
  args: string[]
  uid?: number
  gid?: number
}

/**
 * Decides which account runs PostgreSQL.
 * @returns undefined when the account of this process will do
 * @throws StopError when the data belongs to somebody this process cannot act for
 */
export function chooseAccount(dataDir: string, binary: string): Account | undefined {
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined
  const own = process.getuid?.() ?? owner?.uid
  if (own !== 0) {
    if (owner === undefined || owner.uid === own) return undefined
    throw new StopError(
      `${dataDir} belongs to another user of this machine: start as that user, or move it away.`,
    )
  }
  const { uid, gid } = owner !== undefined && owner.uid !== 0 ? owner : findAccount()
  const reaches = (file: string) => spawnSync('test', ['-r', file], { uid, gid }).status === 0
  return { uid, gid, needsPassage: !reaches(binary) || !reaches(path.dirname(dataDir)) }
}

function findAccount(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const line = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (line === undefined) {
    throw new StopError(
      'PostgreSQL does not run as root, and this system has no user "postgres" or "nobody": add one.',
    )
  }
  return { uid: Number(line[2]), gid: Number(line[3]) }
}

/** How to run a command under the account. */
export function asAccount(account: Account | undefined, command: string, args: string[]): Launch {
  if (account === undefined) return { command, args }
  if (!account.needsPassage) return { command, args, uid: account.uid, gid: account.gid }
  const passage = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    // Without it the right would not count where initdb looks whether it may run its neighbour.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return { command: 'setpriv', args: [...passage, command, ...args] }
}

/** Makes the account the owner of what it is to write. */
export function giveTo(account: Account | undefined, ...files: string[]): void {
  if (account === undefined || os.userInfo().uid !== 0) return
  for (const file of files) chownSync(file, account.uid, account.gid)
}
