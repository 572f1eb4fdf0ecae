import type { TallyRow } from '#lib/contract/tally.ts'
import { tallyColumns } from '#lib/contract/tally-format.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { networkOf } from '#lib/core/network.ts'
import { takePoints } from '#lib/core/rate-limit.ts'
import { openTally } from '#lib/domain/tally/queries.ts'
import { clientAddress } from './client-address.ts'
import type { RouteHandler } from './endpoint.ts'
import { errorResponse } from './error-response.ts'
import { requestIdOf } from './request-id.ts'

/** The largest answer that anybody may ask for. */
const downloads = { name: 'tally-downloads', points: 30, seconds: 600 }

/** The whole list of a challenge as a file (CSV), sent while it is read. */
export const tallyDownload: RouteHandler = async (request, { params }) => {
  const requestId = requestIdOf(request)
  try {
    await takePoints(downloads, networkOf(clientAddress(request)))
    const { id } = await params
    if (typeof id !== 'string' || !isUuid(id)) throw new NotFoundError()
    const batches = await openTally(id)
    return new Response(streamOf(batches), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="ngoma-tally-${id}.csv"`,
        'cache-control': 'public, max-age=10',
        'x-request-id': requestId,
      },
    })
  } catch (error) {
    return errorResponse(error, 'GET /challenges/{id}/tally.csv', requestId)
  }
}

/** No field needs quotes: numbers, times, ids and hashes. */
const lineOf = (row: TallyRow): string => `${tallyColumns.map((column) => row[column]).join(',')}\n`

function streamOf(batches: AsyncIterable<TallyRow[]>): ReadableStream<Uint8Array> {
  const reading = batches[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`${tallyColumns.join(',')}\n`)),
    // Asked for as fast as the reader takes it.
    pull: async (controller) => {
      const { done, value } = await reading.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value.map(lineOf).join('')))
    },
    cancel: async () => {
      await reading.return?.()
    },
  })
}
