import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports the cost of processes. */
export const canTellCost = process.platform === 'linux'

const MS_PER_TICK = 10

/**
 * Milliseconds of CPU since the start, with all child processes, also ended ones (proc(5)): PostgreSQL has a
 * process per connection.
 */
export function cpuOf(root: number): number {
  const all = readdirSync('/proc').flatMap((name) => {
    const fields = /^\d+$/.test(name) ? statOf(name) : []
    const [own = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = fields.slice(11, 15).map(Number)
    return {
      pid: Number(name),
      parent: Number(fields[1]),
      ticks: own + system + ofChildren + systemOfChildren,
    }
  })
  const ticksOf = (pid: number): number =>
    all.reduce(
      (sum, one) => sum + (one.pid === pid ? one.ticks : one.parent === pid ? ticksOf(one.pid) : 0),
      0,
    )
  return ticksOf(root) * MS_PER_TICK
}

/** Fields from the third, `state`: the name before may have blanks and brackets. Empty for an ended process. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** In units of 1,000,000 bytes. */
export function memoryOf(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kib) * 1024) / 1e6
}
