import { publicReads } from './bodies.ts'
import { AS_BROWSERS, load, loadKept } from './load.ts'
import { missingNginx, type RunningNginx } from './nginx.ts'
import { compareRates, type Row, unmeasured } from './report.ts'
import { visitInTurn } from './rounds.ts'

export interface ReadTargets {
  web: string
  yardstick: string
  /** Both undefined where nginx is not installed. */
  shipped?: RunningNginx
  files?: RunningNginx
}

const places = {
  feed: { title: publicReads[0].title, at: publicReads[0].path, file: 'feed.json' },
  home: { title: 'Home page', at: '/', file: 'home.html' },
}

/** A read as browsers ask for it: web has packed it once for each change, where nginx packs the same file for each request. */
export async function measurePacked(
  place: keyof typeof places,
  { shipped, files }: Pick<ReadTargets, 'shipped' | 'files'>,
): Promise<Row> {
  const { title, at, file } = places[place]
  const what = `${title}, packed, behind nginx : nginx, gzip for each`
  if (!shipped || !files) return unmeasured(what, missingNginx)
  const rate = await visitInTurn([
    { name: 'once', visit: () => loadKept(shipped.origin + at, AS_BROWSERS) },
    { name: 'each', visit: () => load(`${files.origin}/${file}`, 2, AS_BROWSERS) },
  ])
  return compareRates(what, rate('once'), rate('each'), 3)
}
