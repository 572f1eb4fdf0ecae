import { callbackToken } from '#lib/domain/mpesa/callback-path.ts'
import { startWeb, startWorker } from '#server/local/product.ts'
import { load, type Request } from './load.ts'
import { orderGifts, untilSettled } from './payments.ts'
import { compareRates, type Row, visitInTurn } from './report.ts'
import { createDatabase, onDatabase, Parts, type Stage } from './stage.ts'
import { startYardstickApp } from './yardstick-app.ts'

const GIFTS = 20_000

/**
 * The callback route against a plain insert of the same body. No worker runs meanwhile; everything is settled
 * afterwards, also duplicates.
 */
export async function measureCallbacks({ config, database, databaseUrl, dataDir }: Stage): Promise<Row[]> {
  const inserted = await createDatabase(databaseUrl, 'yardstick')
  await onDatabase(
    inserted,
    `CREATE TABLE yardstick_inbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now())`,
  )
  await using parts = new Parts()
  const web = await parts.keep(startWeb(config, 'start'))
  const yardstick = await parts.keep(startYardstickApp(dataDir, { YARDSTICK_DATABASE_URL: inserted }))
  const client = await database.connect()
  const ordered = await orderGifts(client, GIFTS).finally(() => client.release())
  // As after any load (docs/speed.md).
  await database.query('ANALYZE payment_intent, gift')
  const callbacks = ordered.map(({ intentId, callback }): Request => {
    const at = `/api/payments/m/${callbackToken('stk', intentId)}/stk/`
    return { method: 'POST', path: at, body: callback }
  })
  const inserts = callbacks.map((request) => ({ ...request, path: '/insert' }))
  const rate = await visitInTurn({
    callback: () => load(`http://127.0.0.1:${config.ports.web}`, '', callbacks),
    insert: () => load(yardstick.origin, '', inserts),
  })
  await web.end()
  await parts.keep(startWorker(config))
  await untilSettled(database)
  return [compareRates('Callbacks stored : Next route with one insert', rate('callback'), rate('insert'), 3)]
}
