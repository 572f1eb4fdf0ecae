import { readFileSync } from 'node:fs'
import type { Part } from '#server/local/part.ts'

/**
 * A part that is killed with all processes it has started, as when its container dies. PostgreSQL's have groups of their
 * own; killed alone it leaves them behind, and does not start again before the last of them has noticed.
 */
export function withItsChildren(part: Part): Part {
  return {
    ...part,
    kill: () => {
      const children = childrenOf(part.pid)
      part.kill()
      for (const pid of children) killIfThere(pid)
    },
  }
}

/** None where the system does not tell. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
