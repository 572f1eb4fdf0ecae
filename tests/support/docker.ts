import { spawnSync } from 'node:child_process'

function answers(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Tells whether a Docker engine answers: DOCKER_HOST, or the usual socket. */
export function hasEngine(): boolean {
  return answers('docker', 'info')
}

/**
 * Finds compose, where a Docker engine answers too (DOCKER_HOST, or the usual socket).
 * @returns the words that begin a command: `docker compose`, or the older `docker-compose` where that is all there is
 */
export function findCompose(): string[] | undefined {
  if (!hasEngine()) return undefined
  if (answers('docker', 'compose', 'version')) return ['docker', 'compose']
  return answers('docker-compose', 'version') ? ['docker-compose'] : undefined
}

/** What the environment of `docker build` needs: where the newer builder is not installed, the classic one is named. */
export function builderEnvironment(): Record<string, string> {
  return answers('docker', 'buildx', 'version') ? {} : { DOCKER_BUILDKIT: '0' }
}
