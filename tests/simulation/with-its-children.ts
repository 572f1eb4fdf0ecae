import { readFileSync } from 'node:fs'
import type { Part } from '#server/local/part.ts'

/**
 * A part that is killed with all its processes, like a container. PostgreSQL's have separate groups; killed
 * alone it leaves them, and restarts only after the last has ended.
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

/** None if the system does not report them. */
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
