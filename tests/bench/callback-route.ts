import path from 'node:path'
import { load, type Request, writeRequests } from './load.ts'
import { orderGifts, videosInVoting } from './payments.ts'
import { compareRates, type Row } from './report.ts'
import { visitInTurn } from './rounds.ts'
import type { Stage } from './stage.ts'

const gifts = 20_000

/**
 * The route that stores M-Pesa's callbacks against one that inserts the same body and does nothing else. No worker runs
 * meanwhile; what was stored is settled before anything else is measured, repeated callbacks included.
 */
export async function measureCallbackRoute(
  { database, dataDir }: Stage,
  { web, yardstick }: { web: string; yardstick: string },
): Promise<Row> {
  const ordered = await orderGifts(database, gifts, await videosInVoting(database))
  const toUs = ordered.map(
    ({ path: to, callback }): Request => ({ method: 'POST', path: to, body: callback }),
  )
  const toYardstick = toUs.map((request) => ({ ...request, path: '/insert' }))
  const targets = {
    callback: writeRequests(path.join(dataDir, 'callbacks.requests'), web, toUs),
    insert: writeRequests(path.join(dataDir, 'inserts.requests'), yardstick, toYardstick),
  }
  const rate = await visitInTurn(
    Object.entries(targets).map(([name, target]) => ({ name, visit: () => load(target) })),
  )
  return compareRates(
    'Callback route : bare Next route with one insert',
    rate('callback'),
    rate('insert'),
    0.9,
  )
}
