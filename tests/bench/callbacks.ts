import path from 'node:path'
import { callbackToken } from '#lib/domain/mpesa/callback-path.ts'
import { startWeb, startWorker } from '#server/local/product.ts'
import { load, type Request, writeRequests } from './load.ts'
import { orderGifts, untilSettled } from './payments.ts'
import { compareRates, type Row, visitInTurn } from './report.ts'
import { beside, onDatabase, type Stage } from './stage.ts'
import { buildYardstickApp, startYardstickApp } from './yardstick-app.ts'

const GIFTS = 20_000

/**
 * The callback route against a plain insert of the same body. No worker runs meanwhile; everything is settled
 * afterwards, also duplicates.
 */
export async function measureCallbacks(stage: Stage): Promise<Row[]> {
  const { config, database, databaseUrl, dataDir, during } = stage
  await buildYardstickApp()
  await onDatabase(databaseUrl, 'CREATE DATABASE yardstick')
  const inserted = beside(databaseUrl, 'yardstick')
  await onDatabase(
    inserted,
    `CREATE TABLE yardstick_inbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now())`,
  )
  const rate = await during(async (keep) => {
    await keep(startWeb(config, 'start'))
    const yardstick = await keep(startYardstickApp({ dataDir, bodies: dataDir, databaseUrl: inserted }))
    const client = await database.connect()
    const ordered = await orderGifts(client, GIFTS).finally(() => client.release())
    // As after any load (docs/speed.md).
    await database.query('ANALYZE payment_intent, gift')
    const toUs = ordered.map(
      ({ intentId, callback }): Request => ({
        method: 'POST',
        path: `/api/payments/m/${callbackToken('stk', intentId)}/stk/`,
        body: callback,
      }),
    )
    const toYardstick = toUs.map((request) => ({ ...request, path: '/insert' }))
    const file = (name: string) => path.join(dataDir, `${name}.requests`)
    const callback = writeRequests(file('callbacks'), `http://127.0.0.1:${config.ports.web}`, toUs)
    const insert = writeRequests(file('inserts'), yardstick.origin, toYardstick)
    return visitInTurn({ callback: () => load(callback), insert: () => load(insert) })
  })
  await during(async (keep) => {
    await keep(startWorker(config))
    await untilSettled(database)
  })
  return [compareRates('Callbacks stored : Next route with one insert', rate('callback'), rate('insert'), 3)]
}
