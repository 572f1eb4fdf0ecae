import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readEnv } from '#lib/core/env.ts'
import { needsOf } from '#lib/core/production/needs.ts'
import { discreetLog, lostClients } from '#server/local/postgres.ts'
import { environmentOfTarget } from './image-environment.ts'
import { readYaml } from './kustomize.ts'
import { ownValue } from './own-value.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'deploy/single-server')
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
const text = (file: string) => readFileSync(path.join(folder, file), 'utf8')

const compose = z
  .looseObject({
    services: z.record(
      z.string(),
      z.looseObject({
        image: z.string(),
        build: z.object({ target: z.string() }).optional(),
        command: z.array(z.string()).default([]),
        env_file: z.array(z.string()).default([]),
        environment: z.record(z.string(), z.string()).default({}),
        ports: z.array(z.string()).default([]),
        volumes: z.array(z.string()).default([]),
        depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
      }),
    ),
  })
  .parse(readYaml(path.join(folder, 'docker-compose.yml'))[0])
const services = Object.entries(compose.services)
const ours = services.filter(([, { build }]) => build !== undefined)

/** The lines of an example, each empty one filled with a value of its own. */
function filled(file: string): Record<string, string> {
  const lines = [...text(file).matchAll(/^([A-Z0-9_]+)=(.*)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value]) => [name, value || ownValue(name)]))
}
const asked = filled('example.env')
const settings = filled('example.settings.env')

