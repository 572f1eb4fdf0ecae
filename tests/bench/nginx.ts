import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#server/local/free-port.ts'
import {
  hasNginx,
  type RunningNginx,
  runNginx,
  temporaryPaths,
  writeNginxConfiguration,
} from '../support/nginx.ts'

export { hasNginx, type RunningNginx }

const nchanModule = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules']
  .map((directory) => path.join(directory, 'ngx_nchan_module.so'))
  .find((file) => existsSync(file))

export const hasNchan = hasNginx && nchanModule !== undefined
export const missingNginx = 'not measured: nginx is not installed (apt install nginx-light)'

/** The product's own configuration, in front of web, with one worker (README.md). */
export async function startShippedNginx(
  dataDir: string,
  { web, realtime }: { web: number; realtime: number },
  as: { name?: string; port?: number } = {},
): Promise<RunningNginx> {
  const { name = 'nginx', port = await findFreePort() } = as
  const directory = path.join(dataDir, name)
  const file = writeNginxConfiguration({ directory, port, web, realtime, workers: 1 })
  return runNginx(name, file, port, dataDir)
}

/** nginx for static files: kept open, without a log, gzip per request, one worker. */
export async function startFileNginx(dataDir: string, files: string): Promise<RunningNginx> {
  const port = await findFreePort()
  const file = writeConfiguration(path.join(dataDir, 'nginx-files'), '1', [
    'access_log off; sendfile on; tcp_nopush on; open_file_cache max=100;',
    'types { text/html html; application/json json; }',
    'gzip on; gzip_types application/json; gzip_comp_level 4;',
    `server { listen 127.0.0.1:${port} backlog=4096 reuseport; root ${files}; }`,
  ])
  return runNginx('nginx-files', file, port, dataDir)
}

/** nchan: POST to /publish reaches every socket on /subscribe. One worker, as realtime is one process. */
export async function startNchan(dataDir: string): Promise<RunningNginx & { workerPid: number }> {
  const port = await findFreePort()
  const file = writeConfiguration(
    path.join(dataDir, 'nchan'),
    '1',
    [
      'access_log off;',
      `server { listen 127.0.0.1:${port} backlog=4096;`,
      'location = /publish { nchan_publisher; nchan_channel_id bench; nchan_message_buffer_length 1; }',
      'location = /subscribe { nchan_subscriber websocket; nchan_channel_id bench; nchan_subscriber_first_message newest; }',
      '}',
    ],
    `load_module ${nchanModule};`,
  )
  const part = await runNginx('nchan', file, port, dataDir)
  const children = readFileSync(`/proc/${part.pid}/task/${part.pid}/children`, 'utf8').trim().split(' ')
  return { ...part, workerPid: Number(children[0]) }
}

function writeConfiguration(directory: string, workers: string, http: string[], before = ''): string {
  mkdirSync(directory, { recursive: true })
  const file = path.join(directory, 'nginx.conf')
  const lines = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    before,
    `worker_processes ${workers}; worker_rlimit_nofile 65536; pid ${directory}/nginx.pid; error_log stderr warn;`,
    'events { worker_connections 16384; }',
    'http {',
    temporaryPaths(directory),
    'keepalive_timeout 65; keepalive_requests 1000000;',
    ...http,
    '}',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
