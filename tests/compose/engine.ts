// The local Docker engine, with either form of compose.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { builderEnvironment, findCompose } from '#tests/support/docker.ts'

export type Engine = {
  /** @returns its output @throws Error with its complaint */
  docker(...args: string[]): Promise<string>
  /** With the product's file. */
  compose(...args: string[]): Promise<string>
}

/**
 * @param folder the tree to build and start
 * @param project names the containers, to leave others alone
 * @param settings of docker-compose.yml
 */
export function openEngine(folder: string, project: string, settings: Record<string, string>): Engine {
  const env = { ...process.env, ...builderEnvironment(), ...settings }
  const [command = 'docker', ...first] = findCompose() ?? []
  const files = ['-f', 'docker-compose.yml', '-f', path.join('tests', 'compose', 'override.yml')]
  return {
    docker: (...args) => run(folder, 'docker', args, env),
    compose: (...args) =>
      run(folder, command, [...first, ...files, '--project-directory', folder, '-p', project, ...args], env),
  }
}

function run(cwd: string, command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let everything = ''
    child.stdout.on('data', (data) => {
      printed += data
      everything += data
    })
    child.stderr.on('data', (data) => {
      everything += data
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(printed)
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${everything.slice(-4_000)}`))
    })
  })
}
