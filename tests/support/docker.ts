import { spawnSync } from 'node:child_process'

function answers(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Whether a Docker engine answers at DOCKER_HOST or the usual socket. */
export function hasEngine(): boolean {
  return answers('docker', 'info')
}

/**
 * Finds compose if a Docker engine answers.
 * @returns the command's words: `docker compose`, or the older `docker-compose`
 */
export function findCompose(): string[] | undefined {
  if (!hasEngine()) return undefined
  if (answers('docker', 'compose', 'version')) return ['docker', 'compose']
  return answers('docker-compose', 'version') ? ['docker-compose'] : undefined
}

export function builderEnvironment(): Record<string, string> {
  return answers('docker', 'buildx', 'version') ? {} : { DOCKER_BUILDKIT: '0' }
}