test('what docker-compose.yml asks for is in example.env, and nothing else', () => {
  const wanted = [...text('docker-compose.yml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name)
  expect(Object.keys(asked).sort()).toEqual([...new Set(wanted)].sort())
})

test('a new version replaces the proxy, which reads its configuration when it starts', () => {
  expect(compose.services.proxy).toMatchObject({
    labels: { 'ngoma.version': expect.stringContaining('VERSION') },
    sysctls: { 'net.ipv4.tcp_tw_reuse': '1' },
    mem_limit: '2g',
  })
})

test.each(ours)('%s starts as production with what it is given', (name, { env_file, environment }) => {
  expect(env_file).toEqual(['settings.env'])
  const own = Object.entries(environment).map(([key, value]) => [
    key,
    value.replace(/\$\{(\w+):[?-](\w*)\}/g, (_, variable, fallback) => asked[variable] ?? fallback),
  ])
  const given = { ...environmentOfTarget(name), ...settings, ...Object.fromEntries(own) }
  const env = readEnv(given)
  expect(env).toMatchObject({
    NGOMA_ENV: 'production',
    NGOMA_PROCESS: name,
    TRUSTED_PROXY_HOPS: 2,
    PUBLIC_URL: 'https://ngoma.example',
  })
  const known = readFileSync(path.join(root, 'lib/core/env-variables.ts'), 'utf8')
  expect(Object.keys(given).filter((key) => !known.includes(`  ${key}:`))).toEqual([])
  const hosts = [env.DATABASE_URL, env.REDIS_URL, env.REALTIME_URL].map((url) => new URL(url).hostname)
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(hosts))
  expect(new URL(env.DATABASE_URL).pathname).toBe('/ngoma')
  expect(new URL(env.DATABASE_URL).username).toBe(name === 'migrate' ? 'ngoma' : 'ngoma_process')
})

test.each(ours)('%s has the secrets that it reads, and no others', (name, { environment }) => {
  const { NGOMA_PROCESS } = readEnv({ NGOMA_PROCESS: name })
  const secrets = Object.keys(asked).filter((one) => !['SITE', 'VERSION'].includes(one))
  const given = Object.keys(environment).filter((one) => secrets.includes(one))
  const read: string[] = [...needsOf(NGOMA_PROCESS), ...(name === 'migrate' ? [] : ['METRICS_TOKEN'])]
  expect(given.sort()).toEqual(secrets.filter((one) => read.includes(one)).sort())
  // The settings that all are given are none.
  expect(Object.keys(settings).filter((one) => /SECRET|PASSWORD|PASSKEY|_KEY|SMTP/.test(one))).toEqual([])
})

test('only Caddy is reached from outside', () => {
  expect(services.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['caddy'])
})

test('with a certificate of one’s own only the proxy is, and no hop is believed but it', () => {
  const over = z
    .looseObject({
      services: z.record(
        z.string(),
        z.looseObject({
          ports: z.array(z.string()).default([]),
          profiles: z.array(z.string()).default([]),
          volumes: z.array(z.string()).default([]),
          environment: z.record(z.string(), z.string()).default({}),
        }),
      ),
    })
    .parse(readYaml(path.join(folder, 'own-certificate.yml'))[0]).services
  const open = Object.entries(over).flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`))
  expect(open).toEqual(['proxy 80:3443', 'proxy 443:3443'])
  expect(over.caddy?.profiles).toEqual(['not-here'])
  for (const [name] of ours) {
    const [[setting, hops] = []] = Object.entries(over[name]?.environment ?? {})
    expect(setting).toBe('TRUSTED_PROXY_HOPS')
    // One more for a balancer before the proxy, which .env counts.
    expect(hops).toMatch(/^\$\{TRUSTED_PROXY_HOPS:-1\}$/)
  }
  const [listen = ''] = over.proxy?.volumes ?? []
  expect(listen.split(':')[1]).toBe('/etc/nginx/listen.conf')
  expect(text(listen.split(':')[0] ?? '')).toContain('listen 3443 ssl')
})

test('with a managed PostgreSQL all are led there, each with its login, and there is none here', () => {
  const over = z
    .looseObject({
      services: z.record(
        z.string(),
        z.looseObject({
          profiles: z.array(z.string()).default([]),
          environment: z.record(z.string(), z.string()).default({}),
          volumes: z.array(z.string()).default([]),
          depends_on: z.record(z.string(), z.looseObject({ required: z.boolean() })).default({}),
        }),
      ),
    })
    .parse(readYaml(path.join(folder, 'managed-postgres.yml'))[0]).services
  expect(over.postgres?.profiles).toEqual(['not-here'])
  const shown = text('example.env').matchAll(/^# ((?:BACKUP_)?DATABASE_URL)=(.+)$/gm)
  const addresses = Object.fromEntries([...shown].map(([, name = '', url]) => [name, url]))
  // Anything less sends passwords, names and phones as plain text, or to whoever answers.
  for (const url of Object.values(addresses)) expect(new URL(url ?? '').search).toBe('?sslmode=verify-full')
  for (const [name, { environment, depends_on }] of ours) {
    const trusted = over[name]?.environment.NODE_EXTRA_CA_CERTS
    expect(over[name]?.volumes).toEqual([`\${DATABASE_CA:?}:${trusted}:ro`])
    // Compose does not start where somebody needs what is not here.
    if ('postgres' in depends_on) expect(over[name]?.depends_on.postgres?.required).toBe(false)
    const given = { ...environment, ...over[name]?.environment }
    const hosts = Object.entries(given)
      .filter(([key]) => key.endsWith('DATABASE_URL'))
      .map(([key, value]) => [key, value.replace(/^\$\{(\w+):\?\}$/, (_, one) => addresses[one] ?? '')])
      .map(([key, value = '']) => `${key} ${new URL(value).username}@${new URL(value).hostname}`)
    const owner = 'ngoma@db.example'
    const expected: Record<string, string[]> = {
      worker: ['DATABASE_URL ngoma_process@db.example', `BACKUP_DATABASE_URL ${owner}`],
      migrate: [`DATABASE_URL ${owner}`],
    }
    expect(hosts.sort()).toEqual((expected[name] ?? ['DATABASE_URL ngoma_process@db.example']).sort())
  }
})

test('images of ours are targets of the Dockerfile', () => {
  const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)]
  for (const [, { build }] of ours) expect(targets.map(([, target]) => target)).toContain(build?.target)
})

test('what the Dockerfile takes from the tree is there', () => {
  const taken = [...dockerfile.matchAll(/^COPY --from=sources \/ngoma\/(.+) \S+$/gm)].flatMap(
    ([, paths = '']) => paths.split(' ').map((one) => one.replace(/^\/ngoma\//, '')),
  )
  expect(taken).toContain('workers')
  expect(taken.filter((one) => !existsSync(path.join(root, one)))).toEqual([])
})

test('the proxy has the shipped configuration, and PostgreSQL writes no phones down and ends statements whose client has gone', () => {
  const mounted = compose.services.proxy?.volumes.map((one) => one.split(':'))
  expect(mounted?.map(([, place]) => place)).toEqual(
    ['nginx', 'addresses', 'listen'].map((one) => `/etc/nginx/${one}.conf`),
  )
  for (const [file = ''] of mounted ?? []) expect(existsSync(path.join(folder, file))).toBe(true)
  for (const setting of [...discreetLog, ...lostClients])
    expect(compose.services.postgres?.command).toContain(`-c${setting}`)
})

describe('commands of the documents', () => {
  const runbooks = [
    'docs/operations.md',
    ...readdirSync(path.join(root, 'docs/operations')).map((one) => `docs/operations/${one}`),
  ]
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
    .join('\n')
  const [, lines = '', names = ''] = /^(for name in ([A-Z_ ]+); do\n[\s\S]+?^done)$/m.exec(runbooks) ?? []
  const settingsInShell = names.split(' ')

  test('find the settings in the shell that the document brings there', () => {
    const own = mkdtempSync(path.join(tmpdir(), 'settings-'))
    try {
      const values = settingsInShell.map((name) => `postgresql://ngoma:${name}=x&y@db.example:5432/ngoma?a=b`)
      const written = values.map(
        (value, index) => `${settingsInShell[index]}=${index === 0 ? value : `'${value}$z'`}\n`,
      )
      writeFileSync(path.join(own, '.env'), `# ${written[0]}OWNER_PASSWORD=x\n${written.join('')}`)
      const shown = settingsInShell.map((name) => `printf '%s\\n' "$${name}"`).join('\n')
      const told = execFileSync('sh', ['-c', `${lines}\n${shown}`], {
        cwd: own,
        env: { NODE_ENV: 'test', PATH: process.env.PATH },
        encoding: 'utf8',
      })
      expect(told.split('\n').slice(0, -1)).toEqual(
        values.map((value, index) => value + (index === 0 ? '' : '$z')),
      )
    } finally {
      rmSync(own, { recursive: true })
    }
  })

  test('take no other setting from the shell', () => {
    const taken = [...runbooks.matchAll(/\$\{?([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name)
    // Of installations that have their Redis elsewhere: on one server it is asked in its container.
    expect([...new Set(taken)].sort()).toEqual([...settingsInShell, 'REDIS_URL'].sort())
  })

  test('bring a restored database up to the version, and end its sessions, before a process starts', () => {
    const block = /^docker compose stop web realtime worker\n[\s\S]+?(?=^```)/m.exec(runbooks)?.[0] ?? ''
    const [, ...steps] = block.trim().split(/\n| &&\n\s*/)
    expect(steps).toEqual([
      'docker compose exec redis redis-cli FLUSHALL',
      'docker compose run --rm migrate',
      'docker compose run --rm worker node workers/end-sessions.ts',
      'docker compose run --rm worker node workers/erase-account.ts --after-restore',
      'docker compose up -d',
    ])
  })

  test('name services and programs that there are', () => {
    const named = [...runbooks.matchAll(/docker compose (?:exec|run --rm|restart) ([a-z]+)/g)].map(
      ([, name]) => name,
    )
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(named))
    const programs = [...runbooks.matchAll(/node (workers\/[\w-]+\.ts)/g)].map(([, file = '']) => file)
    expect(programs).toContain('workers/first-super-admin.ts')
    expect(programs.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })
})
