import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Part, startPart } from '#server/local/part.ts'
import { findProgram } from '#server/local/programs/find.mjs'
import { nginx } from './programs.ts'

export interface NginxPlace {
  directory: string
  port: number
  web: number
  realtime: number
  /** Number of worker processes, by default one per core. */
  workers?: number
  /** How long answers are cached, in seconds, for slow machines. */
  keepsFor?: number
  /** Directory of tls.crt and tls.key: serves TLS by deploy/proxy/listen-tls.conf. */
  certificate?: string
  addresses?: 'fixed-addresses.conf' | 'compose-addresses.conf'
}

const command = findProgram(nginx.names)

export const hasNginx = command !== undefined

export type RunningNginx = Part & { origin: string }

/** Starts nginx. Resolves once it answers on `port`. */
export async function runNginx(
  name: string,
  file: string,
  port: number,
  dataDir: string,
): Promise<RunningNginx> {
  const origin = `http://127.0.0.1:${port}`
  const part = await startPart({
    name,
    command: command ?? 'nginx',
    args: ['-e', 'stderr', '-c', file, '-g', 'daemon off;'],
    dataDir,
    // With TLS, nginx answers this address with a redirect.
    answers: `${origin}/api/health/`,
  })
  return { ...part, origin }
}

const shipped = path.join(import.meta.dirname, '..', '..', 'deploy')

/**
 * Writes the shipped proxy configuration with this machine's addresses and directories.
 * @returns the file for `nginx -c`
 */
export function writeNginxConfiguration(place: NginxPlace): string {
  const { directory, port, web, realtime, workers, keepsFor, certificate } = place
  const found = place.addresses ?? 'fixed-addresses.conf'
  for (const name of ['cache', 'log']) mkdirSync(path.join(directory, name), { recursive: true })
  const text = readFileSync(path.join(shipped, 'proxy', 'nginx.conf'), 'utf8')
    .replaceAll('/var/cache/nginx', path.join(directory, 'cache'))
    .replaceAll('/var/log/nginx', path.join(directory, 'log'))
    .replace('/var/run/nginx.pid', path.join(directory, 'nginx.pid'))
    .replaceAll(/(proxy_cache_valid (?:\d{3} )+|inactive=)\d+s/g, (found, what) =>
      keepsFor === undefined ? found : `${what}${keepsFor}s`,
    )
    .replace('worker_processes auto', `worker_processes ${workers ?? 'auto'}`)
    .replace('http {', `http {\n${temporaryPaths(directory)}`)
  const addresses = readFileSync(path.join(shipped, 'proxy', found), 'utf8')
    .replace('web:3000', `127.0.0.1:${web}`)
    .replace('realtime:3001', `127.0.0.1:${realtime}`)
  writeFileSync(path.join(directory, 'addresses.conf'), addresses)
  const listen = certificate === undefined ? 'listen.conf' : 'listen-tls.conf'
  writeFileSync(
    path.join(directory, 'listen.conf'),
    readFileSync(path.join(shipped, 'proxy', listen), 'utf8')
      .replace(/listen 3\d+/, `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/nginx/tls', certificate ?? ''),
  )
  const file = path.join(directory, 'nginx.conf')
  // As root, nginx would serve as a user without access to the directory.
  writeFileSync(file, process.getuid?.() === 0 ? `user root;\n${text}` : text)
  return file
}

/** @returns nginx's complaints about a configuration */
export function complaintsOf(file: string): string[] {
  const { stderr } = spawnSync(command ?? 'nginx', ['-e', 'stderr', '-t', '-q', '-c', file], {
    encoding: 'utf8',
  })
  return stderr.split('\n').filter(Boolean)
}

/** Returns settings of temporary folders, because the usual ones belong to root. */
export function temporaryPaths(directory: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path.join(directory, name)};`)
    .join('\n')
}
