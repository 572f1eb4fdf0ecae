import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { findFreePort } from '#server/local/free-port.ts'
import { startRealtime, startWeb, startWorker } from '#server/local/product.ts'
import { startYoutube } from '#tests/support/youtube.ts'
import { weighScripts } from './home-page.ts'
import { hasNginx, missingNginx, startShippedNginx } from './nginx.ts'
import { judge, type Scores } from './phone/lighthouse.ts'
import { startBrowser } from './phone/line.ts'
import { blockedByProcessor } from './phone/processor.ts'
import { type Vitals, visitOften } from './phone/vitals.ts'
import { amount, type Row, unmeasured } from './report.ts'
import { visitInTurn } from './rounds.ts'
import { openStage, type Stage } from './stage.ts'
import { buildYardstickApp, startYardstickApp } from './yardstick-app.ts'

const most = { paint: 1_500, shift: 0.02, touch: 200, all: 450 } as const
const LEAST_PERFORMANCE = 95

export interface PhoneOptions {
  /** How often each page is opened; figures are medians. */
  runs: number
  /** How often Lighthouse judges each page; 0 for never. */
  lighthouse: number
  /** How many times slower than this machine the phone is taken to be. */
  slowdown: number
}

/** @throws Error for an option that does not exist, or is no number */
export function readPhoneOptions(args: string[]): PhoneOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { runs: text, lighthouse: text, slowdown: text } })
  const read = (name: keyof typeof values, usual: number) => {
    const value = Number(values[name] ?? usual)
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} is no number.`)
    return value
  }
  return { runs: read('runs', 5), lighthouse: read('lighthouse', 1), slowdown: read('slowdown', 4) }
}

/** Pages on a cheap phone and a thin line, cold, behind the shipped proxy, beside an empty page of the framework behind the same. */
export async function measurePhone(options: PhoneOptions): Promise<Row[]> {
  if (!hasNginx) return [unmeasured('Pages on a cheap phone', missingNginx)]
  await buildYardstickApp()
  const port = await findFreePort()
  // Pictures come as from YouTube, whose own player is not measured.
  const youtube = await startYoutube()
  const stage = await openStage({
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    YOUTUBE_PICTURES_URL: youtube.url,
  })
  const leave = () => void stage.end().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  try {
    const video = await showOwnVideoFirst(stage)
    return await behindProxies(stage, port, (origins) => measureBoth({ ...origins, video }, options))
  } finally {
    await stage.end()
    await youtube.close()
  }
}

function behindProxies<T>(
  stage: Stage,
  port: number,
  work: (origins: { product: string; yardstick: string }) => Promise<T>,
): Promise<T> {
  const { config, dataDir, during } = stage
  return during(
    () => startWorker(config),
    () =>
      during(
        () => startRealtime(config),
        () =>
          during(
            () => startWeb(config, 'start'),
            () =>
              during(
                () => startShippedNginx(dataDir, config.ports, { name: 'nginx', port }),
                ({ origin }) => withYardstick(stage, (yardstick) => work({ product: origin, yardstick })),
              ),
          ),
      ),
  )
}

async function withYardstick<T>(stage: Stage, work: (origin: string) => Promise<T>): Promise<T> {
  const { config, dataDir, during } = stage
  const port = await findFreePort()
  return during(
    () => startYardstickApp({ dataDir, bodies: dataDir, databaseUrl: config.settings.DATABASE_URL ?? '' }),
    (yardstick) => {
      const ports = { ...config.ports, web: Number(new URL(yardstick.origin).port) }
      return during(
        () => startShippedNginx(dataDir, ports, { name: 'nginx-yardstick', port }),
        ({ origin }) => work(origin),
      )
    },
  )
}

type Subject = { product: string; yardstick: string; video: string }

async function measureBoth(subject: Subject, { runs, lighthouse, slowdown }: PhoneOptions): Promise<Row[]> {
  const rows: Row[] = []
  if (runs > 0) {
    const browser = await startBrowser()
    try {
      rows.push(...(await measureVisits(browser, subject, runs, slowdown)))
      rows.push(...(await measureProcessor(browser, subject)))
    } finally {
      await browser.close()
    }
  }
  if (lighthouse > 0) rows.push(...(await measureScores(subject, lighthouse, slowdown)))
  return rows
}

async function measureVisits(
  browser: Browser,
  { product, yardstick, video }: Subject,
  runs: number,
  slowdown: number,
): Promise<Row[]> {
  const empty = await visitOften(browser, `${yardstick}/`, runs, { hasVideo: false, slowdown })
  const home = await visitOften(browser, `${product}/`, runs, { hasVideo: true, slowdown })
  const page = await visitOften(browser, `${product}/video/${video}`, runs, { hasVideo: true, slowdown })
  for (const [name, { largest, shifted }] of Object.entries({ home, page })) {
    console.log(`Largest of ${name}: ${largest}`)
    if (shifted.length > 0) console.log(`Shifted on ${name}: ${shifted.join(', ')}`)
  }
  return [
    ...rowsOf('Home', home, empty),
    await weighScripts(product, yardstick),
    ...rowsOf('Video page', page, empty),
  ]
}

function rowsOf(name: string, seen: Vitals, empty: Vitals): Row[] {
  const row = (
    what: string,
    unit: string,
    atMost: number | undefined,
    read: (vitals: Vitals) => number | undefined,
  ): Row => {
    const ours = read(seen)
    const theirs = read(empty)
    return {
      what: `${name}: ${what}`,
      measured: tell(ours, unit),
      yardstick: tell(theirs, unit),
      ...(ours === undefined ? {} : { ratio: ours }),
      target: atMost === undefined ? {} : { atMost, unit },
      ...(atMost === undefined ? { missing: '–' } : {}),
    }
  }
  return [
    row('largest paint', ' ms', most.paint, ({ paint }) => paint),
    row('layout shift', '', most.shift, ({ shift }) => shift),
    row('slowest touch, from Gift to the form', ' ms', most.touch, ({ touch }) => touch),
    row('Gift to its dialog', ' ms', most.touch, ({ dialog }) => dialog),
    row('script that came before a video moved', ' KB', undefined, ({ script }) => script),
    row('everything that came before a video moved', ' KB', most.all, ({ all }) => all),
    row('first video moves', ' ms', undefined, ({ plays }) => plays),
  ]
}

/** A shift of the layout is a small number, and a small one counts. */
function tell(value: number | undefined, unit: string): string {
  if (value === undefined) return '–'
  return unit === '' ? value.toFixed(3) : `${amount(value)}${unit}`
}

/** The pages that are judged: paths by name. */
function judgedPages({ video }: Subject): Record<string, string> {
  return {
    Home: '/',
    'Video page': `/video/${video}`,
    Leaderboard: '/?tab=leaderboard',
    Results: '/results',
    FAQ: '/faq',
    Login: '/login',
  }
}

async function measureProcessor(browser: Browser, subject: Subject): Promise<Row[]> {
  const { product, yardstick } = subject
  const pages = Object.entries(judgedPages(subject))
  const of = await visitInTurn([
    { name: 'empty', visit: () => blockedByProcessor(browser, `${yardstick}/`) },
    ...pages.map(([name, path]) => ({ name, visit: () => blockedByProcessor(browser, product + path) })),
  ])
  return pages.map(([name]) => ({
    what: `${name}: blocked by the processor alone`,
    measured: `${amount(of(name))} ms`,
    yardstick: `${amount(of('empty'))} ms`,
    ratio: of(name) / of('empty'),
    target: {},
    missing: '–',
  }))
}

async function measureScores(subject: Subject, runs: number, slowdown: number): Promise<Row[]> {
  const { product, yardstick } = subject
  const pages = judgedPages(subject)
  const empty = await judge(`${yardstick}/`, runs, slowdown)
  const rows: Row[] = []
  for (const [name, path] of Object.entries(pages)) {
    const scores = await judge(`${product}${path}`, runs, slowdown)
    console.log(`${name}: the browser's benchmark index was ${amount(scores.benchmarkIndex)}`)
    if (scores.lost.length > 0) console.log(`${name} loses by ${scores.lost.join(', ')}`)
    rows.push(...scoreRows(name, scores, empty))
  }
  return rows
}

function scoreRows(name: string, scores: Scores, empty: Scores): Row[] {
  return (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((category) => ({
    what: `${name}: Lighthouse, ${category}`,
    measured: String(scores[category]),
    yardstick: String(empty[category]),
    ratio: scores[category],
    target: { atLeast: category === 'performance' ? LEAST_PERFORMANCE : 100 },
  }))
}

/**
 * Makes a film of our own the newest entry, so that the first video plays without YouTube, which is not measured here.
 * @returns its id
 */
async function showOwnVideoFirst({ database }: Stage): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `UPDATE video SET upload_date = now() WHERE id = (
       SELECT v.id FROM video v JOIN challenge c ON c.id = v.challenge_id
       WHERE v.status = 'approved' AND v.kind = 'entry' AND v.video_file_url IS NOT NULL
         AND c.phase = 'voting'
       ORDER BY v.upload_date DESC LIMIT 1) RETURNING id`,
  )
  const [video] = rows
  if (!video) throw new Error('The seed has no film of its own among the entries of the month.')
  return video.id
}
