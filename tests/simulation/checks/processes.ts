import type { Stage } from '../stage.ts'

/** Processes die only when killed. */
export function checkProcesses({ parts }: Stage): string[] {
  return Object.values(parts).flatMap(({ name, crashes }) =>
    crashes.map((how) => `${name} ended by itself: ${how}`),
  )
}
